"""A match of hand and brain in words and buttons: what is named, and that nobody asks for a hint."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.texts import LANGUAGES, Raw, texts
from bot.ui.board_words import alt_text
from bot.ui.buttons import keypad_of
from bot.ui.custom_ids import Verb
from bot.ui.seats import seats_view
from data.model.hand_and_brain import Seat
from data.model.match import Match, MatchState
from data.model.teams import Member
from games import GAMES, replay
from games.base import Move
from games.regions import regions
from tests.bot.stories import match_of, naming, pairs_of
from tests.bot.ui.shown import components_of, presses, shown, words

EN = texts("en")


def of_pairs(slug: str = "othello", variant: str = "8x8", *moves: str) -> Match:
    """A match of four people whose brain is to name."""
    match = match_of(slug, variant, tuple(map(Move, moves)))
    return replace(match, teams=pairs_of(match))


def with_members(match: Match, *first: Member) -> Match:
    """A match in which these people are on the side that begins, and the computer on the other one."""
    teams = replace(pairs_of(match), first=first, second=())
    return replace(match, second_id=None, level="3", teams=teams)


def alt(match: Match, language: str = "en") -> str:
    return alt_text(match, keypad_of(match, None, "", texts(language)), texts(language))


def test_what_is_named_comes_first_for_who_cannot_see_the_board() -> None:
    match = of_pairs("othello", "8x8", "d3")
    assert alt(match).startswith("1. Black d3, ")
    named = naming(match, "top-left")
    assert alt(named).startswith("Named: Top left. 1. Black d3, ")
    assert alt(named, "ko").startswith("고른 것: 왼쪽 위. 1수: 흑 d3, ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_region_has_a_name(slug: str, language: str) -> None:
    match = of_pairs(slug, GAMES[slug].variants[0])
    names = {alt(naming(match, region), language).partition(". ")[0] for region in regions(match.record)}
    assert len(names) == len(regions(match.record))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("slug", "kind"), [("othello", "part"), ("twelve_janggi", "piece"), ("hare_and_hounds", "hound")]
)
def test_the_seats_say_what_a_brain_names_in_the_game(slug: str, kind: str, language: str) -> None:
    reader, match = texts(language), of_pairs(slug, GAMES[slug].variants[0])
    lobby = replace(match, state=MatchState.CHALLENGE, challenger_id=1, expires_at=1e9)
    sentence = reader(f"brain.lobby.{kind}", creator=Raw("<@1>"))
    assert sentence in words(seats_view(lobby, reader)).replace("~", "\N{NO-BREAK SPACE}")


def test_a_pair_against_the_computer_has_no_button_for_a_hint() -> None:
    match = with_members(of_pairs(), Member(1, seat=Seat.BRAIN), Member(2, seat=Seat.HAND))
    region = next(iter(regions(match.record)))
    for seen in (match, naming(match, region)):
        assert seen.user_of(replay(seen.record).to_move) is not None
        labels = [part.get("label") for part in components_of(shown(seen, EN))]
        assert "Hint" not in labels and "Undo" in labels


def test_the_brain_names_only_where_a_move_is_legal() -> None:
    match = of_pairs()
    keypad = keypad_of(match, None, "", EN)
    enabled = [button.argument for button in keypad.buttons if not button.disabled and button.argument]
    assert enabled == list(regions(match.record))


@pytest.mark.parametrize(
    ("slug", "variant", "english", "korean"),
    [
        ("othello", "8x8", "name a part", "구역 고르기"),
        ("twelve_janggi", "classic", "name a piece", "말 고르기"),
        ("hare_and_hounds", "classic", "name a hound", "사냥개 고르기"),
    ],
)
def test_a_brain_is_told_what_it_names_in_this_game(
    slug: str, variant: str, english: str, korean: str
) -> None:
    match = of_pairs(slug, variant)
    for language, said in (("en", english), ("ko", korean)):
        assert f"<@{match.first_id}>: {said}" in words(shown(match, texts(language)))


def test_a_computer_in_the_seat_leaves_nothing_to_press() -> None:
    match = with_members(of_pairs(), Member(2, seat=Seat.HAND))
    verbs = [press.verb for press in presses(components_of(shown(match, EN)))]
    assert Verb.NAME not in verbs and verbs, "the match can be left all the same"


def test_both_of_a_pair_are_named_the_brain_first() -> None:
    match = of_pairs()
    hand, brain = Member(2, seat=Seat.HAND), Member(1, seat=Seat.BRAIN)
    seated = replace(match, teams=replace(pairs_of(match), first=(hand, brain), second=(hand,)))
    line = words(shown(seated, EN)).split("\n")[1]
    assert line == "-# Black~**2**~<@1>, <@2> · White~**2**~computer, <@2>"
    against_computer = with_members(match, brain, hand)
    assert "Black~**2**~<@1>, <@2> · Computer~(lv.~3/8)~**2**" in words(shown(against_computer, EN))
