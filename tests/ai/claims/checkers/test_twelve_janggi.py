"""Claims on the moves of Twelve Janggi: true ones are accepted, and false ones that look alike are not."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.checkers.twelve_janggi import holds
from ai.claims.checkers.twelve_janggi_force import Force, wins_at_once, without_past
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.twelve_janggi import tablebase
from ai.twelve_janggi.tablebase_player import branches
from ai.twelve_janggi.tablebase_probe import new_buffer
from games import replay
from games.base import Move, Record, Side
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

NODES = 20_000


def placed(rows: str, green: str, red: str, side: Side = Side.SECOND) -> JanggiPosition:
    """The position of these rows and hands."""
    return JanggiPosition("".join(rows.split()), (green, red), side)


def is_accepted(
    kind: Kind, position: JanggiPosition, move: str, line: str = "", nodes: int = NODES, **more: Any
) -> bool:
    """Whether a claim on a move is; ``more`` are ``n``, ``better`` and ``had``."""
    claim = Claim(kind, tuple(map(Move, line.split())), **more)
    return holds(position, Move(move), claim, Budget(nodes))


ATTACKED = placed("S..j K.Zk J..s", "Z", "")
EXCHANGED = placed("S..j K.sk J...", "Z", "Z", Side.FIRST)
LOOSE = placed("...j KSsk J...", "Z", "Z")
OPEN = placed("K.zj .Ss. J..k", "Z", "", Side.FIRST)
NEAR = placed("K.zj .Ss. JZ.k", "", "")
FAR = placed("Kszj JSk. ..Z.", "", "")
WON = placed("K.z. .Skj SjZ.", "", "")
BARE = placed(".K.. ..kj SsZ.", "JZ", "")
ENTERING = placed("Zk.. ...s K.j.", "Z", "JS")
LAST = placed(".... ..K. ...k", "JJSZ", "SZ")
FORKED = placed(".zS. K.sk JZ..", "J", "")
FORKING = placed("K.z. SZ.. jk..", "", "JS")
OPENING = placed("...j KSsk J...", "Z", "Z")
INVITING = placed(".Z.j KSk. J.z.", "", "S", Side.FIRST)
BESIEGED = placed("..zj KSsk J.Z.", "", "", Side.FIRST)
LOCKED = placed("...j KSsk J.z.", "Z", "", Side.FIRST)
ALONE = placed("K... .... .J.k", "JS", "SZ", Side.FIRST)
INVADED = placed(".k.. .... K...", "JJSZ", "SZ", Side.FIRST)


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "more"),
    [
        (Kind.LEAVES_KING, ATTACKED, "a4-a3", "b3-b4", {"better": "b4-b3"}),
        (Kind.IGNORES_ATTACK, ATTACKED, "a4-a3", "b3-b4", {"better": "b4-b3"}),
        (Kind.MISSES_PIECE, ATTACKED, "b4-a3", "b4-b3", {}),
        (Kind.FEW_SAVES, ATTACKED, "b4-c3", "c1-c2 a1-b2", {"n": 1, "better": "b4-b3", "had": 8}),
        (Kind.KING_WALKS_IN, EXCHANGED, "b1-a2", "b3-a2", {"better": "a1-b2"}),
        (Kind.ENTERS_TOO_SOON, ENTERING, "a2-b1", "c1-b1", {"better": "a2-a1"}),
        (Kind.MISSES_ENTRY, ENTERING, "J*a3", "a2-a1", {}),
        (Kind.MISSES_KING, BARE, "b3-a3", "b3-a2", {}),
        (Kind.ONLY_SAVE, LAST, "S*a2", "c4-b3", {}),
        (Kind.LETS_ENTER, INVADED, "c1-c2", "a2-a1", {"better": "J*b1"}),
        (Kind.LOSES_KING, EXCHANGED, "b1-a2", "b3-a2", {"n": 1}),
        (Kind.KING_FALLS, EXCHANGED, "b1-a2", "b3-a2", {"n": 1}),
        (Kind.KING_ENTERS, INVADED, "c1-c2", "a2-a1", {"n": 1}),
        (Kind.MISSES_VICTORY, WON, "a3-a2", "c2-c1 b2-a3 b3-c2 a3-b2 S*b3", {"n": 5}),
        (Kind.DROPS_IN, EXCHANGED, "Z*a3", "b4-a3", {}),
        (Kind.PIECE_WALKS_IN, LOOSE, "b3-a2", "b1-a2", {}),
        (Kind.LEAVES_PIECE, NEAR, "a4-b4", "b2-a3", {"better": "b3-a2"}),
        (Kind.LOSES_PIECE, OPEN, "Z*b1", "a3-a2", {"better": "Z*c3"}),
        (Kind.ALLOWS_FORK, FORKED, "b4-c4", "J*c3", {"better": "b4-a3"}),
        (Kind.MISSES_FORK, FORKING, "J*a2", "c1-b1", {}),
        (Kind.ALLOWS_PROMOTION, FAR, "b3-c2", "c3-c4", {"better": "a2-b1"}),
        (Kind.MISSES_EXCHANGE, OPENING, "Z*a2", "a4-a3 b2-a3 b4-a3", {}),
        (Kind.LETS_EXCHANGE, INVITING, "b1-a1", "c3-c2 c1-c2 b3-c2", {"better": "b2-c3"}),
        (Kind.SHUT_IN, OPENING, "Z*a2", "c1-c2 b2-a3", {"n": 1, "better": "a4-a3", "had": 4}),
        (Kind.SHUT_IN, BESIEGED, "b1-a1", "b3-a2 b3-a2", {"n": 0, "better": "c1-c2", "had": 2}),
        (Kind.LETS_OUT, LOCKED, "b2-c3", "", {"n": 3, "better": "Z*a2", "had": 1}),
        (Kind.MISSES_TAKING, INVITING, "b1-a1", "b2-c3", {}),
        (Kind.EMPTIES_HAND, OPENING, "Z*a3", "", {"better": "a4-a3"}),
        (Kind.LESS_SAFE, EXCHANGED, "Z*b2", "b3-c4 a4-a3", {"n": 4, "better": "a1-b2", "had": 9}),
        (Kind.EASES, OPEN, "Z*a2", "", {"n": 5, "better": "Z*c3", "had": 1}),
        (Kind.LETS_TAKE, LOOSE, "b3-a2", "b1-a2", {"better": "b3-c4"}),
        (Kind.LETS_ATTACK, FORKED, "b4-c4", "J*c3", {"better": "b4-a3"}),
        (Kind.LETS_GO, ALONE, "c2-c3", "c4-b4", {}),
        (Kind.MISSES_ATTACK, OPEN, "Z*a2", "Z*c3", {"better": "Z*c3"}),
    ],
)
def test_a_true_claim_is_accepted(
    kind: Kind, position: JanggiPosition, move: str, line: str, more: dict[str, Any]
) -> None:
    assert is_accepted(kind, position, move, line, **more)


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "more", "why"),
    [
        (Kind.LEAVES_KING, ATTACKED, "a4-a3", "b3-b4", {"better": "a4-a3"}, "it is left after that, too"),
        (Kind.LEAVES_KING, ATTACKED, "a4-a3", "a1-b2", {"better": "b4-b3"}, "not the King"),
        (Kind.IGNORES_ATTACK, EXCHANGED, "Z*a3", "b3-a2", {"better": "a1-b2"}, "no attack"),
        (Kind.IGNORES_ATTACK, ATTACKED, "b4-b3", "b1-b2", {"better": "b4-a3"}, "the King moves"),
        (Kind.MISSES_PIECE, ATTACKED, "b4-b3", "b4-b3", {}, "it was taken"),
        (Kind.MISSES_PIECE, ATTACKED, "b4-a3", "a4-a3", {}, "nothing is there"),
        (Kind.FEW_SAVES, ATTACKED, "b4-c3", "c1-c2 a1-b2", {"n": 2, "better": "b4-b3", "had": 8}, "other"),
        (
            Kind.FEW_SAVES,
            ATTACKED,
            "a4-a3",
            "b3-b4 a1-b2",
            {"better": "b4-b3", "had": 8},
            "the King is taken",
        ),
        (Kind.KING_WALKS_IN, ATTACKED, "a4-a3", "b3-b4", {"better": "b4-b3"}, "another piece"),
        (Kind.ENTERS_TOO_SOON, EXCHANGED, "b1-a2", "b3-a2", {"better": "a1-b2"}, "not in the camp"),
        (Kind.ENTERS_TOO_SOON, ENTERING, "a2-a1", "c1-b1", {"better": "a2-b1"}, "it is not reached"),
        (Kind.MISSES_ENTRY, ENTERING, "J*a3", "a2-b1", {}, "it is taken there"),
        (Kind.MISSES_ENTRY, ENTERING, "a2-a1", "a2-a1", {}, "it was played"),
        (Kind.MISSES_KING, BARE, "b3-a2", "b3-a2", {}, "it was taken"),
        (Kind.MISSES_KING, BARE, "b3-a3", "b3-b2", {}, "it is not there"),
        (Kind.ONLY_SAVE, LAST, "S*a2", "S*a3", {}, "it loses, too"),
        (Kind.ONLY_SAVE, LAST, "c4-b3", "c4-b3", {}, "it was played"),
        (Kind.LETS_ENTER, INVADED, "c1-c2", "a2-b2", {"better": "J*b1"}, "it stays outside"),
        (Kind.LETS_ENTER, INVADED, "J*b1", "a2-b1", {"better": "c1-c2"}, "it is taken there"),
        (Kind.LOSES_KING, EXCHANGED, "a1-b2", "b3-a2", {"n": 1}, "the King is not there"),
        (Kind.KING_FALLS, EXCHANGED, "b1-a2", "b3-a2", {"n": 2}, "the line ends too soon"),
        (Kind.KING_FALLS, INVADED, "c1-c2", "a2-a1", {"n": 1}, "it enters"),
        (Kind.KING_ENTERS, EXCHANGED, "b1-a2", "b3-a2", {"n": 1}, "it is taken"),
        (Kind.MISSES_VICTORY, WON, "a3-a2", "c2-c1", {"n": 1}, "not so soon"),
        (Kind.MISSES_VICTORY, WON, "c2-c1", "c2-c1", {"n": 5}, "it was played"),
        (Kind.DROPS_IN, EXCHANGED, "Z*c2", "b3-c2", {}, "it is retaken"),
        (Kind.DROPS_IN, LOOSE, "b3-a2", "b1-a2", {}, "no drop"),
        (Kind.PIECE_WALKS_IN, LOOSE, "b3-a2", "b1-b2", {}, "another square"),
        (Kind.LEAVES_PIECE, NEAR, "b3-a2", "b2-a3", {"better": "a4-b4"}, "the other way round"),
        (Kind.LOSES_PIECE, OPEN, "Z*c3", "a3-a2", {"better": "Z*b1"}, "the other way round"),
        (Kind.ALLOWS_FORK, FORKED, "b4-c4", "J*a3", {"better": "b4-a3"}, "no fork"),
        (Kind.MISSES_FORK, FORKING, "J*a2", "c1-c2", {}, "its own King is there"),
        (Kind.ALLOWS_PROMOTION, FAR, "b3-c2", "c3-b4", {"better": "a2-b1"}, "a Man does not step so"),
        (
            Kind.LESS_SAFE,
            EXCHANGED,
            "Z*b2",
            "b3-c4",
            {"n": 4, "better": "a1-b2", "had": 9},
            "a line too short",
        ),
        (Kind.EASES, OPEN, "Z*c3", "", {"n": 1, "better": "Z*a2", "had": 5}, "fewer"),
        (Kind.MISSES_EXCHANGE, OPENING, "Z*a2", "a4-a3 b1-a2 b3-a2", {}, "another piece"),
        (Kind.MISSES_EXCHANGE, OPENING, "Z*a2", "a4-a3 b2-a3", {}, "it is not retaken"),
        (Kind.MISSES_EXCHANGE, OPENING, "a4-a3", "a4-a3 b2-a3 b4-a3", {}, "it was played"),
        (Kind.LETS_EXCHANGE, OPENING, "Z*a2", "c1-c2 b3-c2 b1-c2", {"better": "Z*a3"}, "then, too"),
        (Kind.SHUT_IN, OPENING, "Z*a2", "c1-c2 b2-a3", {"n": 0, "better": "a4-a3", "had": 4}, "one step"),
        (Kind.SHUT_IN, BESIEGED, "c1-c2", "b3-a2 b3-a2", {"n": 2, "better": "b1-a1", "had": 0}, "more"),
        (Kind.LETS_OUT, LOCKED, "Z*a2", "", {"n": 1, "better": "b2-c3", "had": 3}, "the other way round"),
        (Kind.MISSES_TAKING, INVITING, "b2-c3", "b2-c3", {}, "it was taken"),
        (Kind.MISSES_TAKING, INVITING, "b1-a1", "b1-c1", {}, "nothing is there"),
        (Kind.EMPTIES_HAND, OPENING, "a4-a3", "", {"better": "Z*a3"}, "no drop"),
        (Kind.EMPTIES_HAND, OPENING, "Z*a3", "", {"better": "Z*a2"}, "that is a drop, too"),
        (Kind.LETS_TAKE, LOOSE, "b3-a2", "b2-a3", {"better": "b3-c4"}, "nothing is there"),
        (Kind.LETS_TAKE, EXCHANGED, "b1-a2", "b3-a2", {"better": "a1-b2"}, "the King is taken"),
        (Kind.LETS_ATTACK, FORKED, "b4-c4", "J*a3", {"better": "b4-a3"}, "no attack"),
        (Kind.LETS_GO, ALONE, "c2-b2", "c4-b4", {}, "no attack"),
        (Kind.MISSES_ATTACK, OPEN, "Z*c3", "Z*a2", {"better": "Z*a2"}, "the other way round"),
        (Kind.GIVES_CORNER, OPEN, "Z*a2", "b3-a2", {"better": "Z*c3"}, "of another game"),
    ],
)
def test_a_false_claim_is_refused(
    kind: Kind, position: JanggiPosition, move: str, line: str, more: dict[str, Any], why: str
) -> None:
    assert not is_accepted(kind, position, move, line, **more), why


def test_a_third_repetition_is_a_draw() -> None:
    around = ("b1-a2", "b4-a3", "a2-b1", "a3-b4")
    position = replay(Record("twelve_janggi", "classic", tuple(map(Move, around * 2))[:-1]))
    assert isinstance(position, JanggiPosition)
    assert is_accepted(Kind.REPEATS, position, "a3-b4", better=Move("a3-a2"))
    assert not is_accepted(Kind.REPEATS, position, "a3-a2", better=Move("a3-b4"))


def test_what_takes_too_long_is_not_decided() -> None:
    with pytest.raises(OutOfBudget):
        is_accepted(Kind.MISSES_VICTORY, WON, "a3-a2", "c2-c1", nodes=3, n=5)


def test_what_is_won_by_force_is_won_in_the_tablebase() -> None:
    """As soon or sooner; and what wins at once there does here, but for the rare end without a move."""
    words, dice, buffer = tablebase.shipped(), random.Random(12), new_buffer()
    assert words is not None
    won = 0
    for _ in range(12):
        position = TWELVE_JANGGI.start("classic")
        while position.outcome() is None and len(position.history) < 30:
            value = max(branches(position, words, buffer), key=lambda branch: branch.rank).value
            start = without_past(position)
            assert wins_at_once(start) is (0 < value <= 2)
            for moves in (2, 3):
                with contextlib.suppress(OutOfBudget):
                    if Force((), Budget(2_000)).wins(start, moves):
                        assert 0 < value <= 2 * moves
                        won += 1
            position = position.play(dice.choice(position.legal_moves()))
    assert won > 20
