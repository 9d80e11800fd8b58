"""Editing a position, and starting a match or an analysis from there; ``/analyze`` opens the panel.

Only the person sees the panel.
"""

from __future__ import annotations

import random
from dataclasses import replace

from discord.ui import LayoutView

from bot.exceptions import Refusal
from bot.guild_settings import DEFAULT_CLOCK
from bot.interactions.channel_checks import check_chosen_opponent, check_people
from bot.interactions.feature import Feature
from bot.interactions.import_records import ImportLimit
from bot.interactions.review import show_advice, show_review
from bot.interactions.start_match import Request, start_match
from bot.interactions.usual_levels import automatic_level
from bot.match.auto_level import AUTO
from bot.match.limits import check_level
from bot.messages.access import is_member
from bot.messages.interaction_responses import Composed, answer_privately_in_time
from bot.records.diagrams import read_draft
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.panel import Panel, panels_of
from bot.ui.setup_panel import (
    ANYONE,
    diagram_modal,
    editing_scene,
    editor_view,
    opponents_view,
    side_words,
    submitted_diagram,
)
from bot.ui.setup_state import MAX_CHOICES, Editing
from data.matches.imported import ImportedGame
from data.model.match import Place
from data.model.reasons import NO_RESULT
from games.base import Outcome, Record, Side
from games.drafts import Draft

_RANDOM = random.SystemRandom()
_NEXT_SIDE = {None: Side.FIRST, Side.FIRST: Side.SECOND, Side.SECOND: None}


async def show_editor(interaction: Interaction, slug: str, variant: str) -> None:
    """Answer a command with the panel, with the start of a variant."""
    await _show(interaction, Editing(Draft.start(slug, variant)))


async def press_setup(interaction: Interaction, panel: Panel) -> None:
    """Do what a button or a menu of the panel means."""
    editing, action = _editing(interaction), panel.argument.partition(".")[0]
    value = "".join(panel.values)
    if action == "text":
        await interaction.response.send_modal(diagram_modal(editing, texts(interaction.locale.value)))
    elif action in ("begin", "person"):
        await _begin(interaction, editing, value)
    elif action == "analyse":
        await _analyse(interaction, editing)
    elif action in ("play", "side"):
        side = _NEXT_SIDE[editing.side] if action == "side" else editing.side
        await _show_opponents(interaction, replace(editing, side=side))
    else:
        await _show(interaction, _changed(editing, action, value))


async def submit_diagram(interaction: Interaction, _: Panel) -> None:
    """Take over the diagram of a submitted form; an empty one stands for the start of the variant."""
    draft = _editing(interaction).draft
    text = submitted_diagram(interaction.data)
    if not text.strip():
        await _show(interaction, Editing(Draft.start(draft.game, draft.variant)))
        return
    read = read_draft(draft.game, draft.variant, text, side_words()[draft.game])
    read.position()  # raises what the rules cannot show
    await _show(interaction, Editing(read))


def _changed(editing: Editing, action: str, value: str) -> Editing:
    """What a button or a menu makes of a position."""
    draft = editing.draft
    if action == "turn":
        return replace(editing, draft=replace(draft, to_move=draft.to_move.other))
    if value.isdecimal() and int(value) < MAX_CHOICES:
        if action == "piece":
            return replace(editing, piece=int(value))
        if action == "column":
            return replace(editing, column=int(value))
    if action == "point" and value in draft.points:
        return editing.put(value)
    if action == "edit":
        return editing
    raise Refusal("error.unknown-button")


def _editing(interaction: Interaction) -> Editing:
    """What the panel of the message edits. Raises `Refusal` if there is none."""
    message = interaction.message
    editing = Editing.read(panels_of(message.components)) if message is not None else None
    if editing is None:
        raise Refusal("error.unknown-button")
    return editing


async def _show(interaction: Interaction, editing: Editing) -> None:
    view = editor_view(editing, texts(interaction.locale.value))
    await answer_privately_in_time(interaction, _with_picture(interaction, editing, view))


async def _show_opponents(interaction: Interaction, editing: Editing) -> None:
    people = interaction.guild_id is not None or interaction.context.private_channel
    view = opponents_view(editing, texts(interaction.locale.value), people=people)
    await answer_privately_in_time(interaction, _with_picture(interaction, editing, view))


async def _with_picture(interaction: Interaction, editing: Editing, view: LayoutView) -> Composed:
    picture = await interaction.client.services.composer.draw_scene(
        editing.draft.game, editing_scene(editing), interaction.guild_id, interaction.user.id
    )
    return view, [picture]


# --- From here ---------------------------------------------------------------------------------------


async def _begin(interaction: Interaction, editing: Editing, opponent: str) -> None:
    """Start a match from the position: against the computer at a level, anyone, or a person by their id."""
    draft = editing.draft
    level = opponent_id = None
    if opponent == ANYONE:
        check_people(interaction)
    elif opponent.isdecimal() and len(opponent) > 1:
        opponent_id = int(opponent)
        check_chosen_opponent(interaction, opponent_id)
    elif opponent == AUTO:
        level = await automatic_level(interaction, draft.game, draft.variant)
    else:
        check_level(draft.game, opponent)
        level = opponent
    await start_match(
        interaction,
        Request(
            draft.game,
            draft.variant,
            editing.side or _RANDOM.choice(list(Side)),
            opponent_id=opponent_id,
            level=level,
            control=None if level is not None else DEFAULT_CLOCK,
            setup=draft.setup(),
        ),
    )


async def _analyse(interaction: Interaction, editing: Editing) -> None:
    """Show the best play in a match of nobody that is over where it starts."""
    draft, services = editing.draft, interaction.client.services
    locale = (interaction.guild_locale or interaction.locale).value
    channel = interaction.channel_id or 0
    place = Place(interaction.guild_id, channel, locale, tokens_only=not is_member(interaction))
    record = Record(draft.game, draft.variant, setup=draft.setup())
    with services.part(ImportLimit).take(interaction.user.id):
        game = ImportedGame(record, Outcome(None, NO_RESULT))
        (match,) = await services.store.imports.add(interaction.user.id, place, [game])
    try:
        await show_advice(interaction, Press(Verb.ADVISE, match.id, match.position_id))
    except Refusal:  # the position is not judged, or the person asks too often
        await show_review(interaction, Press(Verb.REVIEW, match.id, match.position_id))


SETUPS = Feature(panels={"setup": press_setup, "setup-text": submit_diagram})
