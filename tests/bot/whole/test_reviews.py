"""Looking back at a match that is over, through the real client: for one person, changing nothing."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest

import bot.match.analyses
from ai.analysis import Line, Verdict
from ai.base import analyse
from bot.match.analyses import Analyses
from bot.match.limits import HINTS
from data.model.match import Match
from games import replay
from games.base import Move, Record
from sandbox import Person, SeenMessage
from sandbox.testing.message import Button

from ..stories import HARE_ESCAPES
from .test_rematch import resigned
from .world import FakePlayer, World

BUTTONS = ["⏮️", "Prev", "Next", "⏭️", "Back", "Best move", "Post"]


@cache
def judge(record: Record, played: Move | None) -> Verdict:
    """Knows Hare and Hounds; of other games, that every move was the best one.

    A position is analyzed once for all tests, most of which review the same match.
    """
    if record.game == "hare_and_hounds":
        return analyse(record, played)
    move = played or replay(record).legal_moves()[0]
    return Verdict(Line(move, (move,), 0.3))


@pytest.fixture
def player() -> FakePlayer:
    one = FakePlayer()
    one.judge = judge
    return one


@pytest.fixture(autouse=True)
def quick_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.match.analyses, "NEWS_SECONDS", 0.05)


@pytest.fixture
async def over(w: World) -> Match:
    """A match that the hare has won."""
    match = await w.match_of_two(game="hare_and_hounds")
    return await w.shown(await w.append(match, HARE_ESCAPES))


async def opened(w: World, match: Match, person: Person) -> SeenMessage:
    return await person.resolved(await person.click(w.board(match), label="Review"))


async def judged(w: World, match: Match, person: Person) -> SeenMessage:
    """The review of a match, once it is judged."""
    review = await opened(w, match, person)
    await w.sandbox.until(lambda: "Analyzing" not in review.text)
    return review


def keys(review: SeenMessage) -> list[Button]:
    return [one for one in review.buttons if one.custom_id and not one.disabled]


async def to_the_first_move(w: World, review: SeenMessage) -> None:
    """From the overview by way of the end and the start."""
    await to_the_end(w, review)
    await w.alice.click(review, label="⏮️")
    await w.alice.click(review, label="Next")


async def to_the_end(w: World, review: SeenMessage) -> None:
    """From the overview by way of the graph."""
    await w.alice.click(review, label="Graph")
    await w.alice.click(review, label="End")


async def test_it_opens_on_an_overview(w: World, over: Match) -> None:
    review = await judged(w, over, w.alice)
    assert review.ephemeral and review.images
    assert "wins" in review.text and "Accuracy: Hounds " in review.text
    assert [one.label or one.emoji for one in review.buttons] == [
        "Graph",
        "Prev",
        "Next",
        "Practice",
    ]
    board = review.image_bytes()
    await w.alice.click(review, label="Graph")
    assert "100% is perfect play" in review.text and review.image_bytes() != board
    await w.alice.click(review, label="Back")
    assert "Turning points" in review.text and review.image_bytes() == board
    await w.alice.click(review, label="Prev")
    await w.alice.click(review, label="Next")
    assert "Move 3 of 12" in review.text and "blunder" in review.text
    await w.alice.click(review, label="Back")
    assert "Turning points" in review.text


async def test_stepping_through(w: World, over: Match) -> None:
    """From the end to the start and back; nobody else sees it, and a restart in between changes nothing."""
    public = w.public()
    review = await judged(w, over, w.alice)
    with w.unchanged():
        await to_the_end(w, review)
        assert [one.label or one.emoji for one in review.buttons] == BUTTONS
        assert "Move 12 of 12: 🐇 Hare" in review.text and "wins" in review.text
        seen = {review.image_bytes()}
        for ply in range(11, -1, -1):
            await w.alice.click(review, label="Prev")
            text = f"Move {ply} of 12: " if ply else "**Starting position** · 12 moves"
            assert text in review.text, review.text
            seen.add(review.image_bytes())
        assert len(seen) == 13
        assert "🐕 Hounds to move · **Hounds: winning in 12**" in review.text
        assert [one.label or one.emoji for one in keys(review)] == BUTTONS[2:]
        await w.restart()
        await w.alice.click(review, label="Next")
        await w.sandbox.until(lambda: "Move 1 of 12" in review.text)
        await w.alice.click(review, label="⏭️")
        assert "Move 12 of 12" in review.text
        await w.alice.click(review, label="⏮️")
        assert "Starting position" in review.text
    assert w.public() == public and w.board(over).image_bytes() in seen


async def test_its_menu_leads_to_a_mistake(w: World, over: Match) -> None:
    review = await judged(w, over, w.alice)
    await to_the_first_move(w, review)
    (menu,) = review.selects
    assert list(menu.options.values()) == ["3"]
    await w.alice.choose(review, "3")
    text = review.text.replace("\xa0", " ")
    assert "**blunder** · lets the hare pass 1 hound with b4 → b3 · misses" in text


async def test_an_overview_grows_while_the_match_is_judged(w: World, player: FakePlayer) -> None:
    """It is not edited anymore once it shows something else."""
    go_on = asyncio.Semaphore(0)

    async def held(record: Record, played: Move | None, **_: object) -> Verdict:
        await go_on.acquire()
        return judge(record, played)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "analyse", held)
        other = await w.append(await w.match_of_two(game="hare_and_hounds"), HARE_ESCAPES)
        review = await opened(w, await w.shown(other), w.alice)
        assert " 0%" in review.text
        for _ in range(5):
            go_on.release()
        await w.sandbox.until(lambda: " 41%" in review.text or " 42%" in review.text)
        assert "Accuracy" not in review.text, "of fewer than five moves of a side"
        await to_the_first_move(w, review)
        for _ in range(40):
            go_on.release()
        reports = [one async for one in w.client.services.part(Analyses).follow(other)]
        assert reports[-1].is_final
        await asyncio.sleep(0.2)
        assert "Move 1 of 12" in review.text


async def test_an_overview_that_shows_the_opening_is_not_edited_anymore(w: World, player: FakePlayer) -> None:
    go_on = asyncio.Event()

    async def held(record: Record, played: Move | None, **_: object) -> Verdict:
        await go_on.wait()
        return judge(record, played)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "analyse", held)
        match = await w.append(await w.match_of_two(game="hare_and_hounds"), HARE_ESCAPES)
        review = await opened(w, await w.shown(match), w.alice)
        await w.alice.click(review, label="Graph")
        await w.alice.click(review, label="Explore")
        await w.sandbox.until(lambda: "Matches" in {one.label for one in review.buttons})
        explored = review.text
        go_on.set()
        reports = [one async for one in w.client.services.part(Analyses).follow(match)]
        assert reports[-1].is_final
        await asyncio.sleep(0.2)
        assert review.text == explored
        await w.alice.click(review, label="Review")
        assert "Move 11 of 12" in review.text


async def test_both_players_see_the_same(w: World, over: Match) -> None:
    first, second = await judged(w, over, w.alice), await judged(w, over, w.bob)
    assert first != second and first.text == second.text


async def test_the_order_of_play_is_shown_in_the_review_itself(w: World, player: FakePlayer) -> None:
    match = await resigned(w, w.alice, await w.opened(await w.match_of_two()))
    review = await opened(w, match, w.alice)
    await to_the_end(w, review)
    plain = review.image_bytes()
    await w.alice.choose(review, "2.n")
    numbered = review.image_bytes()
    await w.alice.click(review, label="⏮️")
    await w.alice.click(review, label="⏭️")
    assert review.image_bytes() == numbered != plain
    await w.alice.choose(review, "2.p")
    assert review.image_bytes() == plain


async def test_advice_is_drawn(w: World, over: Match) -> None:
    review = await judged(w, over, w.alice)
    await to_the_first_move(w, review)
    await w.alice.click(review, label="⏮️")
    before = review.image_bytes()
    await w.alice.click(review, label="Best move")
    await w.sandbox.until(lambda: "· Hounds: " in review.text)
    assert review.image_bytes() != before


async def test_advice_that_is_not_known_is_limited_as_hints_are(w: World, player: FakePlayer) -> None:
    """The position after the last move is not judged until somebody asks."""
    match = await resigned(w, w.alice, await w.opened(await w.match_of_two()))
    review = await judged(w, match, w.alice)
    for _ in range(HINTS.allowed):
        await to_the_end(w, review)
        assert "slightly better" not in review.text
        await w.alice.click(review, label="Best move")
        await w.sandbox.until(lambda: "slightly better" in review.text)
        await w.alice.click(review, label="Back")
    await to_the_end(w, review)
    said = await w.reads(w.alice, w.alice.click(review, label="Best move"))
    assert f"{HINTS.allowed} hints per minute" in said


async def test_two_presses_at_once(w: World, over: Match) -> None:
    review = await judged(w, over, w.alice)
    await to_the_end(w, review)
    await asyncio.gather(*(w.alice.click(review, label="Prev") for _ in range(3)))
    assert "Move 11 of 12" in review.text


async def test_people_who_see_the_board_review_in_their_language(w: World, over: Match) -> None:
    review = await w.minji.resolved(await w.minji.click(w.board(over), label="Review"))
    await w.sandbox.until(lambda: "승부처" in review.text)
    assert "정확도: 사냥개 " in review.text
    await w.minji.click(review, label="그래프")
    await w.minji.click(review, label="마지막 국면")
    assert review.selects[0].placeholder == "실수를 골라서 보기"
    assert "12수 중 12수째: 🐇 토끼" in review.text


async def test_a_match_in_play_is_not_reviewed(w: World) -> None:
    match = await w.append(await w.match_of_two(game="hare_and_hounds"), (Move("c2-c3"),))
    for verb in ("review", "advise"):
        press = f"b:{verb}:{match.id}:1.0:0"
        await w.refused(w.bob, w.forge_press(w.bob, w.board(match), press), "review.not-over")


@pytest.mark.parametrize(
    ("argument", "shown"),
    [
        ("", "wins"),
        (":99999", "Move 12 of 12"),
        (":-1", "wins"),
        (":²", "wins"),
        (":nonsense", "wins"),
        (":3.x", "Move 3 of 12"),
        (":" + "9" * 60, "Move 12 of 12"),
    ],
)
async def test_garbage_shows_some_page(w: World, over: Match, argument: str, shown: str) -> None:
    board = w.board(over)
    before = board.text
    with w.unchanged():
        press = f"b:review:{over.id}:{over.ply}.0{argument}"
        review = await w.alice.resolved(await w.forge_press(w.alice, board, press))
    assert review.ephemeral and shown in review.text
    assert board.text == before


async def test_advice_on_the_end_is_refused(w: World, over: Match) -> None:
    press = f"b:advise:{over.id}:{over.ply}.0:12"
    await w.refused(w.alice, w.forge_press(w.alice, w.board(over), press), "review.not-judged")
