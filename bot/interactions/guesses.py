"""Guessing the next move of a match that others play, on the live board of who watches it.

The keypad takes the place of the live board in the same message. After a guess the live board is back; with
the move that answers it the keypad is, which says what became of the guess.
"""

from __future__ import annotations

from collections.abc import Mapping

from discord.ui import Item

from bot.exceptions import Outdated, Refusal, guarded
from bot.interactions.feature import Feature
from bot.interactions.watching import check_watchable, release_note
from bot.log_context import bind
from bot.match.own_board import board_read_by
from bot.match.report import Report
from bot.messages.interaction_responses import in_time
from bot.messages.overviews import Overviews
from bot.messages.watchers import Watchers
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui import AnyView
from bot.ui.guesses import (
    VERB,
    GuessPress,
    addition_of,
    guess_modal,
    guess_scene,
    has_next_move,
    keypad_view,
    review_note,
)
from bot.ui.modals import submitted_move
from bot.ui.panel import Panel, button
from bot.ui.watching import Addition
from data.matches.guesses import GuessStore
from data.model.match import Match
from games import game, replay
from games.keyboard import parse_typed


class Guesses:
    """Adds guesses to the live boards of those who watch, and to the overviews that they read afterwards."""

    def __init__(self, store: GuessStore, watchers: Watchers, overviews: Overviews) -> None:
        self._store = store
        watchers.add_to_boards(self.additions)
        overviews.set_note(self.note)

    async def additions(self, match: Match, readers: Mapping[int, Texts]) -> Mapping[int, Addition]:
        """What each person's live board of a match says. Raises `data.errors.StoreError`."""
        guesses = await self._store.of_match(match.id) if readers else []
        return {
            person_id: addition_of(match, guesses, person_id, reader) for person_id, reader in readers.items()
        }

    async def note(self, report: Report, person_id: int, reader: Texts) -> str:
        """What the overview of a match says to a person. Raises `data.errors.StoreError`."""
        return review_note(report, await self._store.of_match(report.match.id), person_id, reader)


async def press_guess(interaction: Interaction, panel: Panel) -> None:
    """Do what a button of a guess, or its form, means.

    Once the position has passed, the live board says so. Raises `Refusal` for a person who cannot see the
    match, or who plays in it.
    """
    press = GuessPress.read(panel.argument)
    if press is None:
        raise Refusal("error.unknown-button")
    reader = texts(interaction.locale.value)
    match = await interaction.client.services.matches.get(press.match_id)
    bind(match=match.id)
    check_watchable(interaction, match)
    if match.side_of(interaction.user.id) is not None:
        raise Refusal("guess.own-match")
    release_note(interaction)
    is_late = press.action != "show" and press.position_id != match.position_id
    if is_late or not has_next_move(match, interaction.user.id, reader):
        await _watch(interaction, match, reader("guess.too-late") if is_late else "")
    elif press.action == "type":
        await interaction.response.send_modal(guess_modal(match, reader))
    elif press.action in {"try", "typed"}:
        text = submitted_move(interaction) if press.action == "typed" else press.choice
        await _guess(interaction, match, text)
    else:
        await _show_keypad(interaction, match, press.choice if press.action == "look" else "")


async def _show_keypad(interaction: Interaction, match: Match, selection: str) -> None:
    services, reader = interaction.client.services, texts(interaction.locale.value)
    scene = guess_scene(match)
    keypad = PRESENTERS[match.game].keypad(scene.viewpoint(selection), reader)
    board = board_read_by(match, interaction.user.id, interaction.guild_id, interaction.channel_id)
    look = await services.composer.own_look(interaction.user.id, board.guild_id)
    drawing = services.composer.draw(scene.marked(keypad, selection), look)
    picture = await in_time(interaction, drawing)
    view = keypad_view(match, keypad, reader)
    await services.part(Watchers).show(interaction, match, board, view, [picture])


async def _guess(interaction: Interaction, match: Match, text: str) -> None:
    """Store a guess, and show the live board. Raises `games.base.RuleError` for what cannot be played."""
    position = replay(match.record)
    move = parse_typed(game(match.game), text, position)
    position.play(move)
    store, reader = interaction.client.services.store.guesses, texts(interaction.locale.value)
    try:
        await guarded(store.put(match.id, match.position_id, interaction.user.id, move))
    except Outdated as outdated:
        await _watch(interaction, outdated.match, reader("guess.too-late"))
    else:
        await _watch(interaction, match)


async def _watch(interaction: Interaction, match: Match, note: str = "") -> None:
    board = board_read_by(match, interaction.user.id, interaction.guild_id, interaction.channel_id)
    await interaction.client.services.part(Watchers).watch(interaction, match, board, note)


def guess_button(match: Match, user_id: int, reader: Texts) -> list[Item[AnyView]]:
    """Asks for the next move of a match, if the person can guess it."""
    if not has_next_move(match, user_id, reader):
        return []
    return [button(GuessPress.of(match).panel, label=reader.plain("button.guess"))]


GUESSING = Feature(
    panels={VERB: press_guess},
    for_spectators=[guess_button],
    build=lambda core: [Guesses(core.store.guesses, core.part(Watchers), core.part(Overviews))],
)
