"""What a match of a tournament is called: on its board, in lists and in reminders."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from bot.messages.notifications import notification_text
from bot.messages.occasions import Occasions
from bot.messages.tournament_names import TournamentNames
from bot.presenters.keypad import Keypad
from bot.texts import LANGUAGES, texts
from bot.ui.clocks import SHARED_CLOCKS
from bot.ui.match_list import MatchListing, match_list_view
from bot.ui.match_message import match_view
from data.model.match import Match, Notified
from data.model.tournament import Kind, Pairing, Tournament
from data.tournaments.store import TournamentStore
from games.base import Outcome, Side
from games.clock import CONTROLS, Clock
from tests.boards import on_board
from tests.bot.stories import match_of
from tests.bot.tournaments.played import matched, play_round, stronger, tournament
from tests.bot.ui.shown import words

CUP = "Autumn Cup · Round 2"


class Known:
    """A store with one tournament, or none."""

    def __init__(self, known: Tournament | None) -> None:
        self.known = known
        self.reads = 0

    async def find(self, _: int) -> Tournament | None:
        self.reads += 1
        return self.known


def of(known: Tournament | None) -> tuple[TournamentNames, Known]:
    store = Known(known)
    return TournamentNames(cast(TournamentStore, store)), store


def match(number: int, tournament_id: int | None = 1) -> Match:
    clock = Clock.of(CONTROLS["1-day"]).turn(Side.FIRST, 0.0)
    played = match_of("othello", "8x8", id=number, tournament_id=tournament_id, clock=clock)
    return on_board(played, message_id=5)


async def test_a_match_has_the_title_and_the_round_of_its_tournament_which_is_read_once() -> None:
    cup = matched(play_round(replace(tournament(Kind.SWISS, 4, rounds=3), title="Autumn *Cup*"), stronger))
    names, store = of(cup)
    played = match(cup.in_round(2)[0].match_id or 0)
    assert await names.of(played, texts("en")) == r"Autumn \*Cup\* · Round 2"
    assert await names.of(played, texts("ko")) == r"Autumn \*Cup\* · 2라운드"
    assert store.reads == 1


@pytest.mark.parametrize(
    ("kind", "people", "called"), [(Kind.KNOCKOUT, 4, "Cup · Semifinals"), (Kind.ARENA, 4, "Cup")]
)
async def test_a_round_is_called_as_its_kind_calls_it(kind: Kind, people: int, called: str) -> None:
    cup = replace(tournament(kind, people), title="Cup", pairings=(Pairing(1, 1, 1, 2, match_id=7),))
    names, _ = of(cup)
    assert await names.of(match(7), texts("en")) == called


async def test_the_board_of_a_knockout_says_in_which_place_the_loser_is_out() -> None:
    cup = replace(tournament(Kind.KNOCKOUT, 8), title="Cup", pairings=(Pairing(1, 1, 1, 2, match_id=7),))
    names, _ = of(cup)
    playing = match(7)
    lost = replace(playing, outcome=Outcome(Side.FIRST, "outcome.resigned"))
    assert await names.of(playing, texts("en")) == "Cup · Quarterfinals"
    said = f"Cup · Quarterfinals · <@{playing.second_id}>: place 5–8"
    assert await names.of(lost, texts("en")) == said
    assert (await names.of(lost, texts("ko")) or "").endswith(f"<@{playing.second_id}> 님 5–8위")


async def test_a_match_of_no_tournament_or_of_a_deleted_one_is_part_of_nothing() -> None:
    names, store = of(None)
    assert await names.of(match(1), texts("en")) is None and store.reads == 1
    assert await names.of(match(1, None), texts("en")) is None and store.reads == 1


async def test_the_first_feature_that_knows_a_match_names_it() -> None:
    occasions, (names, _) = Occasions(), of(replace(matched(tournament(Kind.SWISS, 4)), title="Cup"))
    occasions.add(of(None)[0].of)
    occasions.add(names.of)
    assert await occasions.of_each([match(1001), match(7, None)], texts("en")) == {1001: "Cup · Round 1"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_list_and_reminder_say_it(language: str) -> None:
    reader, played = texts(language), match(3)
    board = match_view(played, played.home, reader, Keypad(), occasion=CUP)
    assert CUP in words(board).splitlines()[0]
    listed = match_list_view(
        [played], 1, MatchListing(), 1, reader, lambda _: False, occasions={played.id: CUP}
    )
    assert CUP in words(listed)
    text = notification_text(
        played, played.home, played.people[0], Notified.REMINDER, reader, SHARED_CLOCKS, CUP
    )
    assert CUP in text
