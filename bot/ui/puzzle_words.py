"""What is said of a puzzle: its task, what was played in it, why a move is wrong, what its line comes to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from ai.analysis import Line, moves_of_winner
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.kinds import NAMES_BETTER, OF_MOVES
from ai.puzzles.proof.gomoku import fives
from ai.puzzles.puzzle import GOMOKU_RULES, Puzzle
from bot.icons import Icon
from bot.presenters.board_scene import line_from
from bot.presenters.registry import PRESENTERS, game_title
from bot.puzzles import SHIFTS
from bot.texts import Raw, Texts
from bot.ui.claims import claim_text, move_as_subject, names_move, quick_claim
from bot.ui.layout import UNBROKEN
from games import replay
from games.base import PASS, Move, Position, Side
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.grid import shown_point
from games.hare_and_hounds import PLY_LIMIT, HarePosition
from games.twelve_janggi import JanggiPosition

_GOALS = {"capture": "puzzle.task.capture", "kill": "puzzle.task.kill", "live": "puzzle.task.live"}
"""The task, by the first word of `Puzzle.goal`."""
IDEAS = ("parity", "forced-pass", "corner", "stoner-trap", "ladder", "net", "snapback")
"""The themes that say more than the task does."""
_COUNTED = 5
"""A win in more moves is not counted: nobody can follow it on the board, and no puzzle asks for one."""
_TELLS_LITTLE = 5
"""Points of a win by fours from which on it does not tell where the defense is."""
_ABOUT_STONES = frozenset({Kind.LADDER_BREAKS, Kind.LEAVES_ATARI, Kind.SELF_ATARI, Kind.SNAPBACK})
"""What is claimed of a wrong move in Go beside the task: whether the stones in question are caught by it."""
_OTHERS = 3
"""Other moves of which it is said what they come to: a line on a phone."""


def question_line(puzzle: Puzzle, texts: Texts, step: int = 0) -> Raw:
    """Who is to move after so many moves of the line, and what is to be found."""
    presenter, position = PRESENTERS[puzzle.game], puzzle.after(step)
    side = position.to_move
    return texts(
        "puzzle.question",
        symbol=Raw(presenter.symbol(side, position)),
        side=presenter.side_name_in(side, position, texts),
        task=task(puzzle, texts) if step == 0 else _next_task(puzzle, step, texts),
    )


def legend(puzzle: Puzzle, texts: Texts) -> str:
    """In Twelve Janggi, what the triangles on the pieces and the sign on a button mean; empty elsewhere."""
    position = puzzle.position
    if not isinstance(position, JanggiPosition):
        return ""
    return " · ".join([texts("janggi.legend"), *([texts("janggi.legend.drop")] if position.hand else [])])


def task(puzzle: Puzzle, texts: Texts) -> Raw:
    """The task in words, such as a win in three moves: from the puzzle's goal or its first theme."""
    theme = puzzle.themes[0]
    if puzzle.goal:
        word, _, point = puzzle.goal.partition(" ")
        return texts(_GOALS[word], side=_side_of_group(puzzle, texts), point=Raw(point))
    if puzzle.game == "hare_and_hounds":
        return texts("puzzle.task.trap" if puzzle.position.to_move is Side.FIRST else "puzzle.task.get-away")
    if theme.startswith("win-"):
        moves = int(theme.removeprefix("win-"))
        return texts("puzzle.task.win-now") if moves == 1 else texts("puzzle.task.win", n=moves)
    return texts(f"puzzle.task.{theme}")


def title(puzzle: Puzzle, texts: Texts, *, is_daily: bool, number: int = 0) -> str:
    """The game of a puzzle, and whether it is a server's daily one, or its number in a race, from 1."""
    is_of_rules = puzzle.game == "gomoku"  # `rules` says which
    game = texts(f"game.{puzzle.game}") if is_of_rules else game_title(puzzle.game, puzzle.variant, texts)
    if puzzle.game == "go":
        game = game.partition(" · ")[0]  # how points are counted does not matter
    name = f"{number}. {game}" if number else game
    return f"-# {Icon.PUZZLE} **{texts('daily.title', game=game) if is_daily else name}**"


def rating_words(puzzle: Puzzle, shift: int, own: int | None, texts: Texts) -> str:
    """A puzzle's rating beside a person's own, or beside the difficulty that was chosen (see `SHIFTS`)."""
    if own is not None:
        return texts("puzzle.rating-and-own", n=puzzle.rating, own=own)
    difficulty = next(name for name, steps in SHIFTS.items() if steps == shift)
    return texts(f"puzzle.rating.{difficulty}", n=puzzle.rating)


