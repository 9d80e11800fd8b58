"""The hints of a puzzle: its idea, then the place. None of them leaves a single move that could be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.puzzles.proof.go_life import KILL, LIVE, region_of
from ai.puzzles.puzzle import Puzzle
from bot.presenters.point_keys import distance
from bot.presenters.registry import PRESENTERS
from bot.presenters.twelve_janggi import piece_name
from bot.texts import Raw, Texts
from bot.ui.puzzle_ideas import Hint, ideas
from bot.ui.puzzle_scene import group
from games.base import PASS, Move, Position, Side
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.grid import shown_point
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


def hints(puzzle: Puzzle, step: int, texts: Texts) -> list[Hint]:
    """What is said by and by after so many moves of the line: at most `MAX_HINTS` hints.

    Where stones are placed, the first is the idea, if there is one, the second the place. A hint is left out
    if it is true of the answer alone among the moves that the earlier ones leave, or of all of them. In Go,
    moves far from the stones in question are none that a solver thinks of.
    """
    position, answer = puzzle.after(step), puzzle.line[step]
    left = [move for move in position.legal_moves() if move != PASS]
    near = _near_group(puzzle, step, position)
    if answer in near:
        left = [move for move in left if move in near]
    if isinstance(position, (JanggiPosition, HarePosition)):
        return _narrowing(_pieces(puzzle, step, position, texts), left, answer)
    assert isinstance(position, (OthelloPosition, GomokuPosition, GoPosition))
    every = [*ideas(puzzle, step, position, texts)]
    telling = [hint for hint in every if _narrowed(hint, left, answer)]
    vague = [hint for hint in every if len(_alike(hint, left, answer)) == len(left)]
    if not (telling or vague):
        return _narrowing(_places(position, answer, texts), left, answer) or _marked(left, texts)
    idea = next((hint for hint in every if hint in telling or hint.feature is None), (telling or vague)[0])
    kept = _alike(idea, left, answer)
    narrower = [
        hint._replace(left=tuple(alike))
        for hint in _places(position, answer, texts)
        if (alike := _narrowed(hint, kept, answer))
    ]
    if not narrower and (len(kept) < len(left) or answer in near):
        narrower = _marked(kept, texts)
    return [idea, *sorted(narrower, key=lambda hint: len(hint.left))[:1]]


def _marked(left: Sequence[Move], texts: Texts) -> list[Hint]:
    """That it is among a few marked points; nothing if there are many, or if only the answer is left."""
    is_few = len(left) in range(2, _MAX_MARKED + 1)
    return [Hint(texts("puzzle.hint.marked"), left=tuple(left))] if is_few else []


def _narrowing(every: Iterable[Hint], left: Sequence[Move], answer: Move) -> list[Hint]:
    """The first hints of which each leaves fewer moves than the one before."""
    said = list[Hint]()
    for hint in every:
        if alike := _narrowed(hint, left, answer):
            said.append(hint._replace(left=tuple(alike)))
            left = alike
    return said[:MAX_HINTS]


def _narrowed(hint: Hint, left: Sequence[Move], answer: Move) -> list[Move]:
    """The moves of which a hint is true, too; none if it is true of the answer alone, or of all."""
    alike = _alike(hint, left, answer)
    return alike if len(alike) in range(2, len(left)) else []


def _alike(hint: Hint, left: Sequence[Move], answer: Move) -> list[Move]:
    """The moves of which a hint is as true as of the answer."""
    feature = hint.feature
    if feature is None:
        return list(left)
    right = feature(answer)
    return [move for move in left if feature(move) == right]


def _near_group(puzzle: Puzzle, step: int, position: Position) -> frozenset[str]:
    """In Go, the points within two lines of the chain in question, or the region of a group; else empty."""
    if not isinstance(position, GoPosition):
        return frozenset()
    index, size, start = position.board.index, position.size, puzzle.position
    word, _, stone_name = puzzle.goal.partition(" ")
    assert isinstance(start, GoPosition)
    if word in {KILL, LIVE} and (region := region_of(start, index[Move(stone_name)])) is not None:
        return frozenset(position.board.names[at] for at in region.points)
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


def _pieces(puzzle: Puzzle, step: int, position: Position, texts: Texts) -> Iterator[Hint]:
    """Where pieces move: what kind of move it is, which piece, and where it goes."""
    if isinstance(position, JanggiPosition):
        yield from _of_janggi(position, puzzle.line[step], texts)
    elif isinstance(position, HarePosition):
        yield from _of_hare(position, puzzle.line[step], texts)


def _places(
    position: OthelloPosition | GomokuPosition | GoPosition, answer: Move, texts: Texts
) -> Iterator[Hint]:
    """How far from the edge the answer is, some rows, and its column."""
    size, index, name = position.size, position.board.grid.index, position.board.grid.name

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
    if not isinstance(position, OthelloPosition):

        def area(move: Move) -> tuple[int, int]:
            row, column = divmod(index(move), size)
            return row // _BAND, column // _BAND

        top, left = (_BAND * at for at in area(answer))
        bottom, right = min(top + _BAND, size) - 1, min(left + _BAND, size) - 1
        columns = shown_point(name(left))[0], shown_point(name(right))[0]
        text = texts(
            "puzzle.hint.area",
            first=size - bottom,
            last=size - top,
            left=Raw(columns[0]),
            right=Raw(columns[1]),
        )
        yield Hint(text, area)


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
