"""The idea of a puzzle in words, which names no place: what the answer does, by the rules or by the proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ai.claims.othello_squares import squares_of
from ai.puzzles.puzzle import ANY, Puzzle
from bot.presenters.gomoku_lines import FOUR, OPEN_THREE, Lines
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.puzzle_reasons import threatened
from bot.ui.puzzle_words import IDEAS
from games.base import IllegalMove, Move, Position
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.othello import OthelloPosition

Feature = Callable[[Move], object]
_DOUBLE = 2
"""Open threes, or points of five, of which one stone cannot stop all."""


class Hint(NamedTuple):
    """A sentence, and what the moves have in common of which it is true; None if it is no kind of move."""

    text: Raw
    feature: Feature | None = None
    piece: str = ""
    """The selection of the piece that it names; empty if it names none."""
    left: tuple[Move, ...] = ()
    """The moves of which it and the earlier hints are true; empty for an idea."""


def ideas(puzzle: Puzzle, step: int, position: Position, texts: Texts) -> Iterator[Hint]:
    """What the move to be found does, the most special idea first; none where pieces move."""
    opponent = position.to_move.other
    side = PRESENTERS[puzzle.game].side_name_in(opponent, position, texts)
    for theme in IDEAS if step == 0 else ():
        if theme in puzzle.themes:
            yield Hint(texts(f"puzzle.idea.{theme}", side=side), _shown_by(theme, position))
    if isinstance(position, GomokuPosition):
        yield from _of_gomoku(puzzle, step, position, side, texts)
    elif isinstance(position, GoPosition):
        yield from _of_go(puzzle, step, position, side, texts)
    elif isinstance(position, OthelloPosition):
        yield from _of_othello(puzzle.line[step], position, side, texts)


def _shown_by(theme: str, position: Position) -> Feature | None:
    """What the moves have in common that show a theme of Othello at once."""
    if isinstance(position, OthelloPosition) and theme == "corner":
        ends = {0, position.size - 1}
        return lambda move: set(divmod(position.board.grid.index(move), position.size)) <= ends
    if isinstance(position, OthelloPosition) and theme == "forced-pass":
        return lambda move: position.play(move).must_pass
    return None


def _of_othello(answer: Move, position: OthelloPosition, side: str, texts: Texts) -> Iterator[Hint]:
    """Whether its area of empty squares is odd, whether it gives a corner, and how many moves it leaves."""
    board, size = position.board, position.size
    empty = board.full & ~(position.black | position.white)
    corners = {board.grid.name(at) for at in (0, size - 1, size * (size - 1), size * size - 1)}

    def is_odd(move: Move) -> bool:
        return squares_of(size).region(empty, board.grid.index(move)).bit_count() % 2 == 1

    def gives_corner(move: Move) -> bool:
        return not corners.isdisjoint(position.play(move).legal_moves())

    def replies(move: Move) -> int:
        return position.play(move).mobility.bit_count()

    yield Hint(texts(f"puzzle.idea.{'odd' if is_odd(answer) else 'even'}"), is_odd)
    yield Hint(
        texts(f"puzzle.idea.{'gives-corner' if gives_corner(answer) else 'no-corner'}", side=side),
        gives_corner,
    )
    if count := replies(answer):
        yield Hint(texts("puzzle.idea.replies", side=side, n=count), replies)


def _of_gomoku(
    puzzle: Puzzle, step: int, position: GomokuPosition, side: str, texts: Texts
) -> Iterator[Hint]:
    """What the answer makes beside the task, or stops; how many fours there are."""
    name, theme = position.board.grid.name, puzzle.themes[0]
    lines = {name(point): (own, theirs) for point, own, theirs in Lines(position).sharp}

    def makes_both(move: Move) -> bool:
        own, _ = lines.get(move, ((), ()))
        return FOUR in own and OPEN_THREE in own

    def threes(move: Move) -> int:
        own, _ = lines.get(move, ((), ()))
        return min(own.count(OPEN_THREE), _DOUBLE)

    def stops(move: Move) -> bool:
        _, theirs = lines.get(move, ((), ()))
        return max(theirs, default=0) >= OPEN_THREE

    answer = puzzle.line[step]
    if makes_both(answer):
        yield Hint(texts("puzzle.idea.four-three"), makes_both)
    elif theme == "threes" and step == 0 and threes(answer):
        yield Hint(texts(f"puzzle.idea.{'two-threes' if threes(answer) == _DOUBLE else 'three'}"), threes)
    elif theme != "defense" and stops(answer):
        yield Hint(texts("puzzle.idea.stops", side=side), stops)
    if theme == "defense":
        yield from _threat(puzzle, side, texts)
    elif theme == "threes" and step == 0:
        yield Hint(texts("puzzle.idea.no-four"))
    else:
        yield from _fours(puzzle, step, texts)


def _threat(puzzle: Puzzle, side: str, texts: Texts) -> Iterator[Hint]:
    """By how many fours the opponent would win if the solver played elsewhere."""
    line = puzzle.refutations.get(0, {}).get(ANY, ())
    if line:
        yield Hint(texts("puzzle.idea.threat", side=side, n=len(line) // 2 or 1))


def _fours(puzzle: Puzzle, step: int, texts: Texts) -> Iterator[Hint]:
    """How many fours are still to be found, where the last one threatens two fives."""
    last = len(puzzle.line) - 3  # its answer and the five follow
    if last >= step and len(threatened(puzzle, last + 1)) >= _DOUBLE:
        yield Hint(texts("puzzle.idea.fours", n=(last - step) // 2 + 1))


def _of_go(puzzle: Puzzle, step: int, position: GoPosition, side: str, texts: Texts) -> Iterator[Hint]:
    """What the stone does to the stones in question, or where in the eye space of the group it is."""
    board, answer, own = position.board, puzzle.line[step], position.to_move
    word, _, name = puzzle.goal.partition(" ")
    target = board.index[Move(name)]

    def after(move: Move) -> GoPosition | None:
        try:
            return position.play(move)
        except IllegalMove:
            return None

    def takes(move: Move) -> bool:
        reached = after(move)
        return reached is not None and reached.captures[own - 1] > position.captures[own - 1]

    def gives_up(move: Move) -> bool:
        reached = after(move)
        if reached is None or takes(move):
            return False
        chain = reached.chains.at(board.index[move])
        return len(chain.points) == 1 and len(chain.liberties) == 1

    def is_atari(move: Move) -> bool:
        reached = after(move)
        return (
            reached is not None
            and bool(reached.stones[target])
            and len(reached.chains.at(target).liberties) == 1
        )

    def is_beside(move: Move) -> bool:
        """Whether it touches a stone of the attacker."""
        attacker = own.other if word == "live" else own
        return any(position.stones[near] == attacker for near in board.neighbors[board.index[move]])

    if _saves_from_atari(position, answer):
        yield Hint(texts("puzzle.idea.in-atari"))
    if takes(answer):
        yield Hint(texts("puzzle.idea.takes", side=side), takes)
    if gives_up(answer):
        yield Hint(texts("puzzle.idea.gives-up"), gives_up)
    if word == "capture":
        yield Hint(texts(f"puzzle.idea.{'atari' if is_atari(answer) else 'no-atari'}"), is_atari)
    else:
        place = "beside" if is_beside(answer) else "inside"
        yield Hint(texts(f"puzzle.idea.{word}-{place}", side=side), is_beside)


def _saves_from_atari(position: GoPosition, answer: Move) -> bool:
    """Whether an own chain is in atari before a move, and not after it."""
    weak = [
        chain.points[0]
        for chain in position.chains.every
        if position.stones[chain.points[0]] == position.to_move and len(chain.liberties) == 1
    ]
    chains = position.play(answer).chains
    return any(len(chains.at(stone).liberties) > 1 for stone in weak)
