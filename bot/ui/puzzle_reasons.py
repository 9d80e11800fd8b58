"""Why the answer of a puzzle is right, in a line: what it threatens, does or leaves to the opponent."""

from __future__ import annotations

from collections.abc import Sequence

from ai.analysis import moves_of_winner
from ai.puzzles.puzzle import Puzzle
from bot.presenters.gomoku_lines import FIVE, Lines
from bot.presenters.registry import PRESENTERS
from bot.presenters.twelve_janggi import piece_name
from bot.texts import Raw, Texts
from bot.ui.claims import move_as_subject
from bot.ui.puzzle_words import IDEAS
from games.base import Move, Side
from games.gomoku import GomokuPosition
from games.grid import shown_point
from games.hare_and_hounds import HarePosition
from games.twelve_janggi import INDEX, JanggiPosition

_DOES = {
    (True, True): "puzzle.why.captures-and-attacks",
    (True, False): "puzzle.why.captures",
    (False, True): "puzzle.why.attacks",
}
"""By whether a move captures a piece and whether it attacks the King."""


def why_right(puzzle: Puzzle, texts: Texts) -> str:
    """What is known of the solution beside its result; empty if that says all."""
    position = puzzle.position
    if isinstance(position, GomokuPosition):
        return _double_threat(puzzle, texts)
    if isinstance(position, HarePosition):
        return _who_gets_there(puzzle, position, texts)
    if isinstance(position, JanggiPosition):
        return _does_at_once(puzzle, position, texts) or _wins_in(puzzle, texts)
    opponent = PRESENTERS[puzzle.game].side_name_in(position.to_move.other, position, texts)
    ideas = [theme for theme in IDEAS if theme in puzzle.themes]  # the most special one last
    if not ideas:
        return ""
    idea = texts(f"puzzle.idea.{ideas[-1]}", side=opponent)
    return texts("puzzle.why.answer", move=_answer(puzzle, texts), why=idea)


def _answer(puzzle: Puzzle, texts: Texts) -> Raw:
    """The answer's name: the board may show a later move."""
    return Raw(move_as_subject(PRESENTERS[puzzle.game], puzzle.answer, texts, puzzle.position))


def _does_at_once(puzzle: Puzzle, position: JanggiPosition, texts: Texts) -> str:
    """The piece that the answer captures, and whether it attacks the King; empty if it does neither."""
    after, to = position.play(puzzle.answer), puzzle.answer[-2:]
    captured = position.board[INDEX[to]]
    key = _DOES.get((captured != ".", after.is_check))
    if key is None or after.outcome() is not None:
        return ""
    return texts(
        key,
        move=_answer(puzzle, texts),
        piece=piece_name(captured, texts) if captured != "." else "",
        side=PRESENTERS[puzzle.game].side_name_in(position.to_move.other, position, texts),
    )


def _double_threat(puzzle: Puzzle, texts: Texts) -> str:
    """The solver's move of the line that threatens two fives at once, which one answer cannot stop."""
    for ply in range(0, len(puzzle.line), 2) if puzzle.themes[0] != "defense" else ():
        points = threatened(puzzle, ply + 1)
        if len(points) > 1:
            first, second, *_ = points
            names = {"move": puzzle.line[ply], "first": first, "second": second}
            named_points = {name: Raw(shown_point(move)) for name, move in names.items()}
            return texts("puzzle.why.two-fives", **named_points)
    return ""


def threatened(puzzle: Puzzle, shown: int) -> Sequence[Move]:
    """The points where the side that has just moved makes a five next."""
    position = puzzle.after(shown)
    assert isinstance(position, GomokuPosition)
    name = position.board.grid.name
    return [name(point) for point, _, theirs in Lines(position).sharp if max(theirs) == FIVE]


def _wins_in(puzzle: Puzzle, texts: Texts) -> str:
    position = puzzle.position
    side = PRESENTERS[puzzle.game].side_name_in(position.to_move, position, texts)
    return texts("puzzle.why.wins-in", side=side, n=moves_of_winner(len(puzzle.line), mover_wins=True))


def _who_gets_there(puzzle: Puzzle, position: HarePosition, texts: Texts) -> str:
    """In how many moves the solver traps the hare or gets away, where the line goes on to the end."""
    side = "hounds" if position.to_move is Side.FIRST else "hare"
    outcome = puzzle.after(len(puzzle.line)).outcome()
    if outcome is None or outcome.reason == "outcome.turns-up":
        return texts(f"puzzle.why.{side}")
    return texts(f"puzzle.why.{side}-in", n=moves_of_winner(len(puzzle.line), mover_wins=True))
