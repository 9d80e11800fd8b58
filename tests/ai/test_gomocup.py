"""Our engine on the Gomocup protocol: every command, the three rules, and commands while it thinks."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from ai import gomocup, stopping
from ai.gomocup import Brain

HOUR = "INFO timeout_turn 3600000"
QUICK = ["START 15", "INFO timeout_turn 200", "INFO max_node 3000"]


class Lines(io.StringIO):
    """The brain's input: lines that come when they are put."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.coming: SimpleQueue[str | None] = SimpleQueue()
        for line in lines:
            self.coming.put(line)

    def __iter__(self) -> Iterator[str]:
        while (line := self.coming.get()) is not None:
            yield line


class Output(io.StringIO):
    """What the brain says; END follows once it has said ``moves`` moves."""

    def __init__(self, lines: Lines, moves: int) -> None:
        super().__init__()
        self.lines, self.left = lines, moves

    def write(self, text: str) -> int:
        self.left -= bool(text) and text[0].isdigit()
        if self.left == 0:
            self.left = -1
            self.lines.coming.put("END")
            self.lines.coming.put(None)
        return super().write(text)


def said(commands: list[str], moves: int) -> list[str]:
    """What is answered to commands of which so many ask for a move, messages left out."""
    lines = Lines(commands)
    output = Output(lines, moves)
    if moves == 0:
        lines.coming.put("END")
        lines.coming.put(None)
    Brain(output).serve(lines)
    return [line for line in output.getvalue().splitlines() if not line.startswith("MESSAGE")]


def board(own: str, other: str) -> list[str]:
    fields = [f"{point},1" for point in own.split()] + [f"{point},2" for point in other.split()]
    return ["BOARD", *fields, "DONE"]


def test_a_game_is_begun_in_the_centre() -> None:
    assert said([*QUICK, "BEGIN"], 1) == ["OK", "7,7"]
    assert said(["START 20", "INFO timeout_turn 200", "BEGIN"], 1) == ["OK", "10,10"]


def test_a_turn_is_answered_near_the_stone() -> None:
    answer = said([*QUICK, "TURN 7,7"], 1)[1]
    column, row = map(int, answer.split(","))
    assert 1 <= max(abs(column - 7), abs(row - 7)) <= 2


def test_fives_are_made_and_stopped() -> None:
    assert said([*QUICK, *board("3,3 4,4 5,5 6,6", "0,0 0,14 14,0 2,2")], 1)[1] == "7,7"
    assert said([*QUICK, *board("3,3 9,9 0,14 2,2", "5,1 5,2 5,3 5,4 5,6")], 1)[1] == "5,5"


def test_stones_are_taken_back_once() -> None:
    """A stone of a four is taken back, and the one that stopped it."""
    four = board("0,14 14,0 5,0", "5,1 5,2 5,3 5,4")
    assert said([*QUICK, *four], 1)[-1] == "5,5"
    told = said([*QUICK, *four, "TAKEBACK 5,5", "TAKEBACK 5,5", "TAKEBACK 5,2", "TURN 14,14"], 2)
    assert told[:3] == ["OK", "5,5", "OK"]
    assert told[3].startswith("ERROR")
    assert told[4] == "OK"
    assert told[5] == said_move()


def test_an_occupied_point_is_refused() -> None:
    told = said([*QUICK, *board("3,3", "9,9"), "TURN 9,9", "TURN 14,14"], 2)
    assert told[2].startswith("ERROR")
    assert told[3] == said_move()


RULES = [
    (0, "3,3 4,3 6,3 7,3 8,3", "5,3", "six wins in freestyle"),
    (1, "3,3 4,3 6,3 7,3 8,3", None, "six is nothing where exactly five wins"),
    (4, "3,3 4,3 6,3 7,3 8,3", None, "six is refused to renju's Black"),
]


@pytest.mark.parametrize(("rule", "own", "move", "why"), RULES, ids=[why for *_, why in RULES])
def test_rules(rule: int, own: str, move: str | None, why: str) -> None:
    answer = said([*QUICK, f"INFO rule {rule}", *board(own, "0,0 0,14 14,0 14,14 0,7")], 1)[-1]
    assert (answer == "5,3") == (move is not None), why


def test_black_never_plays_a_refused_point() -> None:
    """A three-three that would be the best of moves is left alone under renju's rule, by Black alone."""
    black, white = "5,7 6,7 7,5 7,6", "0,0 0,14 14,0 14,14"
    assert said([*QUICK, "INFO rule 4", *board(black, white)], 1)[-1] != "7,7"
    assert said([*QUICK, "INFO rule 0", *board(black, white)], 1)[-1] in ("7,7", "8,7", "4,7", "7,8", "7,4")


def test_refusals_are_sentences() -> None:
    assert said(["START 4"], 0)[0].startswith("ERROR")
    assert said(["START 21"], 0)[0].startswith("ERROR")
    assert said(["RECTSTART 15,16"], 0)[0].startswith("ERROR")
    assert said(["RECTSTART 15,15"], 0) == ["OK"]
    assert said(["BEGIN"], 0)[0].startswith("ERROR")
    assert said(["START 15", "TURN 15,3"], 0)[1].startswith("ERROR")
    assert said(["START 15", "TURN x"], 0)[1].startswith("ERROR")
    assert said(["START 15", "TAKEBACK 3,3"], 0)[1].startswith("ERROR")
    assert said(["START 15", "FLY 3"], 0)[1] == "UNKNOWN FLY"


