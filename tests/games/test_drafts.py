"""Positions that are edited: every variant's start, and what putting pieces does."""

from __future__ import annotations

import random

import pytest

from games import GAMES
from games.base import BadSetup, RuleError, Side
from games.drafts import TO_FIRST, TO_SECOND, Draft

VARIANTS = [(slug, variant) for slug, game in GAMES.items() for variant in game.variants]


@pytest.mark.parametrize(("slug", "variant"), VARIANTS)
def test_the_start_of_a_variant_is_its_own(slug: str, variant: str) -> None:
    draft = Draft.start(slug, variant)
    assert len(draft.points) == len(draft.cells)
    assert draft.setup() is None
    assert draft.position().to_move is draft.to_move
    if draft.axes is not None:
        columns, rows = draft.axes
        assert {column + row for column in columns for row in rows} == set(draft.points)


@pytest.mark.parametrize(("slug", "variant"), [(slug, game.variants[0]) for slug, game in GAMES.items()])
def test_whatever_is_put_is_shown_and_can_be_set_up_or_not(slug: str, variant: str) -> None:
    dice, draft, started = random.Random(slug), Draft.start(slug, variant), 0
    for number in range(200):
        draft = Draft.start(slug, variant) if number % 20 == 0 else draft
        try:
            draft = draft.put(dice.choice(draft.pieces), dice.choice(draft.points))
        except BadSetup as refused:
            assert refused.key == "rule.setup-king"
        assert draft.position().legal_moves() is not None
        try:
            setup = draft.setup()
        except RuleError as refused:
            assert refused.key.startswith("rule.")
        else:
            started += setup is not None
    assert started


def test_stones() -> None:
    draft = Draft.start("go", "9x9-korean").put("X", "d4").put("O", "d5").put(".", "d4")
    assert draft.cells.count("X") == 0 and draft.diagram().split("\n")[4] == ". . . O . . . . ."


def test_a_hound_or_the_hare_is_moved_and_never_doubled() -> None:
    draft = Draft.start("hare_and_hounds", "classic")
    assert draft.pieces == ["a2", "b1", "b5", "c2"]
    assert draft.put("a2", "a3").cells == ".H.H...RH.."
    assert draft.put("b5", "b1").cells == "H..R...HH..", "they change places"


def test_pieces_of_twelve_janggi_come_from_hands_or_from_the_board() -> None:
    start = Draft.start("twelve_janggi", "classic")
    assert start.cells == "S..jKZzkJ..s"
    taken = start.put("Z", "b3")
    assert (taken.cells, taken.hands) == ("S..jK.ZkJ..s", ("Z", "")), "it moves, and takes"
    assert taken.put("z", "a3").cells == "S.zjK.ZkJ..s", "from the other hand"
    held = start.put(TO_SECOND, "a1").put(TO_FIRST, "c4")
    assert held.hands == ("S", "S") and held.setup() is not None
    assert start.put("H", "a2").cells.upper().count("Z") == 1
    assert start.put("Z", "a4").cells == "S..HK.zkJ..s", "a Man in the enemy camp is a Marquis"
    assert start.put("K", "a2").cells == "SK.j.ZzkJ..s"
    for piece in ("J", TO_FIRST, "k"):
        with pytest.raises(BadSetup):
            start.put(piece, "b1")


def test_the_side_to_move_is_part_of_it() -> None:
    draft = Draft("othello", "8x8", Draft.start("othello", "8x8").cells, Side.SECOND)
    assert (draft.setup() or "").endswith("to move: second")
