"""What a review finds: the truth of every position, and the moves that gave something away."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import bot.match.review
from ai.base import Choice, Limit, choose, solved
from bot.match.review import Mistake, Reviews, mistakes
from games import GAMES
from games.base import Move, Record
from tests.bot.stories import HARE_ESCAPES, match_of

GAME = ("a2-b2", "b5-c4", "b1-a2", "c4-b5", "a2-a3", "b5-b4", "b2-b3", "b4-b5", "c2-b2", "b5-b4")
"""Both sides throw it away: the hounds with their second and fifth moves, the hare with its fourth."""


@dataclass
class Truth:
    """Looks every move up, in this process."""

    asked: list[Record] = field(default_factory=list)
    proven: bool = True

    async def choose(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: int = 0,
        background: bool = False,
    ) -> Choice:
        """The pool's method."""
        self.asked.append(record)
        choice = choose(record, level, limit)
        return Choice(choice.move, choice.score, 1, 1, choice.line, self.proven, choice.plies)

    def submit(self, record: Record, level: str, **_: Any) -> Any:
        """The pool's other method."""
        raise AssertionError("a review waits for no board")


def match(*moves: str, game: str = "hare_and_hounds", **changes: Any) -> Any:
    moves = tuple(map(Move, moves))
    return match_of(game, GAMES[game].variants[0], moves, state="over", reason="outcome.resigned", **changes)


async def test_mistakes_are_moves_that_lose_what_could_be_had() -> None:
    over = match(*GAME)
    truths = await Reviews(Truth()).evaluations(over)
    found = mistakes(over, truths)
    assert [(one.ply, one.had, one.got) for one in found] == [(3, 1, -1), (8, 1, -1), (9, 1, -1)]
    assert [one.better.plies for one in found] == [23, 53, 15]
    for one in found:
        kept = match(*over.moves[: one.ply - 1], one.better.move)
        assert all(other.ply != one.ply for other in mistakes(kept, await Reviews(Truth()).evaluations(kept)))


async def test_the_end_by_the_rules_is_its_own_truth() -> None:
    over = match(*HARE_ESCAPES)
    player = Truth()
    truths = await Reviews(player).evaluations(over)
    assert truths[-1] is None and None not in truths[:-1]
    assert len(player.asked) == len(HARE_ESCAPES)
    assert [one.ply for one in mistakes(over, truths)] == [3]


def scripted(*scores: int | None) -> tuple[Choice | None, ...]:
    """Evaluations by their scores, for the side to move."""
    moves = [Move("d3"), Move("c3"), Move("c4"), Move("c5")]
    return tuple(
        None if score is None else Choice(move, float(score), 1, 1, (move,), True)
        for score, move in zip(scores, moves, strict=True)
    )


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((0, 0, 0, 0), []),
        ((1, -1, 1, -1), []),
        ((1, 0, 0, 1), [(1, 1, 0), (3, 0, -1)]),
        ((0, 1, -1, 1), [(1, 0, -1)]),
        ((-1, 1, 1, -1), [(2, 1, -1)]),
        ((1, None, 1, -1), []),  # what is not known is no mistake
    ],
)
def test_results_are_compared_for_who_moved(
    scores: tuple[int | None, ...], expected: list[tuple[int, int, int]]
) -> None:
    over = match("d3", "c3", "c4", game="othello")
    found = mistakes(over, scripted(*scores))
    assert [(one.ply, one.had, one.got) for one in found] == expected
    assert all(isinstance(one, Mistake) and one.better.move for one in found)


async def test_a_match_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.match.review, "_CACHED", 2)
    player = Truth()
    reviews = Reviews(player)
    matches = [match(*GAME[:2], id=number) for number in range(3)]
    assert not reviews.is_cached(matches[0])
    first = await reviews.evaluations(matches[0])
    assert reviews.is_cached(matches[0]) and await reviews.evaluations(matches[0]) is first
    assert len(player.asked) == 3
    for one in matches[1:]:
        await reviews.evaluations(one)
    assert [reviews.is_cached(one) for one in matches] == [False, True, True]


async def test_what_is_not_proven_is_not_told() -> None:
    over = match(*GAME)
    truths = await Reviews(Truth(proven=False)).evaluations(over)
    assert truths == (None,) * (len(GAME) + 1) and not mistakes(over, truths)


async def test_games_that_nobody_solved_are_not_searched_through() -> None:
    player = Truth()
    reviews, over = Reviews(player), match("d3", "c3", game="othello")
    assert reviews.is_cached(over) and await reviews.evaluations(over) == (None,) * 3
    assert player.asked == []


def test_which_games_are_solved() -> None:
    assert solved("hare_and_hounds") and solved("twelve_janggi")
    assert not any(map(solved, ("othello", "gomoku", "go")))
