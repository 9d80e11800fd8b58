"""What is said of a puzzle: its task, hints, what was played in it, and what its line comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.analysis import Line
from ai.claims.checkers.budget import Budget
from ai.claims.explain import QUICK_NODES, explain
from ai.puzzles.puzzle import Puzzle
from bot.icons import Icon
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.claims import claim_text
from bot.ui.layout import UNBROKEN
from games import replay
from games.base import Move, Position
from games.go.position import GoPosition
from games.twelve_janggi import JanggiPosition

_GOALS = {"capture": "puzzle.task.capture", "kill": "puzzle.task.kill", "live": "puzzle.task.live"}
"""The task, by the first word of `Puzzle.goal`."""


def question_line(puzzle: Puzzle, texts: Texts, step: int = 0) -> Raw:
    """Who is to move after so many moves of the line, and what is to be found."""
    presenter, position = PRESENTERS[puzzle.game], puzzle.after(step)
    side = position.to_move
    return texts(
        "puzzle.question",
        symbol=Raw(presenter.symbol(side, position)),
        side=presenter.side_name_in(side, position, texts),
        task=task(puzzle, texts) if step == 0 else texts("puzzle.task.go-on"),
    )


def task(puzzle: Puzzle, texts: Texts) -> Raw:
    """The task in words, such as a win in three moves: from the puzzle's goal or its first theme."""
    theme = puzzle.themes[0]
    if puzzle.goal:
        word, _, point = puzzle.goal.partition(" ")
        return texts(_GOALS[word], side=_side_of_group(puzzle, texts), point=Raw(point))
    if theme.startswith("win-"):
        moves = int(theme.removeprefix("win-"))
        return texts("puzzle.task.win-now") if moves == 1 else texts("puzzle.task.win", n=moves)
    return texts(f"puzzle.task.{theme}")


def hint(puzzle: Puzzle, texts: Texts, step: int = 0) -> str:
    """The column of the answer or the piece that moves, and the themes; of an only piece, where it goes."""
    move, legal = puzzle.line[step], puzzle.after(step).legal_moves()
    if "*" in move:
        where = texts("puzzle.hint.hand")
    elif "-" in move and len({other.split("-")[0] for other in legal}) == 1:
        where = texts("puzzle.hint.goal", column=Raw(move.split("-")[1][0]))
    elif "-" in move:
        where = texts("puzzle.hint.piece", point=Raw(move.split("-")[0]))
    else:
        where = texts("puzzle.hint.column", column=Raw(move[0]))
    return f"{Icon.HINT} {where} · {themes(puzzle, texts)}"


def themes(puzzle: Puzzle, texts: Texts) -> Raw:
    """The names of the themes, without life and death where they say which of both."""
    general = {"life-and-death"} if {"kill", "live"} & set(puzzle.themes) else set()
    return Raw(", ".join(texts.plain(f"theme.{theme}") for theme in puzzle.themes if theme not in general))


def right_line(puzzle: Puzzle, shown: int, then: int, texts: Texts) -> Raw:
    """The line's move after ``shown`` moves, which was found, and what followed up to ``then`` moves."""
    return texts(
        "puzzle.right-so-far",
        move=Raw(f"**{move_name(puzzle, puzzle.line[shown], texts)}**"),
        moves=Raw(", ".join(_played(puzzle, ply, texts) for ply in range(shown + 1, then))),
    )


def right_too(puzzle: Puzzle, move: Move, shown: int, texts: Texts) -> str:
    """Another right move than the line's after ``shown`` moves: it solves the puzzle, or wins at once."""
    position = puzzle.after(shown)
    outcome, presenter = position.play(move).outcome(), PRESENTERS[puzzle.game]
    if outcome is not None and outcome.winner is position.to_move:
        reason = presenter.reason(outcome, texts)
        return f"{texts('puzzle.right')} {reason[:1].upper()}{reason[1:]}."
    return texts("puzzle.right-too", move=Raw(f"**{move_name(puzzle, move, texts)}**"))


def found_words(puzzle: Puzzle, step: int, texts: Texts) -> str:
    """How many of the moves that are asked have been found before the question after so many moves."""
    return texts("puzzle.found", n=1 + sum(ply < step for ply in puzzle.also), of=1 + len(puzzle.also))


def why_wrong(puzzle: Puzzle, step: int, move: Move, reply: Move | None, texts: Texts) -> str:
    """What a wrong move after so many moves of the line fails to do, and what the board shows of it."""
    before, presenter = puzzle.after(step), PRESENTERS[puzzle.game]
    after = before.play(move)
    end = after if reply is None else after.play(reply)
    outcome = end.outcome()
    if outcome is not None and outcome.winner is before.to_move.other:
        winner = presenter.side_name_in(outcome.winner, before, texts)
        return texts("puzzle.fails.at-once", side=winner, reason=presenter.reason(outcome, texts))
    seen = _claimed(puzzle, step, move, reply, texts)[:1]
    seen = seen or (presenter.refutation(after, reply, texts) if reply is not None else ())
    seen = seen or presenter.fault(before, move, puzzle.line[step], texts)[:1]
    return " · ".join([_failure(puzzle, step, texts), *seen])


