"""The panel with a player's conditional moves, which only they see, and the form in which they type them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Container, Label, LayoutView, Modal, TextDisplay, TextInput

from bot.match.conditional_moves import MAX_CHARACTERS
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, title
from bot.ui.modals import MODAL_SECONDS
from bot.ui.panel import Panel, button
from data.matches.conditional_moves import Line
from data.model.match import Match, PositionId
from games import replay
from games.base import PASS, Move, Position, Side

VERB, TEXT_VERB, FIELD = "conditional", "conditional-text", "moves"
_REFUSED = re.compile(r"(.*?)\n```\n(.*)\n```", re.DOTALL)
_SHOWN = 8  # what fits a screen; the form has all of them


def conditional_view(match: Match, lines: Sequence[Line], texts: Texts) -> LayoutView:
    """The lines from the present position on, with buttons that edit and delete them."""
    heading = texts("conditional.heading", title=title(match, texts))
    cases = [
        texts("conditional.case", number=number, moves=Raw(_case(match, line, texts)))
        for number, line in enumerate(lines[:_SHOWN], 1)
    ]
    if len(lines) > _SHOWN:
        cases.append(texts("conditional.more", n=len(lines) - _SHOWN))
    shown = cases or [texts("conditional.none")]
    text = "\n".join([heading, *shown, f"-# {texts('conditional.note')}"])
    buttons = [_form_button("edit", match.id, texts)]
    if lines:
        buttons.append(_form_button("delete", match.id, texts, discord.ButtonStyle.danger))
    return layout(Container(TextDisplay(text), ActionRow(*buttons), accent_color=INACTIVE))


def bad_line_view(match_id: int, reason: str, typed: str, texts: Texts) -> LayoutView:
    """Why what was typed cannot be played, all of it, and a button that opens the form with it again."""
    typed = typed.strip().replace("`", "")
    row = ActionRow(_form_button("correct", match_id, texts))
    text = f"{reason}\n```\n{typed}\n```"
    return layout(Container(TextDisplay(text), row, accent_color=INACTIVE))


def refused_in(message: discord.Message) -> tuple[str, str] | None:
    """What a message of `bad_line_view` says: why, and what was typed; None of another message."""
    parts = (part for box in message.components for part in getattr(box, "children", ()))
    text = "\n".join(part.content for part in parts if isinstance(part, discord.TextDisplay))
    refused = _REFUSED.fullmatch(text)
    return (refused[1], refused[2]) if refused is not None else None


def _form_button(
    name: str, match_id: int, texts: Texts, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> discord.ui.Item[AnyView]:
    label = texts.plain("button.edit" if name == "correct" else f"button.{name}")
    return button(Panel(VERB, f"{name}.{match_id}"), label=label, style=style)


def _case(match: Match, line: Line, texts: Texts) -> str:
    """A line as its author reads it: their own moves bold."""
    presenter = PRESENTERS[match.game]
    me = replay(match.record).to_move.other
    words = (
        f"**{presenter.move_text(move, texts)}**" if side is me else presenter.move_text(move, texts)
        for side, move in _sides(match, line)
    )
    return " ".join(words)


def _sides(match: Match, line: Line) -> Iterator[tuple[Side, Move]]:
    """The moves of a line with who plays each, without forced passes."""
    position: Position = replay(match.record)
    for move in line:
        if list(position.legal_moves()) != [PASS]:
            yield position.to_move, move
        position = position.play(move)


def conditional_modal(
    match: Match, lines: Sequence[Line], texts: Texts, refused: tuple[str, str] | None = None
) -> Modal:
    """Asks for lines. In it, to be changed, are the present ones, or what was ``refused``, and why."""
    ply, takebacks = match.position_id
    panel = Panel(TEXT_VERB, f"{match.id}.{ply}.{takebacks}")
    modal = Modal(title=texts.plain("conditional.title"), custom_id=panel.custom_id, timeout=MODAL_SECONDS)
    if refused is not None:
        note, typed = refused
    else:
        note = texts("conditional.present") if lines else ""
        typed = "\n".join(" ".join(move for _, move in _sides(match, line)) for line in lines)
    if note:
        modal.add_item(TextDisplay(note))
    field = TextInput[AnyView](
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        default=typed or None,
        placeholder=_example(match),
        required=False,
        max_length=MAX_CHARACTERS,
    )
    hint = texts.plain("conditional.hint")
    modal.add_item(Label(text=texts.plain("conditional.field"), description=hint, component=field))
    return modal


def _example(match: Match) -> str | None:
    """A legal move with a legal reply."""
    position = replay(match.record)
    move = position.legal_moves()[0]
    replies = position.play(move).legal_moves()
    return f"{move} {replies[0]}" if replies else None


def read_argument(argument: str) -> tuple[int, PositionId] | None:
    """The match and the position that a form is about; None if it names none."""
    numbers = argument.split(".")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    match_id, ply, takebacks = map(int, numbers)
    return match_id, PositionId(ply, takebacks)
