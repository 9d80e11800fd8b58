"""Korean particles after every kind of ending."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest

from ai.base import levels
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.texts.particles import with_particle
from bot.ui.level_names import level_name
from games import GAMES
from games.base import Side

HANGUL = [
    ("흑", "흑을 흑이 흑은 흑과 흑으로 흑이라"),
    ("민지", "민지를 민지가 민지는 민지와 민지로 민지라"),
    ("서울", "서울을 서울이 서울은 서울과 서울로 서울이라"),
    ("값", "값을 값이 값은 값과 값으로 값이라"),
    ("가", "가를 가가 가는 가와 가로 가라"),
    ("힣", "힣을 힣이 힣은 힣과 힣으로 힣이라"),
]
DIGITS = [
    ("0", "0을 0이 0은 0과 0으로 0이라"),
    ("1", "1을 1이 1은 1과 1로 1이라"),
    ("2", "2를 2가 2는 2와 2로 2라"),
    ("3", "3을 3이 3은 3과 3으로 3이라"),
    ("4", "4를 4가 4는 4와 4로 4라"),
    ("5", "5를 5가 5는 5와 5로 5라"),
    ("6", "6을 6이 6은 6과 6으로 6이라"),
    ("7", "7을 7이 7은 7과 7로 7이라"),
    ("8", "8을 8이 8은 8과 8로 8이라"),
    ("9", "9를 9가 9는 9와 9로 9라"),
    ("d3", "d3을 d3이 d3은 d3과 d3으로 d3이라"),
    ("j10", "j10을 j10이 j10은 j10과 j10으로 j10이라"),
]
LATIN = [
    ("Anna", "Anna를 Anna가 Anna는 Anna와 Anna로 Anna라"),
    ("M", "M을 M이 M은 M과 M으로 M이라"),
    ("LN", "LN을 LN이 LN은 LN과 LN으로 LN이라"),
    ("URL", "URL을 URL이 URL은 URL과 URL로 URL이라"),
]
MARKED = [
    ("**d3**", "**d3**을 **d3**이 **d3**은 **d3**과 **d3**으로 **d3**이라"),
    ("민지🎉", "민지🎉를 민지🎉가 민지🎉는 민지🎉와 민지🎉로 민지🎉라"),
    ("흑 ", "흑 을 흑 이 흑 은 흑 과 흑 으로 흑 이라"),
    ("(흑)", "(흑)을 (흑)이 (흑)은 (흑)과 (흑)으로 (흑)이라"),
    ("d３", "d３을 d３이 d３은 d３과 d３으로 d３이라"),
]
UNKNOWN = ["", "🎉", "猫", "кот", "<@123>", "<@!123>", "**<@123>**", "<t:1700000000:R>", "<#5>", "민지 <@&7>"]
PAIRS = ["을/를", "이/가", "은/는", "과/와", "으로/로", "이라/라"]


@pytest.mark.parametrize(("word", "wanted"), HANGUL + DIGITS + LATIN + MARKED)
def test_particles_follow_the_last_sound(word: str, wanted: str) -> None:
    assert " ".join(with_particle(word, pair) for pair in PAIRS) == wanted


@pytest.mark.parametrize("word", UNKNOWN)
def test_both_are_written_if_the_pronunciation_is_unknown(word: str) -> None:
    """Such as for a mention, which Discord replaces by a name."""
    particles = [with_particle(word, pair).removeprefix(word) for pair in PAIRS]
    assert particles == ["을(를)", "이(가)", "은(는)", "과(와)", "(으)로", "(이)라"]


def test_sentences_use_them() -> None:
    reader = texts("ko")
    assert "흑은 " in reader("match.forced-pass", n=1, side="흑")
    assert "사냥개는 " in reader("match.forced-pass", n=1, side="사냥개")


def read_aloud(number: int) -> str:
    """A number up to 9999 in Korean: 305 is 삼백오."""
    units, text = ("", "십", "백", "천"), ""
    for place, digit in enumerate(reversed(str(number))):
        if digit != "0":
            name = "" if digit == "1" and place else "영일이삼사오육칠팔구"[int(digit)]
            text = name + units[place] + text
    return text or "영"


def fitting(syllable: str, pair: str) -> str:
    """The half of ``pair`` after a syllable, by its decomposition into letters."""
    final = unicodedata.normalize("NFD", syllable)[2:]
    after_consonant, after_vowel = pair.split("/")
    return (
        after_vowel
        if not final or (final == "\N{HANGUL JONGSEONG RIEUL}" and pair == "으로/로")
        else after_consonant
    )


def check(name: str) -> None:
    """Every particle after a name that ends in Hangul or in a number, perhaps with marks behind it."""
    ending = re.search(r"([가-힣]|[0-9]+)\W*$", name)
    assert ending is not None, name
    spoken = read_aloud(int(ending[1])) if ending[1].isdigit() else ending[1]
    for pair in PAIRS:
        assert with_particle(name, pair) == name + fitting(spoken[-1], pair)


def test_numbers_are_read_aloud() -> None:
    numbers = (0, 1, 7, 10, 11, 20, 100, 110, 305, 999, 1000, 1001)
    spoken = ["영", "일", "칠", "십", "십일", "이십", "백", "백십", "삼백오", "구백구십구", "천", "천일"]
    assert [read_aloud(number) for number in numbers] == spoken


def test_particles_after_every_number() -> None:
    for number in range(1001):
        check(str(number))
        check(f"#{number}")
        check(f"**{number}**")


@pytest.mark.parametrize("slug", GAMES)
def test_particles_after_every_level_and_game(slug: str) -> None:
    reader = texts("ko")
    check(reader.plain(f"game.{slug}"))
    for level in levels(slug):
        name = level_name(slug, level, reader)
        check(name)
        check(reader.plain("player.computer", level=name))


@pytest.mark.parametrize("slug", GAMES)
def test_particles_after_every_side_and_move(slug: str) -> None:
    """Of a random game of each variant, also as Swap2 calls them."""
    reader, presenter, chance = texts("ko"), PRESENTERS[slug], random.Random(1)
    for variant in GAMES[slug].variants[:12]:
        position = GAMES[slug].start(variant)
        for _ in range(40):
            for side in Side:
                check(presenter.side_name_in(side, position, reader))
            moves = position.legal_moves()
            if not moves:
                break
            for move in moves:
                check(presenter.move_text(move, reader))
            position = position.play(chance.choice(moves))
