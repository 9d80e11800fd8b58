"""The counting of limits: how many in which time, for whom, when to try again, and what does not count."""

from __future__ import annotations

import ast
import inspect

import pytest

from bot.exceptions import Refusal
from bot.match import limits
from bot.match.events import MatchEvents
from bot.match.limits import (
    ANSWERS,
    ATTEMPTS,
    BOARDS,
    HINTS,
    IMPORTS,
    MENTIONS,
    PAIR_MENTIONS,
    REPLAYS,
    SERVER_MENTIONS,
    TYPED,
    VACATION_NOTICES,
    WELCOMES,
    Rate,
)
from bot.match.rate_limits import CostlyLimit, PostLimits, RateLimit
from bot.match.setup import Seats
from bot.texts import LANGUAGES, texts
from tests.bot.service import ANA, BEN, CHO, HERE, Service
from tests.clock import Clock

RATES = {name: one for name, one in vars(limits).items() if isinstance(one, Rate)}
COSTLY = (HINTS, ATTEMPTS, REPLAYS, IMPORTS)
HOME, AWAY = 7, 8


def refused(take: object) -> Refusal:
    with pytest.raises(Refusal) as error:
        assert callable(take)
        take()
    return error.value


# --- The table ---------------------------------------------------------------------------------------


LIMITS = [
    (MENTIONS, 5, 600, "person"),
    (SERVER_MENTIONS, 30, 600, "server"),
    (PAIR_MENTIONS, 3, 600, "pair of people"),
    (BOARDS, 5, 60, "person"),
    (ANSWERS, 5, 60, "person"),
    (WELCOMES, 1, 60, "channel"),
    (VACATION_NOTICES, 1, 86_400, "match"),
    (HINTS, 6, 60, "person"),
    (ATTEMPTS, 20, 60, "person"),
    (REPLAYS, 3, 60, "person"),
    (IMPORTS, 5, 60, "person"),
    (TYPED, 30, 60, "person"),
]
"""A rate, how many of its actions it allows in how many seconds, and what it counts by."""


@pytest.mark.parametrize(("rate", "allowed", "seconds", "per"), LIMITS)
def test_every_limit(rate: Rate, allowed: int, seconds: float, per: str) -> None:
    assert (rate.allowed, rate.seconds, rate.per) == (allowed, seconds, per)
    clock = Clock()
    limit = RateLimit[int](clock, rate)
    for _ in range(allowed):
        assert not limit.is_reached(ANA)
        limit.count(ANA)
    assert limit.is_reached(ANA)
    assert not limit.is_reached(BEN)
    clock.now += seconds
    assert not limit.is_reached(ANA)


def test_the_table_is_tested_whole() -> None:
    assert [rate for rate, *_ in LIMITS] == list(RATES.values())


