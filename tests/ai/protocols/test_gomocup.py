"""Our engine on the Gomocup protocol: every command, the three rules, and commands while it thinks."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from ai import interrupt
from ai.gomoku.root import SearchMemory
from ai.protocols import gomocup
from ai.protocols.gomocup import Brain

HOUR = "INFO timeout_turn 3600000"
QUICK = ["START 15", "INFO timeout_turn 200", "INFO max_node 3000"]


@pytest.fixture(autouse=True)
def no_brain_left() -> Iterator[None]:
    """A brain and its table of 64 MB refer to each other."""
    yield
    gc.collect()


class Lines(Iterable[str]):
    """The brain's input: lines as the test puts them."""

    def __init__(self, lines: list[str]) -> None:
        self.coming: SimpleQueue[str | None] = SimpleQueue()
        for line in lines:
            self.coming.put(line)

    def __iter__(self) -> Iterator[str]:
        while (line := self.coming.get()) is not None:
            yield line


class Output(io.StringIO):
    """The brain's output; sends END after ``moves`` moves."""

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


def answers(commands: list[str], moves: int) -> list[str]:
    """Return the answers to commands, ``moves`` of which ask for a move, without messages."""
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


def test_the_first_move_is_the_center() -> None:
    assert answers([*QUICK, "BEGIN"], 1) == ["OK", "7,7"]
    assert answers(["START 20", "INFO timeout_turn 200", "BEGIN"], 1) == ["OK", "10,10"]


def test_a_turn_is_answered_near_the_stone() -> None:
    answer = answers([*QUICK, "TURN 7,7"], 1)[1]
    column, row = map(int, answer.split(","))
    assert 1 <= max(abs(column - 7), abs(row - 7)) <= 2


def test_fives_are_made_and_stopped() -> None:
    assert answers([*QUICK, *board("3,3 4,4 5,5 6,6", "0,0 0,14 14,0 2,2")], 1)[1] == "7,7"
    assert answers([*QUICK, *board("3,3 9,9 0,14 2,2", "5,1 5,2 5,3 5,4 5,6")], 1)[1] == "5,5"


def test_a_stone_is_taken_back_once() -> None:
    """Take back a stone of a four and the stone that stopped it."""
    four = board("0,14 14,0 5,0", "5,1 5,2 5,3 5,4")
    assert answers([*QUICK, *four], 1)[-1] == "5,5"
    answered = answers([*QUICK, *four, "TAKEBACK 5,5", "TAKEBACK 5,5", "TAKEBACK 5,2", "TURN 14,14"], 2)
    assert answered[:3] == ["OK", "5,5", "OK"]
    assert answered[3].startswith("ERROR")
    assert answered[4] == "OK"
    assert answered[5] == any_move()


def test_an_occupied_point_is_refused() -> None:
    answered = answers([*QUICK, *board("3,3", "9,9"), "TURN 9,9", "TURN 14,14"], 2)
    assert answered[2].startswith("ERROR")
    assert answered[3] == any_move()


RULES = [
    (0, "3,3 4,3 6,3 7,3 8,3", "5,3", "six wins in freestyle"),
    (1, "3,3 4,3 6,3 7,3 8,3", None, "six is nothing where exactly five wins"),
    (4, "3,3 4,3 6,3 7,3 8,3", None, "six is refused to renju's Black"),
]


@pytest.mark.parametrize(("rule", "own", "move", "why"), RULES, ids=[why for *_, why in RULES])
def test_rules(rule: int, own: str, move: str | None, why: str) -> None:
    answer = answers([*QUICK, f"INFO rule {rule}", *board(own, "0,0 0,14 14,0 14,14 0,7")], 1)[-1]
    assert (answer == "5,3") == (move is not None), why


def test_black_never_plays_a_refused_point() -> None:
    """Under renju's rule Black, and only Black, does not play the best move if it is a three-three."""
    black, white = "5,7 6,7 7,5 7,6", "0,0 0,14 14,0 14,14"
    assert answers([*QUICK, "INFO rule 4", *board(black, white)], 1)[-1] != "7,7"
    assert answers([*QUICK, "INFO rule 0", *board(black, white)], 1)[-1] in (
        "7,7",
        "8,7",
        "4,7",
        "7,8",
        "7,4",
    )


def test_refusals_are_sentences() -> None:
    assert answers(["START 4"], 0)[0].startswith("ERROR")
    assert answers(["START 21"], 0)[0].startswith("ERROR")
    assert answers(["RECTSTART 15,16"], 0)[0].startswith("ERROR")
    assert answers(["RECTSTART 15,15"], 0) == ["OK"]
    assert answers(["BEGIN"], 0)[0].startswith("ERROR")
    assert answers(["START 15", "TURN 15,3"], 0)[1].startswith("ERROR")
    assert answers(["START 15", "TURN x"], 0)[1].startswith("ERROR")
    assert answers(["START 15", "TAKEBACK 3,3"], 0)[1].startswith("ERROR")
    assert answers(["START 15", "FLY 3"], 0)[1] == "UNKNOWN FLY"


