"""Reading files in a process: what comes back, the limits, any bytes."""

from __future__ import annotations

import os
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.records import reading_process
from bot.records.base import MAX_GAMES, Ending, GameRecord, Problem, ReadGame, Result
from bot.records.reading_process import (
    RECORDED,
    ReadingFailed,
    RecordReader,
    found_games,
    outcome_of,
)
from data.model.reasons import NO_RESULT
from games import replay
from games.base import Move, Outcome, Record, Side

OPENING = Record("othello", "8x8", (Move("d3"), Move("c3")))
_MOVES = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
WIPED_OUT = Record("othello", "8x8", tuple(map(Move, _MOVES)))


async def test_the_games_of_a_file_come_back_from_the_process() -> None:
    data = b"(;GM[1]SZ[9]PB[Ana]RE[W+T]C[text];B[ee];W[gc])(;GM[1]SZ[9];B[ee]\n;W[ee])(;GM[3])"
    found = await RecordReader().read(data)
    assert found == found_games(data)
    first, cut, unknown = found.games
    assert first.record == Record("go", "9x9-korean", (Move("e5"), Move("g7")))
    assert first.outcome == Outcome(Side.SECOND, "outcome.time") and first.problem is None
    assert cut.record is not None and cut.record.moves == ("e5",)
    assert cut.problem == Problem(2, "rule.occupied", {"move": "e5"})
    assert (unknown.record, unknown.outcome) == (None, None) and found.problem is None


async def test_a_file_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_process, "found_games", never_reads)
    with pytest.raises(ReadingFailed, match=r"import\.too-slow"):
        await RecordReader(seconds=0.001).read(b"f5d6")
    monkeypatch.undo()
    assert (await RecordReader().read(b"f5d6")).games


async def test_a_process_without_memory_is_given_up() -> None:
    with pytest.raises(ReadingFailed, match=r"import\.failed"):
        await RecordReader(memory_bytes=2**20).read(b"f5d6\n" * 200_000)


async def test_a_process_that_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_process, "found_games", ends)
    with pytest.raises(ReadingFailed, match=r"import\.failed"):
        await RecordReader().read(b"f5d6")


def never_reads(_: bytes) -> None:
    time.sleep(3600)


def ends(_: bytes) -> None:
    os._exit(1)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=400),
        st.text(max_size=200).map(str.encode),
        st.lists(
            st.sampled_from(
                b"( ) ; [ ] \\ GM[1] GM[2] GM[4] SZ[9] SZ[99999999999] B[ee] W[] AB[aa:zz] RE[B+R]".split()
                + b"AE[cc] HA[9] KM[1e999] XM[dead] f5d6 h8 8,8,0 (;GM[Othello] \xff\xfe \x80".split()
                + [b"\n", b'[Game "twelve_janggi"]', b"Piskvorky 15x15, 11:11, 1\n"]
            ),
            max_size=40,
        ).map(b"".join),
    )
)
def test_any_bytes_are_read_as_games_that_can_be_stored(data: bytes) -> None:
    found = found_games(data)
    assert len(found.games) <= MAX_GAMES
    assert found.games or found.problem is not None
    for one in found.games:
        assert one.line >= 1 and (one.record is None) == (one.outcome is None)
        assert one.record is not None or one.problem is not None
        if one.record is not None and (decided := replay(one.record).outcome()) is not None:
            assert one.outcome == decided


def read_game(record: Record, result: Result | None, problem: Problem | None = None) -> ReadGame:
    return ReadGame(line=1, game=GameRecord(record=record, result=result), problem=problem)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (None, Outcome(None, NO_RESULT)),
        (Result(None, Ending.VOID), Outcome(None, NO_RESULT)),
        (Result(Side.FIRST, Ending.RESIGNATION), Outcome(Side.FIRST, "outcome.resigned")),
        (Result(Side.SECOND, Ending.TIME), Outcome(Side.SECOND, "outcome.time")),
        (Result(Side.SECOND, Ending.FORFEIT), Outcome(Side.SECOND, RECORDED)),
        (Result(Side.SECOND, margin=3.5), Outcome(Side.SECOND, RECORDED)),
        (Result(None), Outcome(None, RECORDED)),
        (Result(None, Ending.TIME), Outcome(None, RECORDED)),
    ],
)
def test_the_result_of_a_file(result: Result | None, expected: Outcome) -> None:
    assert outcome_of(read_game(OPENING, result)) == expected


def test_the_board_decides_before_the_file() -> None:
    decided = replay(WIPED_OUT).outcome()
    assert decided is not None and decided.winner is Side.FIRST
    wrong = Result(Side.SECOND, Ending.RESIGNATION)
    assert outcome_of(read_game(WIPED_OUT, wrong)) == decided


def test_a_game_that_is_not_read_to_its_end_has_no_result() -> None:
    cut = read_game(
        OPENING, Result(Side.FIRST, Ending.RESIGNATION), Problem(1, "rule.occupied", {"move": "c3"})
    )
    assert outcome_of(cut) == Outcome(None, NO_RESULT)
    with pytest.raises(ValueError, match="nothing"):
        outcome_of(ReadGame(line=1, game=None, problem=Problem(1, "record.unknown-game", {"text": "3"})))
