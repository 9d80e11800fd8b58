"""The message with a position for everybody."""

from __future__ import annotations

import pytest

from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.custom_ids import Verb
from bot.ui.shared_position import shared_view
from games import replay
from games.base import Move, Outcome, Side
from tests.bot.stories import EVERY_VARIANT_READ, match_of, random_game
from tests.bot.ui.shown import GALLERY, check_limits, presses, words

EN, KO = texts("en"), texts("ko")
MOVES = tuple(map(Move, ("d3", "c3", "c4")))
MATCH = match_of(
    "othello", "8x8", MOVES, id=7, state="over", outcome=Outcome(Side.SECOND, "outcome.resigned")
)


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_every_position_fits(slug: str, variant: str, language: str) -> None:
    moves = random_game(slug, variant, 1)
    outcome = replay(match_of(slug, variant, moves).record).outcome() or Outcome(None, "outcome.agreed")
    match = match_of(slug, variant, moves, state="over", outcome=outcome)
    for ply in {0, 1, len(moves) // 2, len(moves)}:
        check_limits(shared_view(match, None, ply, texts(language)))


def test_it_says_which_move_of_which_match() -> None:
    text = words(shared_view(MATCH, None, 2, EN)).split("\n")
    assert "**Othello 8×8 #7**" in text[0] and f"<@{MATCH.first_id}>" in text[0]
    assert text[1:] == ["Move 2 of 3: ⚪ White **c3**, flips 1"]
    assert words(shared_view(MATCH, None, 2, KO)).split("\n")[1] == "3수 중 2수째: ⚪ 백 **c3**, 1개 뒤집음"
    assert "wins" in words(shared_view(MATCH, None, 3, EN)).split("\n")[-1]


def test_the_picture_in_words_is_of_that_position() -> None:
    (gallery,) = [one for one in check_limits(shared_view(MATCH, None, 2, EN)) if one["type"] == GALLERY]
    position = replay(MATCH.record.before(2))
    alt = gallery["items"][0]["description"]
    assert alt.startswith("2. White c3, flips 1: d4. Black to move. ")
    assert alt.endswith(PRESENTERS["othello"].describe(position, EN))


def test_its_key_opens_the_review_there() -> None:
    (press,) = presses(check_limits(shared_view(MATCH, None, 2, EN)))
    assert (press.verb, press.match_id, press.argument) == (Verb.REVIEW, 7, "2")