FIVES = [
    (0, "3,3 4,3 5,3 6,3 7,3 8,3", "0,0 0,14 14,0 14,14 0,7", True, "six in freestyle"),
    (1, "3,3 4,4 5,5 6,6 7,7", "0,0 0,14 14,0 14,14", True, "five"),
    (1, "3,3 4,3 5,3 6,3 7,3 8,3", "0,0 0,14 14,0 14,14 0,7", False, "six where exactly five wins"),
    (4, "0,0 0,14 14,0 13,14 0,7 7,0", "14,10 14,9 14,8 14,7 14,6 14,5", True, "six of renju's White"),
    (0, "12,3 13,3 14,3 0,4 1,4", "0,0 0,14 14,0 14,14 0,7", False, "over the edge"),
]


@pytest.mark.parametrize(("rule", "own", "other", "over", "why"), FIVES, ids=[why for *_, why in FIVES])
def test_a_game_that_is_won_is_over(rule: int, own: str, other: str, over: bool, why: str) -> None:
    told = said([*QUICK, f"INFO rule {rule}", *board(own, other)], 0 if over else 1)
    assert told[-1] == ("ERROR the game is over, a five stands" if over else said_move())


def test_a_game_that_a_turn_won_goes_on_once_that_is_taken_back() -> None:
    four = board("0,14 14,0 5,0 5,5", "5,1 5,2 5,3 5,4")
    told = said([*QUICK, *four, "TAKEBACK 5,0", "TURN 5,0", "TAKEBACK 5,0", "TURN 14,14"], 2)
    assert told[2:] == ["OK", "ERROR the game is over, a five stands", "OK", said_move()]


def test_garbage_is_refused_and_forgotten() -> None:
    """What has no sense is answered, and the next game is played as if nothing had been said."""
    long = "9" * 5000
    told = said(
        ["BOARD", "1,1,1", "DONE", f"START {long}", "START 15", f"TURN {long},1", "TURN 1", "TURN 1,2,3"], 0
    )
    assert [line.split()[0] for line in told] == ["ERROR"] * 3 + ["OK"] + ["ERROR"] * 3
    many = f"INFO timeout_turn {'9' * 400}"
    assert said([*QUICK, many, f"INFO time_left {'9' * 400}", "BEGIN"], 1)[-1] == "7,7"
    assert said([*QUICK, many, "TURN 7,7"], 1)[-1] == said_move()


def test_no_move_waits_for_the_table_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made before START is answered, and again where the manager then allows less memory."""
    commands = ["START 15", "INFO max_memory 100000000", *QUICK[1:], *board("7,7", "7,8")]
    lines, made = Lines(commands), list[tuple[int, str]]()
    output = Output(lines, 1)

    class Watched(gomocup.Memory):
        def __init__(self, bits: int) -> None:
            made.append((bits, output.getvalue()))
            super().__init__(bits)

    monkeypatch.setattr(gomocup, "Memory", Watched)
    Brain(output).serve(lines)
    (large, at_first), (small, then) = made
    assert (at_first, then) == ("", "OK\n")
    assert small == large - 1


def test_about_and_restart() -> None:
    assert 'name="Daeguk"' in said(["ABOUT"], 0)[0]
    assert said([*QUICK, *board("3,3", "4,4"), "RESTART", "BEGIN"], 2) == ["OK", said_move(), "OK", "7,7"]


def said_move() -> object:
    class AnyMove:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, str) and other.replace(",", "").isdigit()

        __hash__ = None  # type: ignore[assignment]

    return AnyMove()


def test_about_is_answered_while_it_thinks_and_stop_ends_an_hour() -> None:
    told = said(["START 15", HOUR, *board("7,7 8,8", "7,8 8,7"), "ABOUT", "STOP"], 1)
    assert told[0] == "OK"
    assert told[1].startswith('name="Daeguk"')
    assert told[2] == said_move()


def test_end_ends_an_hour_without_a_move() -> None:
    assert said(["START 15", HOUR, *board("7,7 8,8", "7,8 8,7")], 0) == ["OK"]
    assert not stopping.hurried(), "what this process searches next would stop at once"


def test_the_end_of_the_input_is_the_end() -> None:
    commands = "START 15\nINFO timeout_turn 100\nBEGIN\n"
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-m", "ai", "gomocup"],
        input=commands,
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ).stdout.splitlines()
    assert [line for line in told if not line.startswith("MESSAGE")] == ["OK", "7,7"]


def test_bytes_that_are_no_text_are_no_command() -> None:
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-m", "ai", "gomocup"],
        input=b"\xff\xfe\nABOUT\n",
        capture_output=True,
        check=True,
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        timeout=120,
    ).stdout.splitlines()
    assert told[0].startswith(b"UNKNOWN") and told[1].startswith(b"name=")


def test_protocols_are_named() -> None:
    told = subprocess.run([sys.executable, "-m", "ai"], capture_output=True, text=True, check=False)
    assert told.returncode != 0
    assert "gomocup" in told.stderr
