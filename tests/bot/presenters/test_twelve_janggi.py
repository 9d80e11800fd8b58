"""Twelve Janggi in words and keys."""

from __future__ import annotations

import pytest

from bot.presenters import FACES
from bot.presenters.base import Key, Pad, Sight, Tone
from bot.texts import texts
from games.base import Move, Side
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

FACE = FACES["twelve_janggi"]

FIGHT = """
S . . .
K . Z k
J . . .
to move: {side}
hands: ZS / j
"""


def fight(side: Side = Side.FIRST) -> JanggiPosition:
    """FIRST holds a Man and a Minister."""
    return TWELVE_JANGGI.position(FIGHT.format(side="first" if side is Side.FIRST else "second"))


def pad(position: JanggiPosition, cursor: str = "", viewer: Side = Side.FIRST) -> Pad:
    return FACE.pad(Sight(position, cursor=cursor, viewer=viewer), texts("en"))


def drawn(of: Pad) -> list[str]:
    """The rows of keys: what may be taken up in brackets, what is taken up in braces, goals marked by >."""
    return [" ".join(map(_drawn, row)) for row in of.rows if isinstance(row, list)]


def _drawn(key: Key) -> str:
    label = key.label.split()[-1] if "×" not in key.label else key.label
    if key.disabled:
        return label
    return {Tone.GOAL: f">{label}", Tone.CHOSEN: f"{{{label}}}", Tone.OWN: f"[{label}]"}[key.tone]


@pytest.mark.parametrize(
    ("side", "cursor", "viewer", "rows"),
    [
        (Side.FIRST, "", Side.FIRST, ["a4 K c4", "a3 [Z] c3", "a2 b2 c2", "[S] [K] [J]", "[S] [Z]"]),
        (Side.FIRST, "b1", Side.FIRST, ["a4 K c4", "a3 [Z] c3", ">a2 >b2 >c2", "[S] {K} [J]", "[S] [Z]"]),
        (Side.FIRST, "b3", Side.FIRST, ["a4 >K c4", "a3 {Z} c3", "a2 b2 c2", "[S] [K] [J]", "[S] [Z]"]),
        (Side.FIRST, "S*", Side.FIRST, ["a4 K c4", ">a3 [Z] >c3", ">a2 >b2 >c2", "[S] [K] [J]", "{S} [Z]"]),
        (Side.FIRST, "J*", Side.FIRST, ["a4 K c4", "a3 [Z] c3", "a2 b2 c2", "[S] [K] [J]", "[S] [Z]"]),
        (Side.SECOND, "", Side.SECOND, ["J K S", "c2 b2 a2", "c3 Z a3", "c4 [K] a4", "[J]"]),
        (Side.SECOND, "b4", Side.SECOND, ["J K S", "c2 b2 a2", ">c3 >Z >a3", ">c4 {K} >a4", "[J]"]),
    ],
)
def test_the_board_is_its_keys(side: Side, cursor: str, viewer: Side, rows: list[str]) -> None:
    assert drawn(pad(fight(side), cursor, viewer)) == rows


def test_a_goal_carries_its_move() -> None:
    moves = {
        key.argument
        for row in pad(fight(), "Z*").rows
        if isinstance(row, list)
        for key in row
        if key.verb == "move" and not key.disabled
    }
    assert moves == {move for move in fight().legal_moves() if move.startswith("Z*")}


def test_two_of_a_kind_are_one_key() -> None:
    position = TWELVE_JANGGI.position("K . . .\n. . . .\n. . . k\nhands: ZZ / -")
    assert pad(position).rows[-1] == [Key("子 Z ×2", "Z*", "look", tone=Tone.OWN)]


@pytest.mark.parametrize("cursor", ["J*", "K*", "b4", "b2", "d9", "*", "zz", "S", "\N{PILE OF POO}*"])
def test_only_what_can_move_is_taken_up(cursor: str) -> None:
    assert FACE.look(Sight(fight(), cursor=cursor)).selected is None


@pytest.mark.parametrize(
    ("language", "drop", "step", "told"),
    [
        (
            "en", "drop 子 Z on b2", "b1 → b2",
            "Green: 相 S a1, 王 K b1, 子 Z b3, 將 J c1; in hand: 相 S, 子 Z. "
            "Red: 王 K b4; in hand: 將 J.",
        ),
        (
            "ko", "子 Z b2에 놓기", "b1 → b2",
            "초록: 相 S a1, 王 K b1, 子 Z b3, 將 J c1. 가진 말: 相 S, 子 Z. "
            "빨강: 王 K b4. 가진 말: 將 J.",
        ),
    ],
)  # fmt: skip
def test_what_is_said(language: str, drop: str, step: str, told: str) -> None:
    reader = texts(language)
    assert FACE.say(Move("Z*b2"), reader) == drop
    assert FACE.say(Move("b1-b2"), reader) == step
    assert FACE.describe(fight(), reader) == told


def test_a_king_in_the_enemy_camp_is_told() -> None:
    position = TWELVE_JANGGI.position("K . . k\n. . . .\n. . . .\nto move: second")
    reader = texts("en")
    assert list(FACE.notes(position, reader)) == []
    entered = TWELVE_JANGGI.position("k . . .\n. . . .\n. . K .\nto move: first")
    assert list(FACE.notes(entered, reader)) == [reader("janggi.entered", side="Red")]


def test_the_second_coming_of_a_position_is_told() -> None:
    position = TWELVE_JANGGI.start("classic")
    for move in ("c1-c2", "a4-a3", "c2-c1", "a3-a4"):
        assert list(FACE.notes(position, texts("ko"))) == []
        position = position.play(Move(move))
    assert list(FACE.notes(position, texts("ko"))) == [texts("ko")("janggi.repeated")]


def test_the_computers_opponent_sees_the_board_from_their_side() -> None:
    assert FACE.turns
    assert FACES["hare_and_hounds"].turns is False
