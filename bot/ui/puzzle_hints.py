"""The hints of a puzzle, the vaguest first. None of them leaves a single move that could be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ai.puzzles.puzzle import Puzzle
from bot.presenters.gomoku_lines import FOUR, OPEN_THREE, Lines
from bot.presenters.point_keys import distance
from bot.presenters.registry import PRESENTERS
from bot.presenters.twelve_janggi import piece_name
from bot.texts import Raw, Texts
from bot.ui.puzzle_scene import group
from bot.ui.puzzle_words import IDEAS
from games.base import PASS, Move, Position, Side
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.hare_and_hounds import HarePosition
from games.othello import OthelloPosition
from games.twelve_janggi import INDEX, JanggiPosition

MAX_HINTS = 2
_MAX_MARKED = 12
"""Points that a picture marks; of more of them the hint's words say enough."""
_NEAR = 8
"""The squared distance of two points that are two lines apart, along the rows and the columns."""
_EDGE_LINES = 3
"""Lines of the board that are named by their distance from the edge."""
_BAND = 3
"""Rows that are named together on a board of stones; on a small board of discs it is half of them."""

Feature = Callable[[Move], object]


class Hint(NamedTuple):
    """A sentence, and what the moves have in common of which it is true; None for an idea."""

    text: Raw
    feature: Feature | None = None
    piece: str = ""
    """The selection of the piece that it names; empty if it names none."""
    left: tuple[Move, ...] = ()
    """The moves of which it and the earlier hints are true; empty for an idea."""


def hints(puzzle: Puzzle, step: int, texts: Texts) -> list[Hint]:
    """What is said by and by after so many moves of the line: at most `MAX_HINTS` hints.

    A hint is left out if it is true of the answer alone among the moves that the earlier ones leave, or of
    all of them. In Go, moves far from the stones in question are none that a solver thinks of.
    """
    position, answer, said = puzzle.after(step), puzzle.line[step], list[Hint]()
    left = [move for move in position.legal_moves() if move != PASS]
    near = _near_group(puzzle, step, position)
    if answer in near:
        left = [move for move in left if move in near]
    for hint in _every(puzzle, step, position, texts):
        feature = hint.feature
        if feature is None:
            said.append(hint)
            continue
        alike = [move for move in left if feature(move) == feature(answer)]
        if 2 <= len(alike) < len(left):
            said.append(hint._replace(left=tuple(alike)))
            left = alike
    return said[:MAX_HINTS]


def _near_group(puzzle: Puzzle, step: int, position: Position) -> frozenset[str]:
    """In Go, the points within two lines of the chain that a puzzle is about; empty elsewhere."""
    if not isinstance(position, GoPosition):
        return frozenset()
    index, size = position.board.index, position.size
    chain = [index[Move(stone)] for stone in group(puzzle, puzzle.record_after(step))]
    return frozenset(
        name for name, at in index.items() if any(distance(at, stone, size) <= _NEAR for stone in chain)
    )


def hinted_points(puzzle: Puzzle, given: Sequence[Hint]) -> frozenset[str]:
    """The ``dots`` of the picture after these hints: the points of the moves that they leave.

    In Twelve Janggi, where they come from, unless one is a drop; in Hare and Hounds, where they lead. A
    single point is not marked, since no hint is the answer, nor are more than `_MAX_MARKED`.
    """
    left = next((hint.left for hint in reversed(given) if hint.left), ())
    if puzzle.game == "twelve_janggi":
        points = frozenset(move[:2] for move in left if not any("*" in move for move in left))
    else:
        points = frozenset(move[-2:] if puzzle.game == "hare_and_hounds" else move for move in left)
    return points if 1 < len(points) <= _MAX_MARKED else frozenset()


def _every(puzzle: Puzzle, step: int, position: Position, texts: Texts) -> Iterator[Hint]:
    answer, side = puzzle.line[step], position.to_move.other
    named = PRESENTERS[puzzle.game].side_name_in(side, position, texts)
    for theme in IDEAS if step == 0 else ():
        if theme in puzzle.themes:
            yield Hint(texts(f"puzzle.idea.{theme}", side=named), _shown_by(theme, position))
    if isinstance(position, JanggiPosition):
        yield from _of_janggi(position, answer, texts)
    elif isinstance(position, HarePosition):
        yield from _of_hare(position, answer, texts)
    elif isinstance(position, GomokuPosition):
        yield from _of_gomoku(position, answer, named, texts)
        yield from _places(position, answer, texts)
    elif isinstance(position, (OthelloPosition, GoPosition)):
        yield from _places(position, answer, texts)