FIVES = [
    (0, "3,3 4,3 5,3 6,3 7,3 8,3", "0,0 0,14 14,0 14,14 0,7", True, "six in freestyle"),
    (1, "3,3 4,4 5,5 6,6 7,7", "0,0 0,14 14,0 14,14", True, "five"),
    (1, "3,3 4,3 5,3 6,3 7,3 8,3", "0,0 0,14 14,0 14,14 0,7", False, "six where exactly five wins"),
    (4, "0,0 0,14 14,0 13,14 0,7 7,0", "14,10 14,9 14,8 14,7 14,6 14,5", True, "six of renju's White"),
    (0, "12,3 13,3 14,3 0,4 1,4", "0,0 0,14 14,0 14,14 0,7", False, "over the edge"),
]


@pytest.mark.parametrize(("rule", "own", "other", "over", "why"), FIVES, ids=[why for *_, why in FIVES])
def test_a_won_game_is_over(rule: int, own: str, other: str, over: bool, why: str) -> None:
    answered = answers([*QUICK, f"INFO rule {rule}", *board(own, other)], 0 if over else 1)
    assert answered[-1] == ("ERROR the game is over: there is a five" if over else any_move())


def test_a_won_game_continues_after_a_takeback() -> None:
    four = board("0,14 14,0 5,0 5,5", "5,1 5,2 5,3 5,4")
    answered = answers([*QUICK, *four, "TAKEBACK 5,0", "TURN 5,0", "TAKEBACK 5,0", "TURN 14,14"], 2)
    assert answered[2:] == ["OK", "ERROR the game is over: there is a five", "OK", any_move()]


def test_malformed_commands_are_refused() -> None:
    """Malformed commands get an answer and have no effect on the next game."""
    long = "9" * 5000
    answered = answers(
        ["BOARD", "1,1,1", "DONE", f"START {long}", "START 15", f"TURN {long},1", "TURN 1", "TURN 1,2,3"], 0
    )
    assert [line.split()[0] for line in answered] == ["ERROR"] * 3 + ["OK"] + ["ERROR"] * 3
    many = f"INFO timeout_turn {'9' * 400}"
    assert answers([*QUICK, many, f"INFO time_left {'9' * 400}", "BEGIN"], 1)[-1] == "7,7"
    assert answers([*QUICK, many, "TURN 7,7"], 1)[-1] == any_move()


def test_the_table_is_allocated_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is allocated before START is answered, and again when the manager then allows less memory."""
    commands = ["START 15", "INFO max_memory 100000000", *QUICK[1:], *board("7,7", "7,8")]
    lines, made = Lines(commands), list[tuple[int, str]]()
    output = Output(lines, 1)

    class Watched(SearchMemory):
        def __init__(self, bits: int) -> None:
            made.append((bits, output.getvalue()))
            super().__init__(bits)

    monkeypatch.setattr(gomocup, "SearchMemory", Watched)
    Brain(output).serve(lines)
    (large, at_first), (small, then) = made
    assert (at_first, then) == ("", "OK\n")
    assert small == large - 1


def test_about_and_restart() -> None:
    assert 'name="Daeguk"' in answers(["ABOUT"], 0)[0]
    assert answers([*QUICK, *board("3,3", "4,4"), "RESTART", "BEGIN"], 2) == ["OK", any_move(), "OK", "7,7"]


def any_move() -> object:
    class AnyMove:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, str) and other.replace(",", "").isdigit()

        __hash__ = None  # type: ignore[assignment]

    return AnyMove()


def test_about_is_answered_while_it_thinks_and_stop_ends_an_hour() -> None:
    answered = answers(["START 15", HOUR, *board("7,7 8,8", "7,8 8,7"), "ABOUT", "STOP"], 1)
    assert answered[0] == "OK"
    assert answered[1].startswith('name="Daeguk"')
    assert answered[2] == any_move()


def test_end_ends_an_hour_without_a_move() -> None:
    assert answers(["START 15", HOUR, *board("7,7 8,8", "7,8 8,7")], 0) == ["OK"]
    assert not interrupt.requested(), "the next search of this process would stop at once"


def test_the_end_of_the_input_is_the_end() -> None:
    commands = "START 15\nINFO timeout_turn 100\nBEGIN\n"
    root = Path(__file__).parents[3]
    answered = subprocess.run(
        [sys.executable, "-m", "ai", "gomocup"],
        input=commands,
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ).stdout.splitlines()
    assert [line for line in answered if not line.startswith("MESSAGE")] == ["OK", "7,7"]


def test_undecodable_bytes_are_an_unknown_command() -> None:
    root = Path(__file__).parents[3]
    answered = subprocess.run(
        [sys.executable, "-m", "ai", "gomocup"],
        input=b"\xff\xfe\nABOUT\n",
        capture_output=True,
        check=True,
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        timeout=120,
    ).stdout.splitlines()
    assert answered[0].startswith(b"UNKNOWN") and answered[1].startswith(b"name=")


def test_protocols_are_named() -> None:
    answered = subprocess.run([sys.executable, "-m", "ai"], capture_output=True, text=True, check=False)
    assert answered.returncode != 0
    assert "gomocup" in answered.stderr
