"""Live boards: edited at each move, for as long as a token lives, and never left with a dead key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import discord
import pytest

from bot.features import FEATURES
from bot.interactions.commands.board import board_command
from bot.messages import watchers
from bot.messages.watchers import Watchers
from bot.texts import Texts, texts
from bot.ui.panel import Panel
from bot.ui.picture import Look
from data.model.match import Match
from games.base import Side
from tests.bot.board_checks import THERE, at_both_boards
from tests.bot.discord_fakes import UNKNOWN_MESSAGE, FakeInteraction, FakeMessage, Method, Request, fault, run
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, some_move, until

SAYS = texts("en")
DAN = 104
EVE = 105


async def watch(h: Harness, match: Match, user: int = CHO) -> int:
    """A person uses ``/board``; the id of the live board."""
    interaction = h.interaction(user, type=discord.InteractionType.application_command)
    await run(board_command, interaction.typed(), None, match.id)
    await until(lambda: h.services.part(Watchers).is_idle)
    return h.discord.of(Method.EDIT_RESPONSE)[-1].message_id or 0


async def press(h: Harness, message_id: int, argument: str) -> FakeInteraction:
    """Cho presses a key of a watched board."""
    message = FakeMessage(message_id, h.ephemeral().channel, discord.MessageFlags(ephemeral=True))
    interaction = h.interaction(CHO, message=message)
    await FEATURES.handle_panel(interaction.typed(), Panel("watch", argument))
    await until(lambda: h.services.part(Watchers).is_idle)
    return interaction


async def play(h: Harness, match: Match, user: int, move: str) -> Match:
    played = await h.services.matches.play(match.id, None, user, move)
    await until(lambda: h.services.part(Watchers).is_idle)
    await h.settled()
    return played


def edits(h: Harness, message_id: int) -> list[Request]:
    """The edits of a live board by its token."""
    return [edit for edit in h.discord.of(Method.TOKEN_EDIT) if edit.message_id == message_id]


async def test_every_move_is_shown(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    first = h.discord.of(Method.EDIT_RESPONSE)[-1]
    assert "Live until <t:" in first.text and first.custom_ids == (
        f"p:watch:{match.id}.1",
        f"p:watch:{match.id}.live",
        f"p:guess:{match.id}.2.0.show",
    )
    assert edits(h, live) == []
    match = await play(h, match, ANA, "c2")
    match = await play(h, match, BEN, "d2")
    third, fourth = edits(h, live)
    assert third.custom_ids[0] == f"p:watch:{match.id}.2" and fourth.custom_ids[0] == f"p:watch:{match.id}.3"
    assert third.attachments == fourth.attachments == 1


async def test_whoever_has_moved_is_answered_before_live_boards_follow(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    with h.services.boards.answers.answering(match.id):
        await h.services.matches.play(match.id, None, ANA, "c2")
        await asyncio.sleep(0.02)
        assert edits(h, live) == [], "the answer to the press has not been sent"
    await until(lambda: edits(h, live))


async def test_clocks_are_shown_as_the_watcher_wants(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await h.services.activity.change(CHO, clocks="countdown")
    match = await h.match(moves=("b3", "b2"), control="10+10")
    live = await watch(h, match)
    await play(h, match, ANA, "c2")
    monkeypatch.setattr(watchers, "LIVE_SECONDS", 0.02)
    ended = await watch(h, match)
    await until(lambda: edits(h, ended))
    shown = [h.discord.of(Method.EDIT_RESPONSE)[0], *edits(h, live), *edits(h, ended)]
    assert len(shown) == 3
    assert all("ends <t:" in board.text and ":T>" not in board.text for board in shown)


async def test_what_the_match_is_part_of_is_named(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def occasion(match: Match, reader: Texts) -> str:
        return f"Cup {match.id}, {reader.language}"

    h.services.composer.occasions.add(occasion)
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    await play(h, match, ANA, "c2")
    monkeypatch.setattr(watchers, "LIVE_SECONDS", 0.02)
    ended = await watch(h, match)
    await until(lambda: edits(h, ended))
    shown = [h.discord.of(Method.EDIT_RESPONSE)[0], *edits(h, live), *edits(h, ended)]
    assert len(shown) == 3 and all(f"Cup {match.id}, en" in board.text for board in shown)


async def test_each_board_is_sent_once_its_picture_is_there_and_like_pictures_are_drawn_once(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await h.services.activity.change(CHO, theme="dark")
    match = await h.match(moves=("b3", "b2"))
    late, *early = [await watch(h, match, user) for user in (CHO, DAN, EVE)]
    drawn, draw, is_late_drawn = list[str](), h.services.composer.render, asyncio.Event()

    async def slowly(make: Callable[[], bytes], key: object = None) -> discord.File:
        assert isinstance(key, tuple) and isinstance(key[1], Look)
        if key[1].theme == "dark":
            await is_late_drawn.wait()
        return await draw(counted(make, key[1]), key)

    def counted(make: Callable[[], bytes], look: Look) -> Callable[[], bytes]:
        def counting() -> bytes:
            drawn.append(look.theme)
            return make()

        return counting

    monkeypatch.setattr(h.services.composer, "render", slowly)
    await h.services.matches.play(match.id, None, ANA, "c2")
    await until(lambda: all(edits(h, live) for live in early))
    assert not edits(h, late)
    is_late_drawn.set()
    await until(lambda: edits(h, late))
    assert sorted(drawn) == ["dark", "light"]


async def test_the_end_leaves_the_key_to_the_review(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    await h.services.matches.resign(match.id, None, BEN)
    await until(lambda: edits(h, live))
    (last,) = edits(h, live)
    assert [one.split(":")[1] for one in last.custom_ids] == ["review"]
    assert "Live until" not in last.text and len(h.services.part(Watchers)) == 0


async def test_a_match_that_is_over_is_not_followed(h: Harness) -> None:
    await watch(h, await h.over())
    assert len(h.services.part(Watchers)) == 0


async def test_stepping_back_stops_the_edits_until_the_board_is_live_again(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2", "c2"))
    live = await watch(h, match)
    back = (await press(h, live, f"{match.id}.2")).response.answered
    assert back is not None and back.method is Method.UPDATE and "2" in back.text
    assert back.custom_ids == (f"p:watch:{match.id}.1", f"p:watch:{match.id}.live")
    match = await play(h, match, BEN, "d2")
    assert edits(h, live) == [], "an earlier position stays on the screen"
    forth = (await press(h, live, f"{match.id}.3")).response.answered
    assert forth is not None and forth.custom_ids[1] == f"p:watch:{match.id}.live"
    again = (await press(h, live, f"{match.id}.live")).response.answered
    assert again is not None and "Live until" in again.text and again.message_id == live
    await play(h, match, ANA, some_move(match))
    assert len(edits(h, live)) == 1


async def test_a_live_board_follows_its_side_to_another_place(h: Harness) -> None:
    match, second = await at_both_boards(h)
    watching = h.interaction(CHO, type=discord.InteractionType.application_command)
    await watching.response.defer(ephemeral=True, thinking=True)
    await h.services.part(Watchers).watch(watching.typed(), match, second)
    await until(lambda: h.services.part(Watchers).is_idle)
    await h.store.boards.move(match.id, Side.SECOND, replace(THERE, channel_id=81))
    await play(h, match, ANA, "b3")
    assert len(h.discord.of(Method.TOKEN_EDIT)) == 1 and len(h.services.part(Watchers)) == 1


async def test_a_move_during_the_answer_is_shown(h: Harness) -> None:
    """The match that is answered was read before the move."""
    old = await h.match(moves=("b3", "b2"))
    await play(h, old, ANA, "c2")
    live = h.interaction(CHO, type=discord.InteractionType.application_command)
    await live.response.defer(ephemeral=True, thinking=True)
    await h.services.part(Watchers).watch(live.typed(), old, old.home)
    await until(lambda: h.services.part(Watchers).is_idle)
    assert [one.custom_ids[0] for one in h.discord.of(Method.TOKEN_EDIT)] == [f"p:watch:{old.id}.2"]


async def test_after_fourteen_minutes_one_key_goes_on(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "LIVE_SECONDS", 0.02)
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    await until(lambda: edits(h, live))
    (ended,) = edits(h, live)
    assert ended.custom_ids == (f"p:watch:{match.id}",) and SAYS("watch.ended") in ended.text
    await play(h, match, ANA, "c2")
    assert len(edits(h, live)) == 1
    again = (await press(h, live, str(match.id))).response.answered
    assert again is not None and again.custom_ids[0] == f"p:watch:{match.id}.2"


async def test_one_live_board_per_person_and_match(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    first, second = await watch(h, match), await watch(h, match)
    await until(lambda: h.discord.of(Method.TOKEN_DELETE))
    assert [one.message_id for one in h.discord.of(Method.TOKEN_DELETE)] == [first]
    await play(h, match, ANA, "c2")
    assert (len(edits(h, first)), len(edits(h, second))) == (0, 1)


async def test_the_oldest_of_too_many_ends(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "MAX_WATCHERS", 1)
    match = await h.match(moves=("b3", "b2"))
    first, second = await watch(h, match), await watch(h, match, DAN)
    await until(lambda: edits(h, first))
    assert SAYS("watch.ended") in edits(h, first)[0].text and len(h.services.part(Watchers)) == 1
    await play(h, match, ANA, "c2")
    assert (len(edits(h, first)), len(edits(h, second))) == (1, 1)


async def test_a_dismissed_board_is_forgotten_and_a_failed_edit_is_repeated(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    h.discord.fail(Method.TOKEN_EDIT, fault(500))
    match = await play(h, match, ANA, "c2")
    assert len(edits(h, live)) == 1
    h.discord.fail(Method.TOKEN_EDIT, fault(404, UNKNOWN_MESSAGE))
    await play(h, match, BEN, "d2")
    assert len(edits(h, live)) == 1 and len(h.services.part(Watchers)) == 0


async def test_a_stop_leaves_the_key_to_go_on(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    live = await watch(h, match)
    await h.services.part(Watchers).close()
    assert [one.custom_ids for one in edits(h, live)] == [(f"p:watch:{match.id}",)]


async def test_keys_are_for_those_who_see_the_match(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    elsewhere = h.interaction(CHO, guild_id=None, message=h.ephemeral())
    elsewhere.channel = h.client.get_partial_messageable(999)
    await FEATURES.handle_panel(elsewhere.typed(), Panel("watch", f"{match.id}.1"))
    answer = elsewhere.response.answered
    assert answer is not None and answer.text == SAYS("board.not-visible")
