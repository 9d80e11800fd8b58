"""Names of openings."""

from __future__ import annotations

import pytest

from bot.presenters.openings import OTHELLO, RENJU, RENJU_VARIANTS, opening_key, opening_name
from bot.texts import texts
from games import replay
from games.base import Move, Record
from games.symmetry import canonical


def record(moves: str, game: str = "othello", variant: str = "8x8") -> Record:
    return Record(game, variant, tuple(map(Move, moves.split())))


def images(openings: dict[str, str], game: str, variant: str) -> set[bytes]:
    found = (canonical(replay(record(moves, game, variant))) for moves in openings.values())
    return {image.key for image in found if image is not None}


def test_openings_are_legal_and_distinct() -> None:
    assert len(images(OTHELLO, "othello", "8x8")) == len(OTHELLO) > 40
    for variant in RENJU_VARIANTS:
        assert len(images(RENJU, "gomoku", variant)) == len(RENJU) == 26


def test_renjus_openings_are_all_there_are_on_the_central_five_by_five() -> None:
    """Each third stone within two points of the center, up to symmetry."""
    every = set()
    for second in ("h9", "i9"):
        for column in "fghij":
            for row in range(6, 11):
                third = f"{column}{row}"
                if third not in ("h8", second):
                    image = canonical(replay(record(f"h8 {second} {third}", "gomoku", "renju-15")))
                    assert image is not None
                    every.add(image.key)
    assert every == images(RENJU, "gomoku", "renju-15")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_names_differ(language: str) -> None:
    for openings in (OTHELLO, RENJU):
        assert len({texts(language).plain(key) for key in openings}) == len(openings)


@pytest.mark.parametrize(
    ("moves", "key"),
    [
        ("", None),
        ("d3", None),
        ("c4 e3 f6 e6 f5", "opening.othello.tiger"),
        ("f5 d6 c3 d3 c4", "opening.othello.tiger"),
        ("e6 f4 c3 c4 d3 d6", "opening.othello.tiger"),
        ("d3 c5 d6 e3", "opening.othello.perpendicular"),
    ],
)
def test_the_longest_name_is_found_in_any_orientation(moves: str, key: str | None) -> None:
    assert opening_key(record(moves)) == key


@pytest.mark.parametrize(
    ("moves", "variant", "key"),
    [
        ("h8 h9", "renju-15", None),
        ("h8 h9 i9", "renju-15", "opening.gomoku.kagetsu"),
        ("h8 g8 g7", "renju-15", "opening.gomoku.kagetsu"),
        ("h8 g7 g9 a1 a2", "omok-15", "opening.gomoku.hogetsu"),
        ("h8 h9 i9", "swap2-15", None),
        ("a1 a2 b2", "renju-15", None),
    ],
)
def test_renjus_names(moves: str, variant: str, key: str | None) -> None:
    assert opening_key(record(moves, "gomoku", variant)) == key


def test_other_games_have_no_names() -> None:
    assert opening_name(record("c3", "go", "9x9-korean"), texts("ko")) == ""
    assert opening_name(record("f5 d6"), texts("en")) != ""