def _shown_by(theme: str, position: Position) -> Feature | None:
    """What the moves have in common that show a theme of Othello at once."""
    if isinstance(position, OthelloPosition) and theme == "corner":
        ends = {0, position.size - 1}
        return lambda move: set(divmod(position.board.grid.index(move), position.size)) <= ends
    if isinstance(position, OthelloPosition) and theme == "forced-pass":
        return lambda move: position.play(move).must_pass
    return None


def _places(
    position: OthelloPosition | GomokuPosition | GoPosition, answer: Move, texts: Texts
) -> Iterator[Hint]:
    """How far from the edge the answer is, some rows, and its column."""
    size, index = position.size, position.board.grid.index

    def edge(move: Move) -> int:
        return 1 + min(min(at, size - 1 - at) for at in divmod(index(move), size))

    if isinstance(position, GoPosition) and edge(answer) <= _EDGE_LINES:
        yield Hint(texts("puzzle.hint.line", n=edge(answer)), edge)
    height = size // 2 if isinstance(position, OthelloPosition) else _BAND

    def band(move: Move) -> int:
        return (int(move[1:]) - 1) // height

    first = band(answer) * height + 1
    yield Hint(texts("puzzle.hint.rows", first=first, last=min(first + height - 1, size)), band)
    if isinstance(position, OthelloPosition):

        def turns(move: Move) -> int:
            after, side = position.play(move), position.to_move
            return after.count(side) - position.count(side) - 1

        yield Hint(texts("puzzle.hint.turns", n=turns(answer)), turns)
    yield Hint(texts("puzzle.hint.column", column=Raw(answer[0])), lambda move: move[0])


def _of_gomoku(position: GomokuPosition, answer: Move, opponent: str, texts: Texts) -> Iterator[Hint]:
    """What the answer makes beside the four of the task, or stops."""
    name = position.board.grid.name
    lines = {name(point): (own, theirs) for point, own, theirs in Lines(position).sharp}

    def makes(move: Move) -> bool:
        own, _ = lines.get(move, ((), ()))
        return FOUR in own and OPEN_THREE in own

    def stops(move: Move) -> bool:
        _, theirs = lines.get(move, ((), ()))
        return max(theirs, default=0) >= OPEN_THREE

    if makes(answer):
        yield Hint(texts("puzzle.idea.four-three"), makes)
    elif stops(answer):
        yield Hint(texts("puzzle.idea.stops", side=opponent), stops)


def _of_janggi(position: JanggiPosition, answer: Move, texts: Texts) -> Iterator[Hint]:
    """What kind of move it is, and which piece moves."""

    def kind(move: Move) -> str:
        if position.play(move).is_check:
            return "attack"
        origin, dash, to = move.partition("-")
        if not dash:
            return "drop"
        if position.board[INDEX[to]] != ".":
            return "capture"
        return "king" if position.board[INDEX[origin]].upper() == "K" else "quiet"

    side = PRESENTERS["twelve_janggi"].side_name(position.to_move.other, texts)
    yield Hint(texts(f"puzzle.idea.{kind(answer)}", side=side), kind)
    origin, dash, _ = answer.partition("-")
    if dash:
        piece = piece_name(position.board[INDEX[origin]], texts)
        text = texts("puzzle.hint.piece", piece=piece, point=Raw(origin))
    else:
        text = texts("puzzle.hint.hand", piece=piece_name(answer[0], texts))
    yield Hint(text, lambda move: move[:2], answer[:2])


def _of_hare(position: HarePosition, answer: Move, texts: Texts) -> Iterator[Hint]:
    """Which way it goes, which hound it is, and to which column."""
    ahead = 1 if position.to_move is Side.FIRST else -1

    def way(move: Move) -> int:
        origin, _, to = move.partition("-")
        columns = (int(to[1]) - int(origin[1])) * ahead
        return (columns > 0) - (columns < 0)

    is_hound = position.to_move is Side.FIRST
    piece = "hound" if is_hound else "hare"
    yield Hint(texts(f"puzzle.hint.{piece}-{('aside', 'ahead', 'back')[way(answer)]}"), way)
    if is_hound:
        yield Hint(texts("puzzle.hint.hound", point=Raw(answer[:2])), lambda move: move[:2], answer[:2])
    yield Hint(texts("puzzle.hint.goal", column=Raw(answer[-1])), lambda move: move[-1])
