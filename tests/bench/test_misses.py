"""What a position shows that can be missed, on written positions; and that chances are repeatable."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ai import base
from ai.base import Choice, Limit
from ai.level import Level
from bench import misses
from bench.chances import KINDS
from games import GAMES
from games.base import Move, Position

OPEN_ROW = "h8 a1 i8 a3 j8 a5"
"""Three black stones in a row; White's are far away, and Black is to move."""


def after(slug: str, variant: str, moves: str) -> Position:
    position = GAMES[slug].start(variant)
    for move in moves.split():
        position = position.play(GAMES[slug].parse(move, position))
    return position


@pytest.mark.parametrize(
    ("kind", "moves", "right"),
    [
        ("makes five", f"{OPEN_ROW} k8 a7", "g8 l8"),
        ("makes five", OPEN_ROW, ""),
        ("stops a four", "h8 a1 i8 a3 j8 g8 k8", "l8"),
        ("stops a four", f"{OPEN_ROW} k8", ""),  # an open four is not stopped
        ("makes an open four", OPEN_ROW, "g8 k8"),
        ("makes an open four", "h8 a1 i8 a3 j8 g8", ""),
        ("stops an open three", "h8 a1 i8 a3 j8", "g8 k8"),
        ("stops an open three", "h8 a1 i8", ""),
    ],
)
def test_rows_of_gomoku(kind: str, moves: str, right: str) -> None:
    assert {*KINDS["gomoku"][kind](after("gomoku", "freestyle-15", moves))} == {*right.split()}


CORNER = """
. O X . . .
. . X . . .
. . X O . .
. . O X . .
. . . . . .
. . . . . .
to move: {side}
variant: 6x6
"""


def test_corners_of_othello() -> None:
    taker = GAMES["othello"].position(CORNER.format(side="first"))
    assert [*KINDS["othello"]["takes a corner"](taker)] == ["a1"]
    giver = GAMES["othello"].position(CORNER.format(side="second"))
    assert not [*KINDS["othello"]["gives no corner"](giver)], "the other side has a corner already"


LADDER = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . X X . . .
. . . X O O . . .
. . . . X . . . .
. . . . . . {stone} . .
. . . . . . . . .
. . . . . . . . .
to move: first
variant: 9x9-korean
"""


@pytest.mark.parametrize(("stone", "right"), [(".", {"g5"}), ("O", set())])
def test_ladders_of_go(stone: str, right: set[str]) -> None:
    position = GAMES["go"].position(LADDER.format(stone=stone))
    assert {*KINDS["go"]["begins a ladder that works"](position)} == right


def test_chances_are_repeatable_and_can_be_missed() -> None:
    answers = misses.Answers("hare_and_hounds")
    by_kind = misses.chances(answers, 2)
    assert by_kind == misses.chances(misses.Answers("hare_and_hounds"), 2)
    for name, chosen in by_kind.items():
        for chance in chosen:
            position = after("hare_and_hounds", "classic", " ".join(chance.moves))
            assert chance.right < {*position.legal_moves()}, name
    table = misses.table(answers, by_kind)
    assert table.count("\n") == 2 + len([chosen for chosen in by_kind.values() if chosen])
    assert all(row.rstrip(" |").endswith("0%") for row in table.splitlines()[2:]), "level 8 misses nothing"


def test_a_run_continues_where_the_last_one_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["hare_and_hounds", "--count", "1", "--folder", str(tmp_path)]
    assert misses.main(run) == 0
    table = capsys.readouterr().out
    searched = list[str]()
    engine = base.engine("hare_and_hounds")

    class Noting:
        def choose(self, position: Position, level: Level, limit: Limit, moves: Sequence[Move]) -> Choice:
            searched.append(level)
            return engine.choose(position, level, limit, moves)

    monkeypatch.setattr(misses, "engine", lambda slug: Noting())
    assert misses.main(run) == 0
    assert (capsys.readouterr().out, searched) == (table, [])
    path = tmp_path / "hare_and_hounds.jsonl"
    lines = [line for line in path.read_text().splitlines() if line]
    path.write_text("\n".join(lines[:-3]) + "\n" + lines[-3][:20])  # truncated while it was written
    assert misses.main(run) == 0
    assert capsys.readouterr().out == table and len(searched) == 3
