"""A match with two boards: each names its own player, and nobody reads the other one's name there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.buttons import keypad_of
from bot.ui.links import link_for
from bot.ui.match_list import MatchListing, match_list_view
from bot.ui.message import message_view
from bot.ui.moderation_panel import moderated_match_view
from bot.ui.shared_position import shared_view
from data.model.board import Board
from data.model.match import CHALLENGE_REASON, Match, MatchState, Offer, OfferKind, PauseReason
from games.base import Move, Outcome, Side
from tests.bot.stories import match_of
from tests.bot.ui.shown import shown, words

PLAYED = replace(
    match_of("othello", "8x8", (Move("d3"),)),
    boards=(
        Board(id=1, guild_id=7, channel_id=70, locale="ko", side=Side.FIRST, message_id=700),
        Board(id=2, guild_id=9, channel_id=90, locale="ko", side=Side.SECOND, message_id=900),
    ),
)
FIRST, SECOND = (PLAYED.require_user(side) for side in Side)
CHALLENGE = replace(PLAYED, state=MatchState.CHALLENGE, moves=(), rematch_of=1, challenger_id=FIRST)
EVERY = [
    PLAYED,
    replace(PLAYED, moves=()),
    replace(PLAYED, paused=PauseReason.ADJOURNED),
    *(replace(PLAYED, offer=Offer(OfferKind.DRAW, side, 1)) for side in Side),
    *(replace(PLAYED, state=MatchState.OVER, outcome=Outcome(side, "outcome.resigned")) for side in Side),
    CHALLENGE,
    replace(CHALLENGE, challenger_id=SECOND),
    replace(CHALLENGE, state=MatchState.OVER, outcome=Outcome(None, f"{CHALLENGE_REASON}declined")),
]


@pytest.mark.parametrize(
    ("language", "result"), [("en", "Someone on another server wins:"), ("ko", "다른 서버 멤버 승리:")]
)
def test_a_result_says_that_a_person_of_another_server_wins(language: str, result: str) -> None:
    over = replace(PLAYED, state=MatchState.OVER, outcome=Outcome(Side.SECOND, "outcome.resigned"))
    reader = texts(language)
    assert result in words(shown(over, reader))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("match", EVERY)
def test_no_board_has_the_name_of_the_other_player(match: Match, language: str) -> None:
    reader = texts(language)
    for board, hidden in zip(match.boards, (SECOND, FIRST), strict=True):
        said = words(message_view(match, board, reader, keypad_of(match, board.side, "", reader)))
        assert f"<@{hidden}>" not in said
        if match.begun:
            assert reader("player.elsewhere") in said.replace("~", " ")
        if match.begun or match.state == MatchState.CHALLENGE:
            assert f"<@{FIRST + SECOND - hidden}>" in said
        if match.offer is not None and match.offer.side is not board.side:
            assert reader("player.someone-elsewhere")[1:] in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("match", EVERY)
def test_nor_has_the_panel_of_a_moderator(match: Match, language: str) -> None:
    said = words(moderated_match_view(match, Side.FIRST, {FIRST: "Ana", SECOND: "Ben"}, texts(language)))
    assert f"<@{FIRST}>" in said and f"<@{SECOND}>" not in said and "Ben" not in said


def test_nor_has_a_position_that_is_posted() -> None:
    over = replace(PLAYED, state=MatchState.OVER, outcome=Outcome(Side.SECOND, "outcome.resigned"))
    assert f"<@{SECOND}>" not in words(shared_view(over, Side.FIRST, 1, texts("en")))


def test_the_two_read_the_name_and_find_their_own_board_in_their_list() -> None:
    for user_id, opponent, address in ((FIRST, SECOND, "7/70/700"), (SECOND, FIRST, "9/90/900")):
        view = match_list_view([PLAYED], 1, MatchListing(), user_id, texts("en"), lambda _: False)
        said = words(view)
        assert f"<@{opponent}>" in said and address in said and address in link_for(PLAYED, user_id)
