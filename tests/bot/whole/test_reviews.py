"""Looking back at a match that is over, through the real client: for one person, changing nothing."""

from __future__ import annotations

import asyncio

import pytest

from ai.base import Choice, Limit, choose
from bot.match.limits import HINTS
from data.model import Match
from games.base import Move, Record
from sandbox import Person, SeenMessage
from sandbox.testing.message import Button

from ..stories import HARE_ESCAPES
from .test_rematch import resigned
from .world import FakePlayer, World

SIGNS = ["⏮️", "◀️", "▶️", "⏭️", "💡"]


class Knowing(FakePlayer):
    """Knows Hare and Hounds, and of other games the first move in the alphabet."""

    async def choose(
        self, record: Record, level: str, *, limit: Limit | None = None, queue_key: int = 0
    ) -> Choice:
        if record.game != "hare_and_hounds":
            return await super().choose(record, level)
        self.asked.append((record, level))
        return choose(record, level, limit)


@pytest.fixture
def player() -> FakePlayer:
    return Knowing()


@pytest.fixture
async def over(w: World) -> Match:
    """A match that the hare has won."""
    match = await w.match_of_two(game="hare_and_hounds")
    return await w.shown(await w.append(match, HARE_ESCAPES))


async def opened(w: World, match: Match, person: Person) -> SeenMessage:
    return await person.resolved(await person.click(w.board(match), label="Review"))


def keys(review: SeenMessage) -> list[Button]:
    return [one for one in review.buttons if one.custom_id and not one.disabled]


async def test_stepping_through(w: World, over: Match) -> None:
    """From the end to the start and back; nobody else sees it, and a restart in between changes nothing."""
    public = w.public()
    with w.unchanged():
        review = await opened(w, over, w.alice)
        assert review.ephemeral and [one.emoji for one in review.buttons] == SIGNS
        assert "Move 12 of 12: 🐇 Hare" in review.text and "wins" in review.text
        seen = {review.image_bytes()}
        for ply in range(11, -1, -1):
            await w.alice.click(review, label="◀️")
            text = f"Move {ply} of 12: " if ply else "**Starting position** · 12 moves"
            assert text in review.text, review.text
            seen.add(review.image_bytes())
        assert len(seen) == 13
        assert "🐕 Hounds to move: **winning in 23**" in review.text
        assert {one.emoji for one in keys(review)} == {"▶️", "⏭️", "💡"}
        await w.restart()
        await w.alice.click(review, label="▶️")
        await w.sandbox.until(lambda: "Move 1 of 12" in review.text)
        await w.alice.click(review, label="⏭️")
        assert "Move 12 of 12" in review.text
        await w.alice.click(review, label="⏮️")
        assert "Starting position" in review.text
    assert w.public() == public and w.board(over).image_bytes() in seen


async def test_its_menu_leads_to_a_mistake(w: World, over: Match) -> None:
    review = await opened(w, over, w.alice)
    (menu,) = review.selects
    assert list(menu.options.values()) == ["3"]
    await w.alice.choose(review, "3")
    assert "❗ This gave away a win. Better: **" in review.text and "(winning in 19)" in review.text
    assert "🐇 Hare to move: **winning in 57**" in review.text


async def test_the_order_of_play_is_shown_in_the_review_itself(w: World, player: FakePlayer) -> None:
    match = await resigned(w, w.alice, await w.opened(await w.match_of_two()))
    review = await opened(w, match, w.alice)
    plain = review.image_bytes()
    await w.alice.click(review, label="Numbers")
    numbered = review.image_bytes()
    await w.alice.click(review, label="⏮️")
    await w.alice.click(review, label="⏭️")
    assert review.image_bytes() == numbered != plain
    await w.alice.click(review, label="Numbers")
    assert review.image_bytes() == plain


async def test_advice_rings_a_move(w: World, over: Match) -> None:
    review = await opened(w, over, w.alice)
    await w.alice.click(review, label="⏮️")
    before = review.image_bytes()
    await w.alice.click(review, label="💡")
    await w.sandbox.until(lambda: "· Hounds: " in review.text)
    assert review.image_bytes() != before


async def test_what_is_thought_of_other_games_is_asked_for_and_counted(w: World, player: FakePlayer) -> None:
    """Stepping through costs no thought; advice is limited as hints are."""
    match = await resigned(w, w.alice, await w.opened(await w.match_of_two()))
    review = await opened(w, match, w.alice)
    await w.alice.click(review, label="◀️")
    assert player.asked == []
    for asked in range(HINTS):
        await w.alice.click(review, label="💡")
        await w.sandbox.until(lambda: "slightly better" in review.text)
        assert len(player.asked) == asked + 1
        await w.alice.click(review, label="⏮️" if asked % 2 else "▶️")
        assert "slightly better" not in review.text
    said = await w.reads(w.alice, w.alice.click(review, label="💡"))
    assert f"{HINTS} hints per minute" in said
    assert len(player.asked) == HINTS


async def test_two_presses_at_once(w: World, over: Match) -> None:
    review = await opened(w, over, w.alice)
    await asyncio.gather(*(w.alice.click(review, label="◀️") for _ in range(3)))
    assert "Move 11 of 12" in review.text
    first, second = await asyncio.gather(opened(w, over, w.alice), opened(w, over, w.bob))
    assert first != second and first.text == second.text


async def test_people_who_see_the_board_review_in_their_language(w: World, over: Match) -> None:
    review = await w.minji.resolved(await w.minji.click(w.board(over), label="Review"))
    assert "12수 중 12수째: 🐇 토끼" in review.text
    assert review.selects[0].placeholder == "실수 1개: 골라서 보기"


async def test_a_match_in_play_is_not_reviewed(w: World) -> None:
    match = await w.append(await w.match_of_two(game="hare_and_hounds"), (Move("c2-c3"),))
    for verb in ("review", "advise"):
        press = f"b:{verb}:{match.id}:1.0:0"
        await w.refused(w.bob, w.forge_press(w.bob, w.board(match), press), "review.not-over")


async def test_garbage_shows_some_ply(w: World, over: Match) -> None:
    """Anything that names no ply means the end, and the match's own message stays as it is."""
    for argument in ("", ":99999", ":-1", ":²", ":nonsense", ":" + "9" * 60):
        board = w.board(over)
        before = board.text
        with w.unchanged():
            press = f"b:review:{over.id}:{over.ply}.0{argument}"
            review = await w.alice.resolved(await w.forge_press(w.alice, board, press))
        assert review.ephemeral and "Move 12 of 12" in review.text
        assert board.text == before


async def test_advice_on_the_end_is_refused(w: World, over: Match) -> None:
    press = f"b:advise:{over.id}:{over.ply}.0:12"
    await w.refused(w.alice, w.forge_press(w.alice, w.board(over), press), "match.over")
