"""Plain messages: which of them is a move, and of which match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.interactions.plain_moves import is_like_move, plain_move
from data.model.match import Match, MatchState, PauseReason
from tests.bot.discord_fakes import CHANNEL
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO
from tests.bot.stories import naming, pairs_of

CHAT = (
    *("", "4", "q", "ok", "gg", "-", "p", "4d", "3k", "12", "ㅎ2", "ㅋㅋ"),
    *(":d4:", "d  4", "d 4 5", "ㅎ 2", "4 d", "d 20", "d4 d5", "d4.", "d4?", "to d4"),
)
"""What people write beside a board of Go, and what is too like it."""


def meant(text: str, *matches: Match, author: int = ANA, channel: int = CHANNEL) -> str | None:
    """The move that a message means; in brackets if it is refused before the match is asked."""
    typed = plain_move(matches, channel, author, text)
    if typed is None:
        return None
    return typed.move if typed.refusal is None else f"[{typed.move}: {typed.refusal.key}]"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("q4", "q4"),
        ("Q4", "q4"),
        ("Q 4", "q4"),
        ("ㅂ 4", "q4"),
        ("j 12", "j12"),
        ("ㅂ4", "q4"),
        ("큐4", "q4"),
        ("t19", "t19"),
    ],
)
async def test_a_point_is_a_move(h: Harness, text: str, move: str) -> None:
    assert meant(text, await h.match("go", "19x19-korean")) == move


async def test_a_point_with_a_blank_is_one_only_where_it_can_be_played(h: Harness) -> None:
    match = await h.match("go", "19x19-korean", moves=("q4",))
    assert [meant(text, match, author=BEN) for text in ("q 3", "q 4")] == ["q3", None], "q4 is occupied"
    assert meant("q 3", match) is None, "not their turn"


async def test_a_point_with_a_blank_outside_the_named_region_is_none(h: Harness) -> None:
    match = await h.match("go", "19x19-korean")
    match = naming(replace(match, teams=pairs_of(match)), "top-right")
    assert [meant(text, match) for text in ("q 16", "j 4")] == ["q16", None]
    assert meant("j4", match) == "j4", "the match says what was named"


@pytest.mark.parametrize("text", CHAT)
async def test_everything_else_is_none(h: Harness, text: str) -> None:
    assert meant(text, await h.match("go", "19x19-korean")) is None


@pytest.mark.parametrize(
    ("slug", "text", "move"),
    [
        ("othello", "d3", "d3"),
        ("othello", "a1", "a1"),  # the match says why it is not legal
        ("othello", "k1", "[k1: rule.off-board]"),
        ("hare_and_hounds", "a2-a3", "a2-a3"),
        ("hare_and_hounds", "a2", None),
        ("twelve_janggi", "b2", None),  # three pieces could
        ("twelve_janggi", "zb3", "b2-b3"),
    ],
)
async def test_moves_of_other_games(h: Harness, slug: str, text: str, move: str | None) -> None:
    match = await h.match(slug, "8x8" if slug == "othello" else None)
    assert meant(text, match) == move


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("z25", "[z25: rule.off-board]"),
        ("Z25", "[z25: rule.off-board]"),
        ("ㅋ25", "[z25: rule.off-board]"),
        ("d20", "[d20: rule.off-board]"),
        ("i9", "[i9: rule.no-column]"),
        ("w8", "[w8: rule.off-board]"),  # also said for wait
        ("ㅈ8", "[w8: rule.off-board]"),
        ("z 25", None),
        ("z250", None),
    ],
)
async def test_a_point_off_the_board_is_refused_if_it_is_their_turn(
    h: Harness, text: str, said: str | None
) -> None:
    match = await h.match("go", "19x19-korean")
    assert meant(text, match) == said
    assert meant(text, match, author=BEN) is None, "not their turn"
    assert meant(text, match, replace(match, id=match.id + 9)) is None, "of which match?"


async def test_a_pass_is_one_once_it_cannot_be_a_mistake(h: Harness) -> None:
    early = "[pass: typed.early]"
    first = await h.match("go", "9x9-korean", moves=("e5",))
    assert meant("pass", first, author=BEN) == early, "a stone surrounds no board"
    match = await h.match("go", "9x9-korean", moves=("e5", "c3"))
    assert [meant(word, match) for word in ("pass", "패스")] == [early, early], "much is open"
    passed = await h.match("go", "9x9-korean", moves=("e5", "c3", "pass"))
    assert meant("pass", passed, author=BEN) == early, "it would end play"
    walls = tuple(f"{column}{row}" for row in range(1, 10) for column in "de")
    settled = await h.match("go", "9x9-korean", moves=walls)
    assert [meant(word, settled) for word in ("pass", "패스")] == ["pass", "pass"]
    assert [meant(word, settled) for word in ("p", "-", "ok")] == [None, None, None]


async def test_only_a_player_beside_the_board_of_a_running_match(h: Harness) -> None:
    match = await h.match("go", "19x19-korean")
    assert meant("q4", match) == "q4"
    assert meant("q4", match, author=BEN) == "q4", "the match says whose turn it is"
    assert meant("q4", match, author=CHO) is None
    assert meant("q4", match, channel=CHANNEL + 1) is None
    assert meant("q4", replace(match, state=MatchState.OVER)) is None
    assert meant("q4", replace(match, paused=PauseReason.ADJOURNED)) is None
    assert meant("q4") is None


async def test_of_several_matches_it_is_that_which_can_take_the_move(h: Harness) -> None:
    go, gomoku = await h.match("go", "19x19-korean"), await h.match("gomoku", "renju-15")
    hare, taken = await h.match("hare_and_hounds"), await h.match("gomoku", "renju-15", moves=("h8", "h9"))
    waits_for_ben = await h.match("gomoku", "renju-15", moves=("h8",))
    for number, matches, text, move in (
        (1, (go, gomoku), "h8", "[h8: typed.several-boards]"),
        (2, (go, waits_for_ben), "h8", "h8"),
        (3, (hare, go), "q16", "q16"),
        (4, (taken, go), "h8", "h8"),
    ):
        assert meant(text, *matches) == move, number
    playable = plain_move((taken, go), CHANNEL, ANA, "h8")
    assert playable is not None and playable.match == go
    refused = plain_move((taken, waits_for_ben), CHANNEL, ANA, "h8")
    assert refused is not None and refused.match == taken, "that in which they are to move says why"
    assert meant("h8", taken, replace(taken, id=taken.id + 9)) is None


async def test_people_do_not_move_for_those_who_vote(h: Harness) -> None:
    assert meant("d3", await h.voted()) is None


def test_a_chat_costs_no_look_at_the_store() -> None:
    assert not any(map(is_like_move, ("hello", "lol", "what a fine board", "https://a.b/c1", "10 minutes")))