def daily_heading(puzzle: Puzzle, texts: Texts) -> str:
    """The title of a daily puzzle, how hard it is, and by which rules it is right."""
    parts = title(puzzle, texts, is_daily=True), rating_words(puzzle, 0, None, texts), rules(puzzle, texts)
    return " · ".join(filter(None, parts))


def rules(puzzle: Puzzle, texts: Texts) -> str:
    """By which rules of its game a puzzle is right; empty if by all."""
    if puzzle.is_right_by_all_rules:
        return ""
    presenter = PRESENTERS[puzzle.game]
    right = [variant for variant in GOMOKU_RULES if puzzle.is_right_by(variant)]
    names = [presenter.variant_name(variant, texts).rpartition(" ")[0] for variant in right]
    if len(right) > 1:
        return texts("puzzle.rules", rules=", ".join(names))
    _, dash, rule = texts.plain(f"choice.variant.{puzzle.game}.{right[0]}").partition(" — ")
    return texts("puzzle.rules", rules=f"{names[0]}{dash}{rule.partition(', ')[0]}")


def right_line(puzzle: Puzzle, shown: int, then: int, texts: Texts) -> Raw:
    """The line's move after ``shown`` moves, which was found, and what followed up to ``then`` moves."""
    return texts(
        "puzzle.right-so-far",
        move=Raw(f"**{move_name(puzzle, puzzle.after(shown), puzzle.line[shown], texts)}**"),
        moves=Raw(", ".join(_played(puzzle, ply, texts) for ply in range(shown + 1, then))),
    )


def right_too(puzzle: Puzzle, move: Move, shown: int, texts: Texts) -> str:
    """Another right move than the line's after ``shown`` moves: it solves the puzzle, or wins at once."""
    position = puzzle.after(shown)
    outcome, presenter = position.play(move).outcome(), PRESENTERS[puzzle.game]
    if outcome is not None and outcome.winner is position.to_move:
        reason = presenter.reason(outcome, texts)
        return f"{texts('puzzle.right')} {reason[:1].upper()}{reason[1:]}."
    return texts("puzzle.right-too", move=Raw(f"**{move_name(puzzle, position, move, texts)}**"))


def _next_task(puzzle: Puzzle, step: int, texts: Texts) -> Raw:
    """Which of the moves that are asked is to be found after so many moves."""
    number = 2 + sum(ply < step for ply in puzzle.also)
    return texts("puzzle.task.go-on", number=number, of=1 + len(puzzle.also))


def why_wrong(puzzle: Puzzle, step: int, move: Move, reply: Move | None, texts: Texts) -> str:
    """What a wrong move after so many moves of the line fails to do, and what the board shows of it."""
    before, presenter = puzzle.after(step), PRESENTERS[puzzle.game]
    after = before.play(move)
    end = after if reply is None else after.play(reply)
    outcome = end.outcome()
    if outcome is not None and outcome.winner is before.to_move.other:
        winner = presenter.side_name_in(outcome.winner, before, texts)
        return texts("puzzle.fails.at-once", side=winner, reason=presenter.reason(outcome, texts))
    if puzzle.themes[0] == "defense" and shown_refutation(puzzle, step, move):
        fours = len(puzzle.refuting_line(step, move)) // 2  # the five is none
        return texts("puzzle.fails.defense-numbered", side=_opponent(puzzle, texts), n=fours)
    if isinstance(end, GomokuPosition) and puzzle.refuting_line(step, move) == (reply,):
        (point,) = fives(end, before.to_move.other)
        shown = Raw(shown_point(point))
        return texts("puzzle.fails.defense-forbidden", side=_opponent(puzzle, texts), point=shown)
    seen = _seen(puzzle, step, move, reply, texts)
    if seen and puzzle.themes[0] in {"fours", "threes"}:
        return " · ".join([*seen, texts("puzzle.fails.no-more", side=_solver(puzzle, texts))])
    named, claim = (
        Raw(move_as_subject(presenter, move, texts, before)),
        claim_on_wrong(puzzle, step, move, reply, texts),
    )
    said = []
    if claim is not None:
        said = [texts("puzzle.fault", move=named, fault=claim_text(puzzle.record_after(step), claim, texts))]
    elif not seen and step == 0 and reply is None and puzzle.game == "othello" and puzzle.replies.get(move):
        said = [texts("puzzle.fails.key-square", side=_opponent(puzzle, texts))]
    return " · ".join([_failure(puzzle, step, move, texts), *seen, *said])


