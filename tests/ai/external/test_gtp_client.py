"""What engines for Go are asked, by a program that answers everything."""

from __future__ import annotations

from typing import cast

import pytest

from ai.external.gtp_client import GtpClient
from ai.external.program import Program
from games import replay
from games.base import Move, Record

NEVER = float("inf")


class Answers:
    """Answers every command, and remembers it."""

    def __init__(self, *known: str) -> None:
        self.asked: list[str] = []
        self._known = known

    def write(self, text: str, deadline: float) -> None:
        self.asked.append(text)
        answer = "\n".join(self._known) if text == "list_commands" else ""
        answer = "D4" if text.startswith("genmove") else answer
        self._lines = iter([*f"= {answer}".splitlines(), ""])

    def read_line(self, deadline: float) -> str:
        return next(self._lines)


def asked(record: Record, *known: str) -> list[str]:
    """What an engine with these commands is asked for a move after a record."""
    program = Answers(*known)
    client = GtpClient(cast(Program, program), "go")
    client.start(NEVER)
    client.set_up(record, NEVER)
    assert client.choose(replay(record), 7.5, NEVER) == "d4"
    assert program.asked[:3] == [
        "list_commands",
        f"boardsize {record.variant.partition('x')[0]}",
        "clear_board",
    ]
    return program.asked[3:]


def test_an_even_game() -> None:
    record = Record("go", "9x9-korean", (Move("e5"), Move("pass")))
    moves = ["play black e5", "play white pass", "genmove black"]
    assert asked(record) == ["komi 6.5", *moves]


def test_katago_gets_the_rules() -> None:
    record = Record("go", "19x19-chinese")
    assert asked(record, "kata-set-rules") == ["kata-set-rules chinese", "komi 7.5", "genmove black"]


def test_time_controls() -> None:
    controls = ["time_settings 0 7 1", "time_left black 7 1"]
    known = "time_settings", "time_left"
    assert asked(Record("go", "9x9-chinese"), *known) == ["komi 7.5", *controls, "genmove black"]


@pytest.mark.parametrize("known", [(), ("set_free_handicap",)])
def test_handicap(known: tuple[str, ...]) -> None:
    """The stones are placed, with a command of the protocol or as moves, and White begins."""
    stones = {"g3", "c3", "g7"}
    first, *middle, last = asked(Record("go", "9x9-chinese-h3"), *known)
    assert (first, last) == ("komi 0.5", "genmove white")
    if known:
        (placed,) = middle
        assert placed.split()[0] == "set_free_handicap"
        assert set(placed.split()[1:]) == stones
    else:
        assert {line.removeprefix("play black ") for line in middle} == stones


def test_marks_are_not_sent() -> None:
    """After play is resumed, the board has the stones and passes only."""
    moves = "e5 c3 pass pass dead e5 agree resume".replace("dead ", "dead_").split()
    record = Record("go", "9x9-korean", tuple(Move(move.replace("_", " ")) for move in moves))
    mover = "black" if replay(record).to_move == 1 else "white"
    plays = ["play black e5", "play white c3", "play black pass", "play white pass"]
    assert asked(record) == ["komi 6.5", *plays, f"genmove {mover}"]
