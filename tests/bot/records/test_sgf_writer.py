"""SGF as we write it, and as two other programs read it."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pysgf
import pytest

from bot.records.base import Ending, GameRecord, Quality, Result
from bot.records.sgf_writer import result_text, write_sgf
from games import GAMES, replay
from games.base import PASS, Move, Record, Side
from games.clock import CONTROLS, EVERY_CONTROL, Budget
from games.go.position import GoPosition
from games.go.variant import Variant
from tests.programs import find, needs
from tests.variants import every_variant

from .random_games import annotated, random_record

ITSELF = {side: side for side in Side}


def record_of(slug: str, variant: str, moves: str) -> Record:
    return Record(slug, variant, tuple(map(Move, moves.split())))


def test_a_game_of_go() -> None:
    game = GameRecord(
        record=record_of("go", "9x9-korean", "e5 c3 pass pass"),
        names=("Ana", "Ben ]"),
        result=Result(Side.FIRST, margin=3.5),
        begun=date(2026, 11, 5),
        control=CONTROLS["byo-yomi"],
    )
    assert write_sgf([game], "Daeguk:1.0") == (
        "(;FF[4]AP[Daeguk:1.0]CA[UTF-8]DT[2026-11-05]GM[1]KM[6.5]OT[3x30 byo-yomi]PB[Ana]PW[Ben \\]]RE[B+3.5]"
        "RU[Korean]SZ[9]TM[600];B[ee];W[cg];B[];W[])\n"
    )


def test_a_game_of_othello_has_the_discs_at_the_start() -> None:
    text = write_sgf([GameRecord(record=record_of("othello", "8x8", "d3 c5"))], "x")
    assert "AB[ed][de]" in text and "AW[dd][ee]" in text and text.endswith(";B[dc];W[ce])\n")


def test_the_names_of_swap2_are_of_the_colors_at_the_end() -> None:
    record = record_of("gomoku", "swap2-15", "h8 h9 i9 black j10")
    text = write_sgf([GameRecord(record=record, names=("Ana", "Ben"), result=Result(Side.FIRST))], "x")
    assert "PB[Ben]PW[Ana]RE[W+]" in text and text.endswith("B[ig]XM[black];W[jf])\n")


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (None, ""),
        (Result(None), "0"),
        (Result(None, Ending.VOID), "Void"),
        (Result(Side.FIRST), "B+"),
        (Result(Side.SECOND, Ending.RESIGNATION), "W+R"),
        (Result(Side.SECOND, Ending.TIME), "W+T"),
        (Result(Side.FIRST, Ending.FORFEIT), "B+F"),
        (Result(Side.FIRST, margin=12.0), "B+12"),
    ],
)
def test_results(result: Result | None, text: str) -> None:
    assert result_text(result, ITSELF) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("3-days", "OT[3 days per move]"),
        ("5+5", "OT[5 fischer]"),
        ("10+10", "OT[10 fischer]"),
        ("vote-1d", "OT[1 days per move]"),
        ("relay-15m", "OT[15 minutes per move]"),
        ("round-5m-first", "OT[Black: 5 minutes per move, White: 15 minutes per move]"),
        ("round-1h-second", "OT[White: 60 minutes per move, Black: 180 minutes per move]"),
    ],
)
def test_clocks(name: str, text: str) -> None:
    game = GameRecord(record=Record("go", "9x9-korean"), control=EVERY_CONTROL[name])
    assert text in write_sgf([game], "x")


def test_the_clock_of_the_giver_of_a_simul_is_of_their_color_at_the_end_of_swap2() -> None:
    record = record_of("gomoku", "swap2-15", "h8 h9 i9 black j10")
    text = write_sgf([GameRecord(record=record, control=EVERY_CONTROL["round-5m-first"])], "x")
    assert "OT[White: 5 minutes per move, Black: 15 minutes per move]" in text


def test_the_time_left_after_each_move() -> None:
    record = record_of("go", "9x9-korean", "e5 c3 e6")
    left = {0: Budget(123.44, 3), 1: Budget(0.0, 2)}
    text = write_sgf([GameRecord(record=record, control=CONTROLS["byo-yomi"], left=left)], "x")
    assert text.endswith(";B[ee]BL[123.4]OB[3];OW[2]W[cg]WL[0.0];B[ed])\n")
    text = write_sgf([GameRecord(record=record, control=CONTROLS["5+5"], left={0: Budget(299.0)})], "x")
    assert text.endswith(";B[ee]BL[299.0];W[cg];B[ed])\n")
    text = write_sgf([GameRecord(record=record, control=CONTROLS["3-days"], left=left)], "x")
    assert "BL" not in text, "what is left of a day says nothing"


def test_comments_and_variations() -> None:
    game = GameRecord(
        record=record_of("go", "9x9-korean", "e5 c3 d4"),
        comments={0: "Hello", 2: "a [b]\nc"},
        variations={1: (Move("g7"), Move("g3")), 2: (Move("e5"), Move("a1")), 3: (Move("a1"),)},
    )
    text = write_sgf([game], "x")
    assert text.startswith("(;FF[4]AP[x]C[Hello]CA[UTF-8]")
    assert text.endswith(";B[ee](;C[a [b\\]\nc]W[cg];B[df](;W[ai]))(;W[gc];B[gg]))\n")
    root = pysgf.GoGame.parse(text)
    assert [child.move.gtp() for child in root.children[0].children] == ["C3", "G7"]


def test_bad_moves_and_leads() -> None:
    game = GameRecord(
        record=record_of("go", "9x9-korean", "e5 c3 d4"),
        qualities={0: Quality.DOUBTFUL, 1: Quality.BAD, 2: Quality.VERY_BAD},
        leads={0: 0.5, 1: -12.34, 3: -0.04},
    )
    text = write_sgf([game], "x")
    assert text.endswith("V[0.5];B[ee]DO[]V[-12.3];BM[1]W[cg];B[df]BM[2]V[0])\n")


def test_what_is_said_of_moves_that_sgf_has_no_node_for() -> None:
    """Of a choice in Swap2 the comment stays; there is no move that could be called bad."""
    game = GameRecord(
        record=record_of("gomoku", "swap2-15", "h8 h9 i9 black j10"),
        comments={3: "before", 4: "after"},
        qualities={3: Quality.BAD},
        variations={3: (Move("white"),)},
    )
    assert write_sgf([game], "x").endswith(";B[ig]C[before\nafter]XM[black];W[jf])\n")


GO_VARIANTS = GAMES["go"].variants


@pytest.mark.parametrize(("slug", "variant"), every_variant([GAMES["go"]], by_slug=True))
def test_another_library_reads_the_same(slug: str, variant: str) -> None:
    named = Variant.named(variant)
    assert named is not None
    record = random_record(slug, variant, plies=40 if named.handicap else 150)
    text = write_sgf([annotated(GameRecord(record=record, names=("Ana", "벤 ]")))], "Daeguk:1.0")
    root = pysgf.GoGame.parse(text)
    assert (root.board_size, root.komi, root.handicap) == ((named.size,) * 2, named.komi, named.handicap)
    assert root.get_property("PW") == "벤 ]"
    assert {move.gtp().lower() for move in root.placements} == {
        named.board.names[point] for point in named.handicap_points
    }
    seen = []
    node = root
    while node.children:
        node = node.children[0]
        seen.append(node.move.gtp().lower())
    assert seen == [move for move in record.moves if len(move) <= 3 or move == PASS]


GNUGO = find("gnugo")


@needs("GNU Go", GNUGO)
@pytest.mark.parametrize("plies", [60])
def test_gnu_go_has_the_same_board_in_every_variant(tmp_path: Path, plies: int) -> None:
    """One process loads the files one after the other."""
    commands, expected = [], []
    for variant in GO_VARIANTS:
        record = _without_counts(random_record("go", variant, plies=plies))
        path = tmp_path / f"{variant}.sgf"
        game = annotated(GameRecord(record=record, names=("Ana", "벤")))
        path.write_text(write_sgf([game], "Daeguk:1.0"))
        position = replay(record)
        assert isinstance(position, GoPosition)
        commands += [f"loadsgf {path}", "list_stones black", "list_stones white", "get_komi"]
        expected += [[_stones(position, side) for side in Side] + [f"{position.variant.komi:.1f}"]]
    run = subprocess.run(
        [str(GNUGO), "--mode", "gtp"],
        input="\n".join([*commands, "quit", ""]),
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    answers = [one.removeprefix("=").strip() for one in run.stdout.strip().split("\n\n")][: len(commands)]
    found = [
        [*(" ".join(sorted(one.lower().split())) for one in answers[at + 1 : at + 3]), answers[at + 3]]
        for at in range(0, len(answers), 4)
    ]
    assert found == expected


def _without_counts(record: Record) -> Record:
    """The moves before the first count: GNU Go has none."""
    passes = [
        ply
        for ply, pair in enumerate(zip(record.moves, record.moves[1:], strict=False))
        if pair == (PASS, PASS)
    ]
    return record.before(passes[0] + 2) if passes else record


def _stones(position: GoPosition, side: Side) -> str:
    names = position.board.names
    return " ".join(sorted(names[point] for point, color in enumerate(position.stones) if color == side))