def _seen(puzzle: Puzzle, step: int, move: Move, reply: Move | None, texts: Texts) -> Sequence[str]:
    """What the board shows of the reply to a wrong move; of one at a right point, that it is one."""
    if reply is None:
        is_taken = puzzle.game == "go" and bool(puzzle.refuting_line(step, move))
        return [texts("puzzle.fails.key-point", side=_opponent(puzzle, texts))] if is_taken else ()
    seen = PRESENTERS[puzzle.game].refutation(puzzle.after(step).play(move), reply, texts)
    if not seen and reply == puzzle.stop(step, move):
        return [texts("puzzle.fails.stopped", side=_opponent(puzzle, texts), point=Raw(reply))]
    return seen


def claim_on_wrong(puzzle: Puzzle, step: int, move: Move, reply: Move | None, texts: Texts) -> Claim | None:
    """What is claimed of a wrong move after so many moves of the line, in words that name no right move.

    None where the board shows why it is wrong. In how many moves somebody wins is said of every move of a
    game that is solved. What is drawn of it is cut before a right move, see `wrong_scene`.
    """
    before = puzzle.after(step)
    end = before.play(move) if reply is None else before.play(move).play(reply)
    outcome = end.outcome()
    is_lost_at_once = outcome is not None and outcome.winner is before.to_move.other
    is_shown = bool(shown_refutation(puzzle, step, move) or _seen(puzzle, step, move, reply, texts))
    if is_lost_at_once or is_shown:
        return None
    line, is_lost = puzzle.line[step:], puzzle.themes[0] == "defense"
    best = Line(line[0], line, 0.0)
    replies = () if reply is None else (reply,)
    played = Line(move, (move, *replies), -1.0 if is_lost else 0.0, is_lost)
    hides = NAMES_BETTER if puzzle.value(step, move) is None else NAMES_BETTER | OF_MOVES
    record = puzzle.record_after(step)
    for is_secret in (False, True):
        claim = quick_claim(record, move, best, played, hides, is_secret=is_secret)
        if claim is not None and puzzle.game == "go" and not _is_about_stones(puzzle, step, claim, reply):
            return None
        said = "" if claim is None else claim_text(record, claim, texts)
        if not any(names_move(said, right, puzzle.game, texts) for right in puzzle.right_after(step)):
            return claim
    return None


def _is_about_stones(puzzle: Puzzle, step: int, claim: Claim, reply: Move | None) -> bool:
    """Whether a claim on a wrong move in Go is about the task, and does not name another reply."""
    if claim.kind not in _ABOUT_STONES or (reply is not None and reply not in claim.line[:1]):
        return False
    position = puzzle.after(step)
    assert isinstance(position, GoPosition)
    target = position.board.index[Move(puzzle.goal.partition(" ")[2])]
    return claim.kind is not Kind.LEAVES_ATARI or len(position.chains.at(target).liberties) == 1


def reply_to(puzzle: Puzzle, step: int, move: Move) -> Move | None:
    """What refutes a wrong move after so many moves of the line; None if it is not known.

    In Gomoku a four has to be stopped; after another move many replies do. One at the point that was to be
    found would give it away, and is None.
    """
    if line := puzzle.refuting_line(step, move):
        return None if line[0] in puzzle.right_after(step) else line[0]
    if puzzle.game == "go" and step in puzzle.refutations:
        return None  # no reply is proved
    answer, reply = puzzle.line[step], puzzle.refutation(move) if step == 0 else None
    after = puzzle.after(step).play(move)
    if puzzle.game == "gomoku" and reply in (None, answer) and after.outcome() is None:
        forced = PRESENTERS[puzzle.game].suggestions(after)
        if len(forced) == 1:
            return forced[0]
        reply = next((point for point in forced if point != answer), None) or puzzle.stop(step, move)
    return None if reply in puzzle.right_after(step) else reply


def shown_refutation(puzzle: Puzzle, step: int, move: Move) -> tuple[Move, ...]:
    """What follows the reply to a wrong move, up to a right point, which is still to be found.

    A whole win by fours is shown, with its first four: which of its points defends is the question.
    """
    line, right = puzzle.refuting_line(step, move), puzzle.right_after(step)
    if puzzle.themes[0] == "defense" and len(line) >= _TELLS_LITTLE:
        return line if line[0] in right else line[1:]
    return tuple(takewhile(lambda point: point not in right, line))[1:]


def others_line(puzzle: Puzzle, texts: Texts, *, is_short: bool = False) -> str:
    """In Othello, what moves other than the first come to, the best ones first; empty elsewhere."""
    values = puzzle.values.get(0, {}) if puzzle.game == "othello" else {}
    best = sorted(values.items(), key=lambda valued: -valued[1])[: _OTHERS - is_short]
    moves = [f"{move}{UNBROKEN}{value or '0'}".replace("-", "\N{MINUS SIGN}") for move, value in best]
    return texts("puzzle.others", move=puzzle.line[0], moves=Raw(", ".join(moves))) if moves else ""


