"""Moves that are not played: pale numbered stones where stones are placed, numbered arrows elsewhere."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.drawing.base import LineMoves, Scene
from bot.drawing.registry import DRAWINGS
from games import replay
from games.base import PASS, Move, Position, Record, Side

STONES = {
    "othello": ("8x8", "d3 c3", "c4 e3 f6"),
    "gomoku": ("freestyle-15", "h8 i9", "g7 j10 f6"),
    "go": ("9x9-korean", "e5 c3", "g3 pass c7"),
}
PIECES = {
    "hare_and_hounds": ("classic", "a2-b2 b5-c4", "b1-b2"),
    "twelve_janggi": ("classic", "", ""),
}


def scene(slug: str, variant: str, moves: str, line: LineMoves = ()) -> Scene[Position]:
    record = Record(slug, variant, tuple(map(Move, moves.split())))
    return Scene(replay(record), hints=False, line=line)


def opened(slug: str, shown: Scene[Position]) -> Image.Image:
    return Image.open(io.BytesIO(DRAWINGS[slug].draw(shown))).convert("RGBA").convert("RGB")


def line_of(moves: str) -> LineMoves:
    return tuple((Move(move), Side(1 + at % 2)) for at, move in enumerate(moves.split()))


def changed(slug: str, before: Scene[Position], after: Scene[Position]) -> Image.Image:
    return ImageChops.difference(opened(slug, before), opened(slug, after)).convert("L")


@pytest.mark.parametrize("slug", STONES)
def test_each_expected_stone_is_drawn(slug: str) -> None:
    variant, moves, line = STONES[slug]
    plain = scene(slug, variant, moves)
    seen = set()
    for count in range(len(line.split()) + 1):
        seen.add(opened(slug, scene(slug, variant, moves, line_of(line)[:count])).tobytes())
    assert len(seen) == 1 + sum(move != PASS for move in line.split())
    assert changed(slug, plain, scene(slug, variant, moves, line_of(line))).getbbox() is not None


@pytest.mark.parametrize("slug", STONES)
def test_marks_of_a_point_leave_the_number_of_its_stone_readable(slug: str) -> None:
    variant, moves, line = STONES[slug]
    plain = scene(slug, variant, moves)
    move = Move(line.split()[0])
    numbered = replace(plain, line=((move, plain.position.to_move),))
    left, top, right, bottom = changed(slug, plain, numbered).getbbox() or (0, 0, 0, 0)
    middle_x, middle_y, half = (left + right) // 2, (top + bottom) // 2, (right - left) // 5
    number = middle_x - half, middle_y - half, middle_x + half, middle_y + half
    marked = replace(numbered, suggestion=move), replace(numbered, rings=frozenset({move}))
    assert changed(slug, numbered, marked[0]).getbbox() is not None
    assert [changed(slug, numbered, shown).crop(number).getbbox() for shown in marked] == [None, None]


@pytest.mark.parametrize("slug", STONES)
def test_an_occupied_point_stays_as_it_is(slug: str) -> None:
    variant, moves, _ = STONES[slug]
    taken = ((Move(moves.split()[0]), Side.FIRST),)
    assert changed(slug, scene(slug, variant, moves), scene(slug, variant, moves, taken)).getbbox() is None


@pytest.mark.parametrize("slug", STONES)
def test_who_plays_a_move_is_seen(slug: str) -> None:
    variant, moves, line = STONES[slug]
    move = Move(line.split()[0])
    by_first, by_second = (scene(slug, variant, moves, ((move, side),)) for side in Side)
    assert changed(slug, by_first, by_second).getbbox() is not None


@pytest.mark.parametrize("slug", PIECES)
def test_of_pieces_that_move_each_move_has_an_arrow(slug: str) -> None:
    variant, moves, _ = PIECES[slug]
    plain = scene(slug, variant, moves)
    first, second = plain.position.legal_moves()[:2]
    mover = plain.position.to_move
    short = scene(slug, variant, moves, ((first, mover),))
    long = scene(slug, variant, moves, ((first, mover), (second, mover.other)))
    assert changed(slug, plain, short).getbbox() is not None
    assert changed(slug, short, long).getbbox() is not None


@pytest.mark.parametrize("slug", PIECES)
def test_a_line_of_the_suggested_move_alone_is_the_suggestion(slug: str) -> None:
    variant, moves, _ = PIECES[slug]
    plain = scene(slug, variant, moves)
    suggested = replace(plain, suggestion=plain.position.legal_moves()[0])
    assert suggested.suggestion is not None
    line = ((suggested.suggestion, plain.position.to_move),)
    assert changed(slug, plain, suggested).getbbox() is not None
    assert changed(slug, suggested, replace(suggested, line=line)).getbbox() is None


@pytest.mark.parametrize("slug", [*STONES, *PIECES])
def test_a_mistake_is_drawn_where_it_was_played(slug: str) -> None:
    variant, moves, _ = {**STONES, **PIECES}[slug]
    plain = scene(slug, variant, moves)
    first, second = plain.position.legal_moves()[:2]
    drawn = [replace(plain, mistake=move) for move in (first, second)]
    assert changed(slug, plain, drawn[0]).getbbox() is not None
    assert changed(slug, *drawn).getbbox() is not None
    if slug in STONES:  # the point of the mistake has a cross instead of a number
        line = ((first, plain.position.to_move),)
        assert changed(slug, drawn[0], replace(drawn[0], line=line)).getbbox() is None


@pytest.mark.parametrize("slug", ["othello", "go"])
def test_a_pass_that_was_a_mistake_is_not_drawn(slug: str) -> None:
    variant, moves, _ = STONES[slug]
    plain = scene(slug, variant, moves)
    assert changed(slug, plain, replace(plain, mistake=PASS)).getbbox() is None


CLAIMED = {
    "othello": ("8x8", "d3 c3", "e4", "a1"),
    "gomoku": ("freestyle-15", "h8 i9", "h8", "a1"),
    "go": ("9x9-korean", "e5 c3", "e5", "a1"),
}


@pytest.mark.parametrize("slug", CLAIMED)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_stones_and_empty_points_that_a_claim_is_about_are_marked(slug: str, theme: str) -> None:
    variant, moves, stone, empty = CLAIMED[slug]
    plain = replace(scene(slug, variant, moves), theme=theme)
    ringed, dotted = replace(plain, group=frozenset({stone})), replace(plain, dots=frozenset({empty}))
    assert changed(slug, plain, ringed).getbbox() is not None
    assert changed(slug, plain, dotted).getbbox() is not None
    assert changed(slug, plain, replace(plain, group=frozenset({empty}))).getbbox() is None
    assert changed(slug, plain, replace(plain, dots=frozenset({stone}))).getbbox() is None


@pytest.mark.parametrize("slug", CLAIMED)
def test_what_a_claim_is_about_hides_no_other_mark(slug: str) -> None:
    variant, moves, stone, empty = CLAIMED[slug]
    last = replace(scene(slug, variant, moves), last=Move(stone))
    line = ((Move(empty), Side.FIRST),)
    for shown in (replace(last, line=line), replace(last, mistake=Move(empty))):
        claimed = replace(shown, group=frozenset({stone}), dots=frozenset({empty}))
        assert changed(slug, shown, claimed).getbbox() is None


def test_a_piece_that_is_lost_is_framed() -> None:
    plain = scene("twelve_janggi", "classic", "")
    assert changed("twelve_janggi", plain, replace(plain, group=frozenset({"a1"}))).getbbox() is not None
    assert changed("twelve_janggi", plain, replace(plain, group=frozenset({"a2"}))).getbbox() is None
    assert changed("twelve_janggi", plain, replace(plain, dots=frozenset({"a2"}))).getbbox() is not None
    assert changed("twelve_janggi", plain, replace(plain, dots=frozenset({"a1", "Z*"}))).getbbox() is None
