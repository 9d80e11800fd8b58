"""Moves typed in Hangul letters, because the keyboard was not switched."""

from __future__ import annotations

import string
import unicodedata

import pytest

from games import GAMES
from games.base import BadNotation, IllegalMove, Move
from games.go.position import AGREE
from games.keyboard import latin, parse_typed

KEYS = "ㅁㅠㅊㅇㄷㄹㅎㅗㅑㅓㅏㅣㅡㅜㅐㅔㅂㄱㄴㅅㅕㅍㅈㅌㅛㅋ"
"""What the keys a to z write."""


def test_every_letter_has_its_key() -> None:
    assert latin(KEYS) == string.ascii_lowercase
    assert latin("ㅃㅉㄸㄲㅆㅒㅖ") == "qwertop"  # with shift


def test_syllables_are_the_keys_that_write_them() -> None:
    assert latin("큐2") == latin(unicodedata.normalize("NFD", "큐2")) == "zb2"
    assert latin("과") == "rhk" and latin("읽") == "dlfr"


@pytest.mark.parametrize("text", ["d4", "Ｄ 4", "王b2", "é", ""])
def test_other_text_stays(text: str) -> None:
    assert latin(text) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize(
    ("slug", "typed", "move"),
    [
        ("othello", "ㅊ2", "c2"),
        ("othello", "3ㅇ", "d3"),
        ("othello", "패스", "pass"),
        ("othello", "ㅔㅁㄴㄴ", "pass"),
        ("go", "ㅓ9", "j9"),
        ("go", "통과", "pass"),
        ("gomoku", "ㅐ15", "o15"),
        ("hare_and_hounds", "ㅠ1ㅠ2", "b1-b2"),
        ("twelve_janggi", "왕ㅁ2", "b1-a2"),
        ("twelve_janggi", "ㅏㅁ2", "b1-a2"),
        ("twelve_janggi", "큐3", "b2-b3"),
        ("othello", "디3", "d3"),
        ("othello", "씨 4", "c4"),
        ("gomoku", "에이치8", "h8"),
        ("go", "제이9", "j9"),
        ("hare_and_hounds", "비1-비2", "b1-b2"),
    ],
)
def test_a_move_in_every_game(slug: str, typed: str, move: Move) -> None:
    rules = GAMES[slug]
    assert parse_typed(rules, typed, rules.start(rules.variants[0])) == move


def test_a_spoken_letter_is_read_on_large_boards() -> None:
    go = GAMES["go"]
    assert parse_typed(go, "디16", go.start("19x19-korean")) == "d16"
    with pytest.raises(IllegalMove) as refused:
        parse_typed(go, "디16", go.start("9x9-korean"))
    assert refused.value.arguments["move"] == "d16"


def test_words_of_a_count() -> None:
    go = GAMES["go"]
    counting = go.start("9x9-korean").play(Move("d4")).play(Move("pass")).play(Move("pass"))
    assert parse_typed(go, "ㅇㄷㅁㅇ ㅇ4", counting) == "dead d4"
    assert parse_typed(go, "ㅁㅎㄱㄷㄷ", counting) == AGREE


def test_what_is_no_move_is_named_as_it_was_typed() -> None:
    othello = GAMES["othello"]
    for typed in ("안녕", "ㅊ", "hello"):
        with pytest.raises(BadNotation) as refused:
            parse_typed(othello, typed, othello.start("8x8"))
        assert refused.value.arguments == {"text": typed}


def test_a_point_off_the_board_is_named_in_latin_letters() -> None:
    go = GAMES["go"]
    with pytest.raises(IllegalMove) as refused:
        parse_typed(go, "ㅑ9", go.start("9x9-korean"))
    assert (refused.value.key, refused.value.arguments["column"]) == ("rule.no-column", "i")
