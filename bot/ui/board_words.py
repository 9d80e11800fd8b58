"""Boards in words, for people who cannot see the picture: what has changed comes first, then the position."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui.clocks import clocks_in_words
from bot.ui.hand_and_brain import named_in_words
from data.model.match import Match, MatchState
from games import replay
from games.base import PASS, Move, Position, Record
from games.grid import shown_point

MAX_ALT = 1024
"""Characters of an alt text that Discord accepts."""


def alt_text(match: Match, keypad: Keypad | None, texts: Texts) -> str:
    """What is named or the last move changed, the time left, the position, which point each number plays.

    Against the computer, which often answers before the board is read, the move before it is told, too. The
    time is left out where there is no room for it.
    """
    moves, is_over = 1 if match.level is None else 2, match.state == MatchState.OVER
    position, presenter = replay(match.record), PRESENTERS[match.game]
    described = [position_in_words(match.game, position, texts, is_over=is_over)]
    labels = keypad.labels if keypad is not None else {}
    numbered = [f"{label} {name}" for name, label in labels.items() if label.isdigit()]
    if numbered:
        described.append(texts.plain("keypad.keys", keys=", ".join(numbered)))
    named = named_in_words(match, texts) if match.is_of_pairs else []
    changes = [*named, *last_changes(match.record, moves, texts)]
    clocks = "" if is_over else clocks_in_words(match, position, presenter, texts)
    words = " ".join(filter(None, [*changes, clocks, *described]))
    return words if len(words) <= MAX_ALT else " ".join([*changes, *described])


def board_in_words(
    record: Record, texts: Texts, *, moves: int = 1, is_over: bool = False, is_numbered: bool = True
) -> str:
    """The last ``moves`` of a record and what they did, whose turn it is unless it ``is_over``, the position.

    Passes after these moves are told, too. The moves of a puzzle are not numbered.
    """
    changes = last_changes(record, moves, texts, is_numbered=is_numbered)
    return " ".join([*changes, position_in_words(record.game, replay(record), texts, is_over=is_over)])


def position_in_words(slug: str, position: Position, texts: Texts, *, is_over: bool = False) -> str:
    """Whose turn it is unless it ``is_over``, what can be captured next, and where everything is."""
    presenter = PRESENTERS[slug]
    words = [*presenter.dangers(position, texts), presenter.describe(position, texts)]
    if not is_over and position.outcome() is None and not presenter.turn_of_both(position, texts):
        side = presenter.side_name_in(position.to_move, position, texts)
        words.insert(0, texts.plain("board.turn", side=side))
    return " ".join(words)


def last_changes(record: Record, moves: int, texts: Texts, *, is_numbered: bool = True) -> list[str]:
    """A sentence for each of the last ``moves`` of a record, and for the passes after each of them."""
    changes = list[str]()
    for ply in reversed(range(len(record.moves))):
        if moves == 0:
            break
        changes.append(_change(record, ply, texts, is_numbered=is_numbered))
        moves -= record.moves[ply] != PASS
    return changes[::-1]


def _change(record: Record, ply: int, texts: Texts, *, is_numbered: bool) -> str:
    presenter, before, move = PRESENTERS[record.game], replay(record.before(ply)), record.moves[ply]
    if list(before.legal_moves()) == [PASS]:
        side = presenter.side_name_in(before.to_move, before, texts)
        return texts.plain("match.forced-pass", side=side)
    change = change_in_words(record.game, before, move, texts)
    if not is_numbered or not presenter.is_play(move):
        return change
    return texts.plain("board.numbered", n=presenter.move_number(record.moves, ply), change=change)


def change_in_words(slug: str, before: Position, move: Move, texts: Texts) -> str:
    """Who played which move in a position, and what it turned, captured or threatens."""
    presenter = PRESENTERS[slug]
    words = ", ".join([presenter.move_in_words(before, move, texts), *presenter.effects(before, move, texts)])
    if not presenter.is_play(move):  # either side can say it
        return f"{words}."
    return texts.plain("board.change", side=presenter.side_name_in(before.to_move, before, texts), move=words)


def before_in_words(scene: BoardScene, move: Move, texts: Texts) -> str:
    """The position before a move that the picture compares with a better one: that move, and the marks.

    Where the picture shows the position after it, that position.
    """
    if scene.mistake is None:
        return " ".join([*marks_in_words(scene, texts), board_in_words(scene.record, texts)])
    ply = len(scene.record.moves)
    change = _change(scene.record.then(move), ply, texts, is_numbered=True)
    words = [texts.plain("board.before", change=change), *marks_in_words(scene, texts)]
    return " ".join([*words, board_in_words(scene.record, texts)])


def marks_in_words(scene: BoardScene, texts: Texts) -> list[str]:
    """The moves that the picture draws although they were not played, and the points that it marks."""
    presenter, position = PRESENTERS[scene.record.game], scene.position
    moves = [
        f"{number} {presenter.side_name_in(side, position, texts)} {presenter.move_text(move, texts)}"
        for number, (move, side) in enumerate(scene.line, 1)
    ]
    drawn = _listed("board.drawn-moves", moves, texts)
    dotted = _listed("board.dotted", sorted(scene.dots), texts)
    return [*drawn, *ringed_in_words(scene.group, texts), *dotted]


def ringed_in_words(group: frozenset[str], texts: Texts) -> list[str]:
    """Which stones the picture rings, in a sentence; none if it rings no stone."""
    return _listed("board.ringed", sorted(group), texts)


def _listed(key: str, points: Sequence[str], texts: Texts) -> list[str]:
    return [texts.plain(key, points=", ".join(map(shown_point, points)))] if points else []