def _claimed(puzzle: Puzzle, step: int, move: Move, reply: Move | None, texts: Texts) -> Sequence[str]:
    """What can be claimed of a wrong move and shows at once, without the answer."""
    line, is_lost = puzzle.line[step:], puzzle.themes[0] == "defense"
    best = Line(line[0], line, 0.0)
    replies = () if reply is None else (reply,)
    played = Line(move, (move, *replies), -1.0 if is_lost else 0.0, is_lost)
    before, quick = puzzle.after(step), Budget(QUICK_NODES)
    claim = explain(before, move, best, played, quick, hides_better=True)
    if claim is None:
        return ()
    return [claim_text(replace(puzzle.record, moves=puzzle.moves + puzzle.line[:step]), claim, texts)]


def _failure(puzzle: Puzzle, step: int, texts: Texts) -> str:
    """What is proved of every wrong move."""
    theme, opponent = puzzle.themes[0], puzzle.position.to_move.other
    if puzzle.goal:
        return texts(f"puzzle.fails.{puzzle.goal.partition(' ')[0]}", side=_side_of_group(puzzle, texts))
    if theme.startswith("win-"):
        moves = int(theme.removeprefix("win-")) - step // 2
        return texts("puzzle.fails.win-now") if moves <= 1 else texts("puzzle.fails.win", n=moves)
    side = PRESENTERS[puzzle.game].side_name_in(opponent, puzzle.position, texts)
    return texts(f"puzzle.fails.{theme}", side=side)


def result_words(puzzle: Puzzle, texts: Texts) -> str:
    """What the line comes to, by the rules or by what is proved of the puzzle; empty if that is not known."""
    start, end, presenter = puzzle.position, replay(puzzle.line_record), PRESENTERS[puzzle.game]
    outcome, solver = end.outcome(), start.to_move
    if puzzle.discs:
        return texts("puzzle.result.discs", side=_solver(puzzle, texts), n=puzzle.discs)
    if isinstance(start, GoPosition) and isinstance(end, GoPosition):
        return _result_in_go(puzzle, start, end, texts)
    if outcome is not None and outcome.winner is solver:
        reason = presenter.reason(outcome, texts)
        return f"{reason[:1].upper()}{reason[1:]}."
    if isinstance(end, JanggiPosition):  # the line ends before the turn that the King has to survive
        return texts("puzzle.result.entered")
    key = f"puzzle.result.{puzzle.themes[0]}"
    return texts(key, side=presenter.side_name_in(solver.other, start, texts)) if texts.has(key) else ""


def _result_in_go(puzzle: Puzzle, start: GoPosition, end: GoPosition, texts: Texts) -> str:
    word, _, point = puzzle.goal.partition(" ")
    if word != "capture":
        return texts(f"puzzle.result.{word}", side=_side_of_group(puzzle, texts))
    target, taker = start.board.index[Move(point)], int(start.to_move) - 1
    if end.stones[target]:
        return texts("puzzle.result.no-escape", n=len(end.chains.at(target).points))
    return texts("puzzle.result.captured", n=end.captures[taker] - start.captures[taker])


def _side_of_group(puzzle: Puzzle, texts: Texts) -> str:
    """The side whose group a puzzle of Go is about."""
    position = puzzle.position
    side = position.to_move if puzzle.goal.startswith("live") else position.to_move.other
    return PRESENTERS[puzzle.game].side_name_in(side, position, texts)


def _solver(puzzle: Puzzle, texts: Texts) -> str:
    position = puzzle.position
    return PRESENTERS[puzzle.game].side_name_in(position.to_move, position, texts)


def _played(puzzle: Puzzle, ply: int, texts: Texts) -> str:
    """Who plays a move of the line, and the move."""
    position: Position = puzzle.after(ply)
    side = PRESENTERS[puzzle.game].side_name_in(position.to_move, position, texts)
    return f"{side}{UNBROKEN}{move_name(puzzle, puzzle.line[ply], texts)}"


def step_words(puzzle: Puzzle, shown: int, texts: Texts) -> str:
    """Which move of the line is the last of ``shown``, and of how many."""
    return texts("puzzle.step", n=shown, of=len(puzzle.line), move=Raw(_played(puzzle, shown - 1, texts)))


def move_name(puzzle: Puzzle, move: Move, texts: Texts) -> str:
    """A move as it is written, in one piece."""
    return PRESENTERS[puzzle.game].move_text(move, texts).replace(" ", UNBROKEN)
