"""The canonical images of positions."""

from __future__ import annotations

import random

import pytest

from games import GAMES, game, replay
from games.base import Move, Position, Record
from games.go import GoPosition
from games.symmetry import canonical, family

VARIANTS = [(slug, variant) for slug, one in GAMES.items() for variant in (one.variants[0], one.variants[-1])]


def after(slug: str, variant: str, moves: str = "") -> Position:
    return replay(Record(slug, variant, tuple(map(Move, moves.split()))))


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_moves_that_are_images_of_one_lead_to_images_of_one_position(
    slug: str, variant: str, seed: int
) -> None:
    position, dice = game(slug).start(variant), random.Random(seed)
    for _ in range(12):
        image = canonical(position)
        legal = position.legal_moves()
        if image is None or not legal:
            break
        move = dice.choice(legal)
        alike = [other for other in legal if image.move(other) == image.move(move)]
        assert image.original(image.move(move)) == min(alike)
        images_after = [canonical(position.play(other)) for other in alike]
        assert len({after.key for after in images_after if after is not None}) <= 1
        position = position.play(move)


@pytest.mark.parametrize(
    ("slug", "variant", "one", "another"),
    [
        ("othello", "8x8", "d3 c3", "e6 f6"),
        ("othello", "8x8", "d3 c5 f6", "f5 d6 c3"),
        ("gomoku", "renju-15", "h8 h9 i10", "h8 g8 f7"),
        ("go", "9x9-korean", "c3 g7", "g3 c7"),
        ("hare_and_hounds", "classic", "a2-a3", "c2-c3"),
        ("twelve_janggi", "classic", "b2-b3", "b2-b3"),
    ],
)
def test_mirror_images_are_one(slug: str, variant: str, one: str, another: str) -> None:
    first, second = canonical(after(slug, variant, one)), canonical(after(slug, variant, another))
    assert first is not None and second is not None
    assert first.key == second.key


@pytest.mark.parametrize(
    ("slug", "variant", "one", "another"),
    [
        ("othello", "8x8", "d3 c3", "d3 c5"),
        ("gomoku", "renju-15", "h8 h9", "h8 i9"),
        ("gomoku", "swap2-15", "h8 h9 i10", "h8 h9 i10 two"),
        ("gomoku", "swap2-15", "h8 h9 i10 black", "h8 h9 i10 white"),
        ("go", "9x9-korean", "c3", "c3 pass"),
        ("go", "9x9-korean", "c3 pass", "c3 c4"),
        ("twelve_janggi", "classic", "b2-b3 b4-b3", "b2-b3 c4-b3"),
    ],
)
def test_other_positions_are_not(slug: str, variant: str, one: str, another: str) -> None:
    first, second = canonical(after(slug, variant, one)), canonical(after(slug, variant, another))
    assert first is not None and second is not None
    assert first.key != second.key


def test_a_point_that_ko_forbids_makes_another_position() -> None:
    taken = "d4 e4 c5 f5 d6 e6 e5 d5"
    with_ko = after("go", "9x9-korean", taken)
    assert isinstance(with_ko, GoPosition)
    assert with_ko.ko is not None
    one, another = canonical(with_ko), canonical(after("go", "9x9-korean", f"{taken} a1 a9"))
    assert one is not None and another is not None
    assert one.cells != another.cells
    assert 3 in one.cells and 3 not in another.cells


def test_the_count_of_go_is_no_opening() -> None:
    assert canonical(after("go", "9x9-korean", "pass")) is not None
    assert canonical(after("go", "9x9-korean", "pass pass")) is None


def test_moves_without_points_stay() -> None:
    image = canonical(after("go", "9x9-korean", "a1"))
    assert image is not None
    assert image.move(Move("pass")) == image.original(Move("pass")) == "pass"


@pytest.mark.parametrize(
    ("slug", "one", "another", "same"),
    [
        ("go", "9x9-korean", "9x9-chinese", True),
        ("go", "9x9-korean-h2", "9x9-chinese-h2", True),
        ("go", "9x9-korean", "9x9-korean-h2", False),
        ("hare_and_hounds", "classic", "no-limit", True),
        ("gomoku", "renju-15", "freestyle-15", False),
        ("othello", "8x8", "6x6", False),
    ],
)
def test_variants_with_the_same_openings(slug: str, one: str, another: str, same: bool) -> None:
    assert (family(slug, one) == family(slug, another)) is same