def _failure(puzzle: Puzzle, step: int, move: Move, texts: Texts) -> str:
    """What is proved of a wrong move."""
    value = puzzle.value(step, move)
    if value is not None:
        return _comes_to(puzzle, step, value, texts)
    theme = puzzle.themes[0]
    if puzzle.goal:
        return texts(f"puzzle.fails.{puzzle.goal.partition(' ')[0]}", side=_side_of_group(puzzle, texts))
    side = _opponent(puzzle, texts)
    if theme in {"fours", "threes"}:
        is_taken = puzzle.stop(step, move) == puzzle.line[step]
        return texts(f"puzzle.fails.{'taken' if is_taken else 'free'}", side=side, move=Raw(move))
    key = f"puzzle.fails.{theme}"
    return texts(key, side=side, move=Raw(move)) if texts.has(key) else texts("puzzle.fails.win")


def _comes_to(puzzle: Puzzle, step: int, value: int, texts: Texts) -> str:
    """What follows from a wrong move with best play: see `Puzzle.values`."""
    position, presenter = puzzle.after(step), PRESENTERS[puzzle.game]
    if isinstance(position, HarePosition):
        return _hare_comes_to(position, value, texts)
    if puzzle.game == "othello":
        key = "puzzle.comes-to.loss" if value else "puzzle.comes-to.draw"
        return texts(key, side=_solver(puzzle, texts), n=-value)
    if value > 0:
        return texts("puzzle.comes-to.later", of=moves_of_winner(len(puzzle.line), mover_wins=True))
    if value < 0:
        side = presenter.side_name_in(position.to_move.other, position, texts)
        moves = moves_of_winner(-value, mover_wins=True)
        if moves > _COUNTED:
            return texts("puzzle.comes-to.lost-far", side=side)
        return texts("puzzle.comes-to.lost", side=side, n=moves)
    return texts("puzzle.comes-to.drawn")


def _hare_comes_to(position: HarePosition, value: int, texts: Texts) -> str:
    if value:
        key = "puzzle.comes-to.away" if position.to_move is Side.FIRST else "puzzle.comes-to.trapped"
        return texts(key, n=moves_of_winner(-value, mover_wins=True))
    if position.variant == "classic":
        return texts("puzzle.comes-to.turns-up", n=PLY_LIMIT // 2)
    return texts("puzzle.comes-to.free")


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


def _opponent(puzzle: Puzzle, texts: Texts) -> str:
    position = puzzle.position
    return PRESENTERS[puzzle.game].side_name_in(position.to_move.other, position, texts)


def _played(puzzle: Puzzle, ply: int, texts: Texts) -> str:
    """Who plays a move of the line, and the move."""
    position: Position = puzzle.after(ply)
    side = PRESENTERS[puzzle.game].side_name_in(position.to_move, position, texts)
    return f"{side}{UNBROKEN}{move_name(puzzle, position, puzzle.line[ply], texts)}"


def step_words(puzzle: Puzzle, shown: int, texts: Texts) -> str:
    """Which move of the line is the last of ``shown``, and of how many."""
    return texts("puzzle.step", n=shown, of=len(puzzle.line), move=Raw(_played(puzzle, shown - 1, texts)))


def then_words(puzzle: Puzzle, texts: Texts) -> str:
    """How it goes on after the line if the opponent resists, or plays elsewhere, with the board's numbers.

    The color is named of the first stone, and of those that follow one of their own.
    """
    record, stones, before = puzzle.line_record, list[str](), None
    for number, (move, side) in enumerate(line_from(record, puzzle.then), 1):
        color = PRESENTERS[puzzle.game].side_name_in(side, puzzle.position, texts)
        name = move if before is not None and side is not before else f"{color}{UNBROKEN}{move}"
        stones.append(f"**{number}**{UNBROKEN}{name}")
        before = side
    is_more = len(puzzle.then) - puzzle.then.count(PASS) > len(stones)
    line = Raw(" ".join([*stones, *(["…"] if is_more else [])]))
    key = "puzzle.then-elsewhere" if puzzle.then[0] == PASS else "puzzle.then"
    return texts(key, side=_opponent(puzzle, texts), moves=line)


def move_name(puzzle: Puzzle, position: Position, move: Move, texts: Texts) -> str:
    """A move in a position as it is written, in one piece."""
    return PRESENTERS[puzzle.game].move_in_words(position, move, texts).replace(" ", UNBROKEN)