def test_every_limit_has_its_reason() -> None:
    """A docstring follows each line of the table."""
    body = ast.parse(inspect.getsource(limits)).body
    named = {
        target.id: body[at + 1]
        for at, one in enumerate(body)
        if isinstance(one, ast.Assign)
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    reasons = {name: named[name] for name in RATES}
    missing = [
        name
        for name, one in reasons.items()
        if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
    ]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rate", [one for one in RATES.values() if one.refusal and one is not PAIR_MENTIONS])
def test_a_refusal_says_how_many_and_when(rate: Rate, language: str) -> None:
    said = texts(language)(rate.refusal, most=rate.allowed, n=47)
    assert str(rate.allowed) in said and "47" in said


# --- Counting ----------------------------------------------------------------------------------------


def test_the_refusal_says_when_to_try_again() -> None:
    clock = Clock()
    limit = RateLimit[int](clock, BOARDS)
    for _ in range(BOARDS.allowed):
        limit.count(ANA)
        clock.now += 2
    error = refused(lambda: limit.check(ANA))
    assert (error.key, error.arguments) == (BOARDS.refusal, {"most": 5, "n": 50})
    clock.now += 50
    limit.check(ANA)
    limit.count(ANA)
    assert refused(lambda: limit.check(ANA)).arguments["n"] == 2


def test_long_times_are_said_in_minutes() -> None:
    clock = Clock()
    limit = RateLimit[int](clock, MENTIONS)
    for _ in range(MENTIONS.allowed):
        limit.count(ANA)
    clock.now += 61
    assert refused(lambda: limit.check(ANA)).arguments["n"] == 9
    clock.now += 538
    assert refused(lambda: limit.check(ANA)).arguments["n"] == 1


@pytest.mark.parametrize("rate", COSTLY)
def test_what_costs_is_given_one_at_a_time(rate: Rate) -> None:
    limit = CostlyLimit(Clock(), rate)

    def take(user_id: int = ANA) -> None:
        with limit.take(user_id):
            pass

    with limit.take(ANA):
        assert refused(take).key == rate.busy
        take(BEN)
    with pytest.raises(ZeroDivisionError), limit.take(ANA):
        raise ZeroDivisionError  # it is over, and counts
    for _ in range(rate.allowed - 2):
        take()
    assert refused(take).key == rate.refusal


# --- Posts and mentions ------------------------------------------------------------------------------


class Posts:
    """Posts of people, at a time that the test sets."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.limits = PostLimits(self.clock, MatchEvents())

    def post(
        self, rate: Rate = BOARDS, user_id: int = ANA, guild_id: int | None = HOME, to: int | None = None
    ) -> None:
        with self.limits.posting(rate, user_id, guild_id, to):
            pass


@pytest.mark.parametrize("rate", [BOARDS, ANSWERS])
def test_posts_of_a_person(rate: Rate) -> None:
    posts = Posts()
    for _ in range(rate.allowed):
        posts.post(rate)
    assert refused(lambda: posts.post(rate)).key == rate.refusal
    assert refused(lambda: posts.post(rate, guild_id=AWAY)).key == rate.refusal
    posts.post(rate, BEN)
    posts.post(BOARDS if rate is ANSWERS else ANSWERS)
    posts.clock.now += rate.seconds
    posts.post(rate)


def test_what_is_refused_later_does_not_count() -> None:
    posts = Posts()
    for _ in range(2 * BOARDS.allowed):
        with pytest.raises(Refusal), posts.limits.posting(BOARDS, ANA, HOME, BEN):
            raise Refusal("limit.matches")
    for _ in range(BOARDS.allowed):
        posts.post(to=BEN)


def test_mentions_of_a_person() -> None:
    posts = Posts()
    for other in range(100, 100 + MENTIONS.allowed):
        posts.post(to=other)
        posts.clock.now += BOARDS.seconds
    assert refused(lambda: posts.post(to=300)).key == "limit.mentions"
    posts.post()
    posts.post(user_id=BEN, to=300)
    posts.clock.now += MENTIONS.seconds - MENTIONS.allowed * BOARDS.seconds
    posts.post(to=300)


def test_mentions_in_a_server() -> None:
    posts = Posts()
    for person in range(SERVER_MENTIONS.allowed):
        posts.post(user_id=1000 + person, to=BEN)
    error = refused(lambda: posts.post(to=BEN))
    assert (error.key, error.arguments) == ("limit.server-mentions", {"most": 30, "n": 10})
    posts.post(guild_id=AWAY, to=BEN)
    posts.post(guild_id=None, to=BEN)
    posts.post()


async def test_an_accepted_challenge_does_not_count_and_a_canceled_one_does(made: Service) -> None:
    counted, challenges = PostLimits(made.clock, made.events), made.matches.challenges

    async def challenge(other: int, answer: str) -> None:
        with counted.posting(ANSWERS, ANA, HOME, other):
            asked = await challenges.create("othello", "6x6", Seats(ANA, other), ANA, HERE)
        if answer == "accept":
            playing = await challenges.accept(asked.id, other)
            await made.matches.resign(playing.id, None, other)
        else:
            await challenges.cancel(asked.id, ANA)
        made.clock.now += ANSWERS.seconds / 2

    for _ in range(MENTIONS.allowed):
        await challenge(BEN, "accept")
    for other in range(100, 100 + MENTIONS.allowed):
        await challenge(other, "cancel")
    assert refused(lambda: counted.posting(ANSWERS, ANA, HOME, CHO).__enter__()).key == "limit.mentions"
