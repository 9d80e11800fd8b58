"""The panel in which a position is edited, and the choice of an opponent for a match from there.

What is edited is in the panel's custom_ids (`bot.ui.setup_state`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord.ui import ActionRow, Container, Label, LayoutView, Modal, TextDisplay, TextInput

from ai.base import levels
from bot.drawing.base import Scene
from bot.match.auto_level import AUTO
from bot.presenters.registry import PRESENTERS, AnyPresenter, game_title
from bot.presenters.twelve_janggi import piece_name
from bot.records.diagrams import upright
from bot.texts import LANGUAGES, Raw, Texts
from bot.texts import texts as texts_of
from bot.ui import AnyView
from bot.ui.board_words import position_in_words
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.level_names import level_name
from bot.ui.match_message import ACTIVE, gallery
from bot.ui.modals import MODAL_SECONDS
from bot.ui.panel import Panel, button, select, user_select
from bot.ui.setup_state import Carrier, Editing
from games.base import Position, Side
from games.drafts import TO_FIRST, TO_SECOND, Draft
from games.go.position import SYMBOLS as STONES
from games.twelve_janggi import ROWS as JANGGI_COLUMNS

TEXT_VERB = "setup-text"
FIELD = "diagram"
"""The custom_id of the form's text field."""
ANYONE = "anyone"
"""In place of an opponent: the first person who accepts the challenge."""
_MAX_TEXT = 2_000
"""Characters of a diagram; with spaces between the points, 19x19 takes about 750."""


def side_words() -> Mapping[str, Mapping[str, Side]]:
    """By game, the sides by their names in every language."""
    return {slug: _words_of(presenter) for slug, presenter in PRESENTERS.items()}


def _words_of(presenter: AnyPresenter) -> Mapping[str, Side]:
    readers = [texts_of(language) for language in LANGUAGES]
    names = {presenter.side_name(side, reader): side for reader in readers for side in Side}
    return {"first": Side.FIRST, "second": Side.SECOND, **names}


def editing_scene(editing: Editing) -> Scene[Position]:
    """The picture of what is edited."""
    return Scene(editing.draft.position(), hints=False)


# --- The panel ---------------------------------------------------------------------------------------


def editor_view(editing: Editing, reader: Texts) -> LayoutView:
    """The board, what to put and where, and the buttons beside that."""
    carrier = Carrier(editing)
    rows = [ActionRow(_piece_menu(editing, carrier, reader)), *_point_rows(editing, carrier, reader)]
    rows.append(ActionRow(*_controls(editing, carrier, reader)))
    return _view(editing, reader, _status(editing, reader), rows)


def opponents_view(editing: Editing, reader: Texts, *, people: bool) -> LayoutView:
    """Against whom a match from here is played, and on which side; ``people`` where there are some."""
    carrier = Carrier(editing)
    draft = editing.draft
    options = [
        discord.SelectOption(
            label=reader.plain("setup.computer", level=level_name(draft.game, level, reader)), value=level
        )
        for level in levels(draft.game)
    ]
    auto = reader.plain("setup.computer", level=reader.plain("choice.level.auto"))
    options.insert(0, discord.SelectOption(label=auto, value=AUTO))
    if people:
        options.insert(0, discord.SelectOption(label=reader.plain("setup.anyone"), value=ANYONE))
    opponents = select(carrier.panel("begin"), options=options, placeholder=reader.plain("setup.opponent"))
    rows = [ActionRow(opponents)]
    if people:
        menu = user_select(carrier.panel("person"), chosen=(), placeholder=reader.plain("setup.person"))
        rows.append(ActionRow(menu))
    symbol, me = None, reader.plain("setup.by-chance")
    if editing.side is not None:
        symbol, me = _side(editing, editing.side, reader)
    buttons = [
        button(carrier.panel("side"), label=reader.plain("setup.you", side=me), emoji=symbol),
        button(carrier.panel("analyse"), label=reader.plain("setup.analyse")),
        button(carrier.panel("edit"), label=reader.plain("setup.back")),
    ]
    return _view(editing, reader, reader("setup.choose"), [*rows, ActionRow(*buttons)])


def diagram_modal(editing: Editing, reader: Texts) -> Modal:
    """Asks for a diagram; the present one is in it, to be changed."""
    modal = Modal(
        title=reader.plain("setup.modal"), custom_id=Panel(TEXT_VERB).custom_id, timeout=MODAL_SECONDS
    )
    field = TextInput[AnyView](
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        default=_as_text(editing.draft, reader),
        required=False,
        max_length=_MAX_TEXT,
    )
    hint = reader.plain(f"setup.hint.{editing.draft.game}")
    modal.add_item(Label(text=reader.plain("setup.field"), description=hint, component=field))
    return modal


def submitted_diagram(data: Any) -> str:
    """The text of a submitted form."""
    for row in data.get("components", ()):
        for component in (row.get("component"), *row.get("components", ())):
            if component and component.get("custom_id") == FIELD:
                return str(component.get("value") or "")
    return ""


