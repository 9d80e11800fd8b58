"""A board as `/board` reads it out: all of it, or a point, a row, a column or an area."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.exceptions import Refusal
from bot.match.computer import NO_WAIT
from bot.presenters.registry import PRESENTERS, AnyPresenter
from bot.presenters.twelve_janggi import piece_name
from bot.texts import Texts
from bot.ui.board_grid import EMPTY, BoardGrid, grid_of
from bot.ui.board_words import last_changes
from bot.ui.clocks import ClockDisplay, clock_lines
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, INACTIVE, title
from bot.ui.match_status import result_line, turn_line
from bot.ui.panel import Panel, button
from data.model.match import Match, MatchState
from games import replay
from games.base import IllegalMove, Move, Position, Side
from games.grid import plain, shown_point
from games.keyboard import readings

VERB = "read"
MAX_WHERE = 20
"""Characters of a place."""
_LAST_MOVES = 5
_MAX_LEGAL = 30
"""Legal moves that are listed; more are counted."""
_NUMBERED = re.compile(r"^([0-9]+)\.")
"""The number of a move where a line begins with it, which Discord would make a list."""
_PLACE = re.compile(r"([a-z])?([0-9]{1,2})?(?:[-–~:]([a-z])([0-9]{1,2}))?")


def reading_view(
    match: Match, viewer: Side | None, where: str, texts: Texts, clocks: ClockDisplay
) -> LayoutView:
    """What is read of a match at a place, or of the whole board if it is empty, with a button to read again.

    ``viewer`` is the side that reads (`bot.ui.match_message.player`). Raises `Refusal` if there is no such
    place.
    """
    position, presenter = replay(match.record), PRESENTERS[match.game]
    changes = [_NUMBERED.sub(r"\1\.", change) for change in last_changes(match.record, 1, texts)]
    lines = [f"**{title(match, texts)}**", *changes]
    if match.state == MatchState.OVER:
        lines.append(result_line(match, viewer, position, presenter, texts))
    else:
        lines.append(turn_line(match, viewer, position, presenter, texts, NO_WAIT))
    grid = grid_of(match.game, position)
    if where:
        lines += _of_place(match, position, grid, place_of(grid, where), texts)
    else:
        lines += [*_of_board(match, position, texts)]
        lines += clock_lines(match, position, presenter, texts, clocks)
    again = button(Panel(VERB, f"{match.id}.{plain(where)}"), label=texts.plain("button.read-again"))
    color = ACTIVE if match.is_active else INACTIVE
    return layout(Container(TextDisplay("\n".join(lines)), ActionRow(again), accent_color=color))


# --- Where ---------------------------------------------------------------------------------------------


def place_of(grid: BoardGrid, where: str) -> list[str]:
    """The points that a text names: one, a row, a column, or an area by two corners. Raises `Refusal`."""
    for reading in readings(where):
        typed = plain(reading)
        swapped = re.fullmatch(r"([0-9]{1,2})([a-z])", typed)
        parsed = _PLACE.fullmatch(f"{swapped[2]}{swapped[1]}" if swapped else typed)
        if typed and parsed is not None:
            letters = [name for name in parsed.group(1, 3) if name]
            numbers = [str(int(digits)) for digits in parsed.group(2, 4) if digits]
            return _points(grid, letters, numbers)
    raise Refusal("read.no-place", text=where[:MAX_WHERE])


def _points(grid: BoardGrid, letters: Sequence[str], numbers: Sequence[str]) -> list[str]:
    """The points between these letters and numbers; without letters or numbers, between all of them."""
    rows, columns = (numbers, letters) if grid.letters_first else (letters, numbers)
    for names, known, is_column in ((rows, grid.rows, False), (columns, grid.columns, True)):
        for name in names:
            if name not in known:
                raise _missing(name, known, is_column=is_column)
    between = [
        grid.point(row, column)
        for row in _between(rows, grid.rows)
        for column in _between(columns, grid.columns)
    ]
    points = [point for point in between if point in grid.symbols]
    if not points:
        raise Refusal("read.no-point", point=between[0])
    return points


def _between(names: Sequence[str], known: Sequence[str]) -> Sequence[str]:
    """The names from the first of ``names`` to the last, in the order of ``known``; all if there are none."""
    at = sorted(map(known.index, names or known))
    return known[at[0] : at[-1] + 1]


def _missing(name: str, names: Sequence[str], *, is_column: bool) -> Refusal:
    key = "read.no-column" if is_column else "read.no-row"
    return Refusal(key, name=name, names=" ".join(sorted(names, key=lambda name: (len(name), name))))


# --- What is there -------------------------------------------------------------------------------------


def _of_place(
    match: Match, position: Position, grid: BoardGrid, points: Sequence[str], texts: Texts
) -> Iterator[str]:
    if len(points) > 1:
        yield from rows_in_words(match.game, grid, points, texts)
        return
    (point,) = points
    presenter, symbol = PRESENTERS[match.game], grid.symbols[point]
    standing = texts.plain("read.nothing") if symbol == EMPTY else occupant(match.game, symbol, texts)
    yield texts.plain("read.point", point=shown_point(point), occupant=standing)
    yield from presenter.about(position, point, texts)
    if symbol == EMPTY and match.is_active and grid.letters_first:
        yield _playable(position, Move(point), presenter, texts)
    steps = [move for move in position.legal_moves() if move.startswith(f"{point}-")]
    if steps and "-" in steps[0]:
        yield texts.plain("read.steps", points=" ".join(step.partition("-")[2] for step in steps))


def _playable(position: Position, move: Move, presenter: AnyPresenter, texts: Texts) -> str:
    """Whether the side to move can play on an empty point, and what that captures or turns; else why not."""
    try:
        position.play(move)
    except IllegalMove as refused:
        return texts(refused.key, **refused.arguments)
    side = presenter.side_name_in(position.to_move, position, texts)
    effects = presenter.effects(position, move, texts, is_short=True)
    return texts.plain("read.can-play", side=side, move=", ".join([move, *effects]))


def _of_board(match: Match, position: Position, texts: Texts) -> Iterator[str]:
    presenter = PRESENTERS[match.game]
    yield from presenter.dangers(position, texts)
    yield from rows_in_words(match.game, grid_of(match.game, position), (), texts)
    yield from presenter.kept(position, texts)
    earlier = last_changes(match.record, _LAST_MOVES, texts)
    if len(earlier) > 1:
        yield texts.plain("read.last-moves", moves=" ".join(earlier))
    legal = [presenter.move_text(move, texts) for move in position.legal_moves()]
    if match.is_active and legal and not presenter.turn_of_both(position, texts):
        key = "read.legal" if len(legal) <= _MAX_LEGAL else "read.legal-count"
        yield texts.plain(key, n=len(legal), moves=", ".join(legal[:_MAX_LEGAL]))


def rows_in_words(slug: str, grid: BoardGrid, points: Sequence[str], texts: Texts) -> Iterator[str]:
    """A sentence for each row with what stands on its points, or on those given; empty rows are joined."""
    wanted, empty = frozenset(points or grid.symbols), list[str]()
    for row in grid.rows:
        seen = [point for point in grid.in_row(row) if point in wanted]
        if not seen:
            continue
        occupied = [point for point in seen if grid.symbols[point] != EMPTY]
        if not occupied:
            empty.append(row)
            continue
        yield from _empty_rows(empty, texts)
        empty.clear()
        yield texts.plain("read.row", row=row, points=_by_occupant(slug, grid, occupied, texts))
    yield from _empty_rows(empty, texts)


def _empty_rows(rows: Sequence[str], texts: Texts) -> Iterator[str]:
    if len(rows) == 1:
        yield texts.plain("read.empty-row", row=rows[0])
    elif rows:
        yield texts.plain("read.empty-rows", first=rows[0], last=rows[-1])


def _by_occupant(slug: str, grid: BoardGrid, points: Sequence[str], texts: Texts) -> str:
    by_symbol: dict[str, list[str]] = {}
    for point in points:
        by_symbol.setdefault(grid.symbols[point], []).append(point)
    return "; ".join(
        f"{occupant(slug, symbol, texts)} {' '.join(map(shown_point, at))}"
        for symbol, at in by_symbol.items()
    )


def occupant(slug: str, symbol: str, texts: Texts) -> str:
    """What stands on a point: Black, a hound, Green's King."""
    presenter = PRESENTERS[slug]
    if slug == "twelve_janggi":
        side = Side.FIRST if symbol.isupper() else Side.SECOND
        return f"{presenter.side_name(side, texts)} {piece_name(symbol, texts)}"
    if slug == "hare_and_hounds":
        return texts.plain("read.hound" if symbol == "H" else "side.hare")
    return presenter.side_name(Side.FIRST if symbol == "X" else Side.SECOND, texts)
