"""What the message of a tournament and its pairings say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.ui import Button, LayoutView

from bot.texts import LANGUAGES, texts
from bot.tournaments.changes import continued, joined, started
from bot.ui.pairings import PAGE, listed_pairings, on_page, pairings_view
from bot.ui.tournament import tournament_view
from data.model.match import Match
from data.model.tournament import Kind, Tournament
from tests.boards import on_board
from tests.bot.stories import match_of
from tests.bot.tournaments.played import OPEN, matched
from tests.bot.ui.shown import check_limits, words

EARLY_ID = 1_575_921_203_984_465_923
"""An id as long as Discord's are."""


def opened(kind: Kind, people: int) -> Tournament:
    """One that people with long ids have joined."""
    made = replace(OPEN, id=12345, kind=kind, creator_id=EARLY_ID)
    if kind is Kind.ARENA:
        made = replace(made, control="5+5", minutes=60)
    for person in range(people):
        made = joined(made, EARLY_ID + person)
    return made


def ids(view: LayoutView) -> list[str | None]:
    return [one.custom_id for one in view.walk_children() if isinstance(one, Button)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN, Kind.ARENA])
def test_while_it_starts_there_is_no_round_and_no_deadline_yet(kind: Kind, language: str) -> None:
    reader, one = texts(language), started(opened(kind, 5))
    shown = tournament_view(one, reader)
    assert reader("tournament.starting", n=5) in words(shown)
    assert "<t:" not in words(shown) and "0" not in words(shown).partition("\n")[2].partition("\n")[0]
    assert not [each for each in ids(shown) if each and "pairings" in each]
    assert reader("tournament.starting", n=5) not in words(tournament_view(continued(one, 100.0), reader))


def boards(one: Tournament) -> dict[int, Match]:
    """The matches of its pairings, each with a link of full length."""
    numbers = [pairing.match_id for pairing in one.pairings if pairing.match_id]
    place = {"guild_id": EARLY_ID, "channel_id": EARLY_ID, "message_id": EARLY_ID}
    return {number: on_board(match_of("othello", "8x8", id=number), **place) for number in numbers}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pairing_of_64_people_is_on_a_page_with_its_whole_link(language: str) -> None:
    one = matched(continued(started(opened(Kind.SWISS, 64)), 0.0))
    listed, found = list[str](), boards(one)
    for page in range(32 // PAGE):
        shown = pairings_view(one, found, EARLY_ID + 40, texts(language), page)
        lines = words(shown).split("\n")[1:]
        check_limits(shown)
        assert len(lines) == PAGE
        assert all(line.endswith(f"/{EARLY_ID}/{EARLY_ID}/{EARLY_ID})") for line in lines)
        listed += lines
    assert len(set(listed)) == 32
    assert f"<@{EARLY_ID + 40}>" in listed[0], "the reader's own comes first"
    last = pairings_view(one, found, 0, texts(language), 99)
    assert (
        words(last).split("\n")[1:] == words(pairings_view(one, found, 0, texts(language), 1)).split("\n")[1:]
    )
    assert ids(last) == [f"p:tournament:pairings.12345.{one}" for one in ("0.back", "1", "2.on")]


def test_few_pairings_have_no_pages() -> None:
    one = matched(continued(started(opened(Kind.SWISS, 8)), 0.0))
    assert ids(pairings_view(one, boards(one), 0, texts("en"))) == []
    assert list(on_page(listed_pairings(one, 0), 0)) == list(one.in_round(1))
