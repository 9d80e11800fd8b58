"""Practicing one's own mistakes, through the real client: from the review, and by ``/learn``."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

import bot.match.analyses
from bot.match.erasure import Erasure
from data.model.match import Match
from games import replay
from games.base import Move, Record
from sandbox import Person, SeenMessage

from ..stories import HARE_ESCAPES
from .test_reviews import judge
from .world import WITHIN, FakePlayer, World


@pytest.fixture
def player() -> FakePlayer:
    """Knows the truth about Hare and Hounds."""
    one = FakePlayer()
    one.judge = judge
    return one


@pytest.fixture(autouse=True)
def quick_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.match.analyses, "NEWS_SECONDS", 0.05)


@pytest.fixture
async def over(w: World) -> Match:
    """A match that Alice, the hounds, lost by her second move."""
    match = await w.match_of_two(game="hare_and_hounds")
    return await w.shown(await w.append(match, HARE_ESCAPES))


async def reviewed(w: World, match: Match, person: Person) -> SeenMessage:
    review = await person.resolved(await person.click(w.board(match), label="Review"))
    await w.sandbox.until(lambda: "%" in review.text and "Analyzing" not in review.text)
    return review


async def tries(person: Person, message: SeenMessage, match: Match, move: Move, kind: str = "m") -> None:
    """Try a third move: first its piece, then its goal."""
    piece, puzzle = move.split("-")[0], rf"p:practice:{kind}{match.id}(-[osme]+)?\.2"

    async def click(action: str) -> bool:
        ids = [button.custom_id or "" for button in message.buttons]
        pressed = next((name for name in ids if re.fullmatch(rf"{puzzle}\.{action}", name)), None)
        if pressed is not None:
            await person.click(message, custom_id=pressed)
        return pressed is not None

    if not await click(f"try.{move}"):
        assert await click(f"look.{piece}") and await click(f"try.{move}")


def wrong(match: Match) -> Move:
    """A third move that is neither the best nor the played one, which has no button."""
    before = replay(match.record.before(2))
    verdicts = {move: judge(match.record.before(2), move) for move in before.legal_moves()}
    return next(
        move
        for move, verdict in verdicts.items()
        if move != match.moves[2] and verdict.played is not None and verdict.played.score < 0
    )


def better(match: Match) -> Move:
    """The best third move."""
    return judge(match.record.before(2), match.moves[2]).best.move


async def test_from_the_review(w: World, over: Match) -> None:
    review = await reviewed(w, over, w.alice)
    await w.alice.click(review, label="Practice")
    assert "🐕 Hounds to move: better than" in review.text
    asked = review.image_bytes()
    await tries(w.alice, review, over, wrong(over))
    assert "isn't it · " in review.text
    await w.alice.click(review, label="Try again")
    assert review.image_bytes() == asked
    await w.alice.click(review, label="Solution")
    assert "Better: **" in review.text and review.image_bytes() != asked
    await w.alice.click(review, label="Try again")
    await tries(w.alice, review, over, better(over))
    assert "is the best move" in review.text
    await w.alice.click(review, label="Next")
    assert "Solved at the first try: 0 of 1" in review.text
    await w.alice.click(review, label="Try again (1)")
    assert review.image_bytes() == asked
    await tries(w.alice, review, over, better(over))
    await w.alice.click(review, label="Next")
    assert "Solved at the first try: 1 of 1" in review.text
    assert [button.label for button in review.buttons] == ["Review", "Close"]
    await w.alice.click(review, label="Close")
    await w.sandbox.until(lambda: review.is_deleted)


async def test_the_review_of_a_mistake_is_behind_its_solution(w: World, over: Match) -> None:
    review = await reviewed(w, over, w.alice)
    await w.alice.click(review, label="Practice")
    await w.alice.click(review, label="Solution")
    await w.alice.click(review, label="Review")
    assert "Move 3 of 12" in review.text


async def test_a_move_typed_in_the_channel_is_tried_while_one_is_asked(w: World, over: Match) -> None:
    await w.read_messages()
    review = await reviewed(w, over, w.alice)
    await w.alice.click(review, label="Practice")
    w.alice.say(w.games, wrong(over))
    await w.sandbox.until(lambda: review.is_deleted)  # it is shown again below what was typed
    w.alice.say(w.games, better(over))
    await w.sandbox.until(lambda: "is the best move" in w.ephemerals(w.alice)[-1].text or None)
    review = w.ephemerals(w.alice)[-1]
    w.alice.say(w.games, wrong(over))  # chat: nothing is asked anymore
    await w.alice.click(review, label="Next")
    await w.alice.click(review, label="Review")
    overview = review.text
    w.alice.say(w.games, wrong(over))
    await w.alice.command(w.games, "me")
    assert review.text == overview


async def test_what_is_due_is_asked_by_learn(w: World, over: Match) -> None:
    await reviewed(w, over, w.alice)
    store = w.client.services.store.mistakes
    deadline = time.monotonic() + WITHIN
    while not (mistakes := await store.of_person(int(w.alice.id))):  # stored after the review is shown
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
    assert [mistake.ply for mistake in mistakes] == [2]
    me = (await w.alice.command(w.games, "me")).shown
    await w.alice.click(me, label="Ratings")
    assert "1 of your mistakes is due" in me.text
    puzzle = (await w.alice.command(w.games, "learn", game="mistakes")).shown
    assert puzzle.ephemeral and "1 due" in puzzle.text and "better than" in puzzle.text
    await w.restart()
    await tries(w.alice, puzzle, over, better(over), "d")
    await w.sandbox.until(lambda: "is the best move" in puzzle.text)
    (kept,) = await w.client.services.store.mistakes.of_person(int(w.alice.id))
    assert (kept.tries, kept.solved) == (1, 1)
    await w.alice.click(puzzle, label="Next")
    assert "Nothing to practice now" in puzzle.text


async def test_nobody_elses_mistakes(w: World, over: Match) -> None:
    """The winner has none to practice; a spectator practices those of both, and nothing is counted."""
    review = await reviewed(w, over, w.bob)
    assert "🎯" not in [one.emoji for one in review.buttons]
    said = await w.bob.command(w.games, "learn", game="mistakes")
    assert "You have no mistakes to practice" in said.shown.text
    watched = await w.minji.resolved(await w.minji.click(w.board(over), label="Review"))
    await w.sandbox.until(lambda: "승부처" in watched.text)
    await w.minji.click(watched, label="연습하기")
    assert "사냥개 차례" in watched.text
    await tries(w.minji, watched, over, wrong(over))
    assert "정답이 아닙니다" in watched.text
    (kept,) = await w.client.services.store.mistakes.of_person(int(w.alice.id))
    assert kept.tries == 0


async def test_a_typed_move_and_garbage(w: World, over: Match) -> None:
    review = await reviewed(w, over, w.alice)
    await w.alice.click(review, label="Practice")
    for argument, key in (
        ("m1", "error.unknown-button"),
        (f"m{over.id}.2.try.z9-z8", None),
        ("m999.2.show", None),
    ):
        press = w.forge_press(w.alice, review, f"p:practice:{argument}")
        if key is not None:
            await w.refused(w.alice, press, key)
        else:
            assert await w.reads(w.alice, press)
    await w.alice.resolved(await w.forge_press(w.alice, review, f"p:practice:m{over.id}.99.show"))
    assert "better than" in review.text


async def test_a_match_in_play_gives_nothing_away(w: World) -> None:
    match = await w.append(await w.match_of_two(game="hare_and_hounds"), (Move("c2-c3"),))
    for action in ("show", "answer", "try.a2-b2"):
        press = w.forge_press(w.bob, w.board(match), f"p:practice:m{match.id}.0.{action}")
        await w.refused(w.bob, press, "review.not-over")


async def test_erased_with_the_person(w: World, over: Match) -> None:
    await reviewed(w, over, w.alice)
    store = w.client.services.store
    await w.client.services.part(Erasure).erase(int(w.alice.id))
    assert await store.mistakes.of_person(int(w.alice.id)) == []


def test_the_story_has_one_mistake() -> None:
    record = Record("hare_and_hounds", "classic", HARE_ESCAPES)
    verdict = judge(record.before(2), record.moves[2])
    assert verdict.played is not None and verdict.best.score == 1.0