def _view(editing: Editing, reader: Texts, status: Raw, rows: Sequence[ActionRow[AnyView]]) -> LayoutView:
    draft = editing.draft
    heading = reader("setup.title", game=game_title(draft.game, draft.variant, reader))
    alt = position_in_words(draft.game, draft.position(), reader)
    return layout(
        Container(TextDisplay(f"-# {heading} · {status}"), gallery(alt), *rows, accent_color=ACTIVE)
    )


def _status(editing: Editing, reader: Texts) -> Raw:
    """Whose turn it is, or why no match can start."""
    error = editing.problem
    if error is not None:
        arguments = dict(error.arguments)
        if error.key == "rule.setup-pieces":
            arguments["piece"] = piece_name(str(arguments["piece"]), reader)
        return reader("setup.problem", reason=reader(error.key, **arguments))
    return reader("setup.ready", side=Raw(" ".join(_side(editing, editing.draft.to_move, reader))))


def _side(editing: Editing, side: Side, reader: Texts) -> tuple[str, str]:
    """The symbol and the name of a side in the position that is edited."""
    presenter, position = PRESENTERS[editing.draft.game], editing.draft.position()
    return presenter.symbol(side, position), presenter.side_name_in(side, position, reader)


def _piece_menu(editing: Editing, carrier: Carrier, reader: Texts) -> discord.ui.Item[AnyView]:
    pieces = editing.draft.pieces
    options = [
        discord.SelectOption(
            label=label, value=str(at), emoji=symbol, default=at == editing.piece % len(pieces)
        )
        for at, (symbol, label) in enumerate(_piece(editing, piece, reader) for piece in pieces)
    ]
    return select(carrier.panel("piece"), options=options, placeholder=reader.plain("setup.piece"))


def _piece(editing: Editing, piece: str, reader: Texts) -> tuple[str | None, str]:
    """The symbol of a piece's side, and what is done with the piece."""
    draft, presenter = editing.draft, PRESENTERS[editing.draft.game]
    first, second = (presenter.symbol(owner, draft.position()) for owner in Side)
    if draft.game == "hare_and_hounds":
        symbol = second if draft.cells[draft.points.index(piece)] == "R" else first
        return symbol, reader.plain("setup.move", piece=piece)
    if piece in (TO_FIRST, TO_SECOND):
        side = Side.FIRST if piece == TO_FIRST else Side.SECOND
        symbol = first if piece == TO_FIRST else second
        return symbol, reader.plain("setup.to-hand", side=presenter.side_name(side, reader))
    if draft.game == "twelve_janggi":
        return first if piece.isupper() else second, piece_name(piece, reader)
    if piece == STONES[0]:
        return None, reader.plain("setup.empty")
    side = Side.FIRST if piece == STONES[1] else Side.SECOND
    return presenter.symbol(side, draft.position()), presenter.side_name(side, reader)


def _point_rows(editing: Editing, carrier: Carrier, reader: Texts) -> Iterator[ActionRow[AnyView]]:
    """A menu of the points; on a board of stones one of the columns, and one of the points of a column."""
    names, where = editing.draft.points, reader.plain("setup.where")
    if editing.draft.axes is not None:
        columns, rows = editing.draft.axes
        letter = columns[editing.column % len(columns)]
        options = [
            discord.SelectOption(
                label=reader.plain("setup.column", column=column), value=str(at), default=column == letter
            )
            for at, column in enumerate(columns)
        ]
        yield ActionRow(select(carrier.panel("column"), options=options, placeholder=letter))
        names, where = [letter + row for row in rows], reader.plain("setup.point", column=letter)
    goals = [discord.SelectOption(label=name, value=name) for name in names]
    yield ActionRow(select(carrier.panel("point"), options=goals, placeholder=where))


def _controls(editing: Editing, carrier: Carrier, reader: Texts) -> Iterator[discord.ui.Item[AnyView]]:
    _, name = _side(editing, editing.draft.to_move.other, reader)
    yield button(carrier.panel("turn"), label=reader.plain("setup.turn", side=name))
    yield button(carrier.panel("text"), label=reader.plain("setup.text"))
    can_start = editing.problem is None
    yield button(
        carrier.panel("play"), label=reader.plain("setup.play"), style=NEXT_STEP, disabled=not can_start
    )


def _as_text(draft: Draft, reader: Texts) -> str:
    """A draft as `bot.records.diagrams` reads it, and as the board is drawn."""
    rows = [line for line in draft.diagram().split("\n") if not line.startswith(("to move", "variant"))]
    if draft.game == "twelve_janggi":
        columns, hands = rows[: len(JANGGI_COLUMNS)], rows[len(JANGGI_COLUMNS) :]
        rows = [*(" ".join(row) for row in upright([column.replace(" ", "") for column in columns])), *hands]
    side = PRESENTERS[draft.game].side_name(draft.to_move, reader)
    return "\n".join([*rows, reader.plain("setup.side-line", side=side)])
