"""An engine's program: kept between moves, sent only the new moves, and ended when it has to be."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from random import Random

import pytest

from ai.external import session as module
from ai.external.engine import ExternalEngine
from ai.external.probe import probe
from ai.external.program import (
    EngineEnded,
    EngineError,
    EngineIllegalMove,
    EngineNonsense,
    EngineRefused,
    EngineSilent,
)
from ai.external.session import Session
from games import replay, setup_of
from games.base import PASS, Move, Record

from .scripted import asked, gomoku, lives, othello, processes, until_none_lives

ROOT = Path(__file__).parents[3]
START = Record("othello", "8x8")
SECONDS = 20.0
FAILURES: dict[str, tuple[type[EngineError], str]] = {
    "exits": (EngineEnded, "exit status 3. It wrote: there is no network file"),
    "crashes": (EngineEnded, "exit status 139"),
    "closes": (EngineEnded, ""),
    "silent": (EngineSilent, "no answer in time"),
    "slow": (EngineSilent, "no answer in time"),
    "endless-errors": (EngineSilent, "It wrote: "),
    "nonsense": (EngineIllegalMove, "which names no move"),
    "illegal": (EngineIllegalMove, "a1, which is not legal after d3"),
    "wrong-color": (EngineIllegalMove, "which is not legal after d3"),
    "occupied": (EngineIllegalMove, "d4, which is not legal after d3"),
    "refuses": (EngineRefused, "cannot think"),
    "no-protocol": (EngineNonsense, "it wrote 'thinking"),
    "other-id": (EngineNonsense, "=99999"),
    "endless": (EngineNonsense, "more than"),
    "huge-line": (EngineNonsense, "a line of more than"),
    "binary": (EngineNonsense, ""),
}


@pytest.mark.parametrize("behavior", FAILURES)
def test_failures(behavior: str, tmp_path: Path) -> None:
    """Each is an error that says what happened, and leaves no process."""
    session, (kind, words) = Session(othello(behavior, tmp_path)), FAILURES[behavior]
    with pytest.raises(kind) as raised:
        session.choose(START.then(Move("d3")), SECONDS)
    assert words in str(raised.value)
    assert len(str(raised.value)) < 1000
    assert processes(tmp_path) == []
    assert not session.is_running


def test_a_program_that_does_not_start(tmp_path: Path) -> None:
    """Not found, not a program, or silent for longer than it may start."""
    with pytest.raises(EngineEnded, match="'no-such-program' is not found"):
        Session(ExternalEngine("othello", "x", ("no-such-program",))).choose(START, SECONDS)
    text = tmp_path / "text"
    text.write_text("This is no program.")
    text.chmod(0o700)
    with pytest.raises(EngineEnded, match="exit status 127"):
        Session(ExternalEngine("othello", "x", (str(text),))).choose(START, SECONDS)
    with pytest.raises(EngineSilent):
        Session(othello("silent-start", tmp_path)).choose(START, 1.0)
    assert processes(tmp_path) == []


def test_only_new_moves_are_sent(tmp_path: Path) -> None:
    session = Session(othello("good", tmp_path))
    record = START
    for _ in range(2):
        move = session.choose(record, SECONDS)
        assert move == replay(record).legal_moves()[-1]
        record = record.then(move)
        record = record.then(replay(record).legal_moves()[0])
    first, reply, second, last = record.moves
    assert session.choose(record, SECONDS)
    setting_up = ["boardsize 8", "clear_board"]
    answers = ["genmove black", f"play white {reply}", "genmove black", f"play white {last}", "genmove black"]
    assert asked(tmp_path) == ["list_commands", *setting_up, *answers]

    (tmp_path / "asked").unlink()
    assert session.choose(record.before(3), SECONDS)  # after a takeback, and for the other side
    plays = [f"play black {first}", f"play white {reply}", f"play black {second}"]
    assert asked(tmp_path) == [*setting_up, *plays, "genmove white"]
    session.end()


def test_a_crash_in_mid_game_starts_the_program_again(tmp_path: Path) -> None:
    session, record = Session(othello("crashes-later", tmp_path)), START
    for _ in range(4):
        record = record.then(session.choose(record, SECONDS) or Move(""))
    with pytest.raises(EngineEnded):
        session.choose(record, SECONDS)
    assert session.choose(record.before(3), SECONDS)
    session.end()
    assert len(list(tmp_path.glob("pid-*"))) == 2
    assert processes(tmp_path) == []


def test_a_match_from_a_position_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineRefused):
        Session(othello("good", tmp_path)).choose(Record("othello", "8x8", setup=setup_of(START)), SECONDS)
    assert processes(tmp_path) == []


def test_an_engine_that_resigns(tmp_path: Path) -> None:
    session = Session(othello("resigns", tmp_path))
    assert session.choose(START, SECONDS) is None
    session.end()


@pytest.mark.parametrize("behavior", ["good", "dies-at-quit", "stays-at-quit", "forks", "forks-away"])
def test_the_end_leaves_no_process(behavior: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a quiet time, also of a child in a session of its own."""
    session = Session(othello(behavior, tmp_path))
    assert session.choose(START, SECONDS)
    session.end_if_quiet()
    runs_on = session.is_running
    assert runs_on
    assert processes(tmp_path)
    monkeypatch.setattr(module, "QUIET_SECONDS", 0.0)
    session.end_if_quiet()
    assert not session.is_running
    assert processes(tmp_path) == []
    assert asked(tmp_path)[-1] == "quit"


@pytest.mark.parametrize("behavior", ["good", "silent", "forks", "forks-away"])
def test_a_killed_worker_leaves_no_process(behavior: str, tmp_path: Path) -> None:
    script = f"""
        from pathlib import Path
        from ai.external.session import Session
        from games.base import Record
        from tests.ai.external.scripted import othello
        session = Session(othello({behavior!r}, Path({str(tmp_path)!r}), 30.0))
        session.choose(Record("othello", "8x8"), 60.0)
        input()
    """
    worker = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], cwd=ROOT, stdin=subprocess.PIPE
    )
    deadline = time.monotonic() + 30.0
    while not (tmp_path / "asked").exists() or "genmove" not in (tmp_path / "asked").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert processes(tmp_path)
    worker.kill()
    worker.communicate()
    until_none_lives(tmp_path)


def test_a_killed_guard_takes_the_program_along(tmp_path: Path) -> None:
    session = Session(othello("good", tmp_path))
    assert session.choose(START, SECONDS)
    (pid,) = processes(tmp_path)
    guard = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(guard, signal.SIGKILL)
    until_none_lives(tmp_path)
    assert session.choose(START, SECONDS)
    session.end()
    assert not lives(pid)


def test_programs_do_not_get_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("KATAGO_HOME", "x")
    session = Session(othello("good", tmp_path))
    session.choose(START, SECONDS)
    (pid,) = processes(tmp_path)
    environment = Path(f"/proc/{pid}/environ").read_bytes()
    session.end()
    assert b"KATAGO_HOME=x" in environment and b"secret" not in environment


def test_an_engine_that_adds_forced_passes(tmp_path: Path) -> None:
    """Edax does so, and need not accept them."""
    passed = position_with_a_pass()
    session = Session(othello("adds-passes", tmp_path))
    assert session.choose(passed, SECONDS) == replay(passed).legal_moves()[-1]
    assert [line for line in asked(tmp_path) if line.endswith(PASS)]
    session.end()


def position_with_a_pass() -> Record:
    """A record that ends with a forced pass, of the first game of its kind."""
    record, random = START, Random(1)
    while record.moves[-1:] != (PASS,):
        moves = replay(record).legal_moves()
        record = record.then(random.choice(moves)) if moves else START
    return record


def test_gomocup(tmp_path: Path) -> None:
    """BEGIN, TURN, and BOARD where the record does not continue the one before."""
    session, record = Session(gomoku("good", tmp_path)), Record("gomoku", "freestyle-15")
    record = record.then(session.choose(record, SECONDS) or Move(""))
    assert record.moves == ("a15",)
    record = record.then(Move("h8"))
    assert session.choose(record, SECONDS) == "b15"
    assert session.choose(Record("gomoku", "renju-15", (Move("h8"), Move("o1"))), SECONDS) == "a15"
    session.end()
    lines = [line for line in asked(tmp_path) if not line.startswith("INFO t") and "game_type" not in line]
    assert lines == [
        *("START 15", "START 15", "INFO rule 0", "BEGIN", "TURN 7,7"),
        *("START 15", "INFO rule 4", "BOARD", "7,7,1", "14,14,2", "DONE", "END"),
    ]


@pytest.mark.parametrize(
    ("behavior", "kind"),
    [
        ("nonsense", EngineNonsense),
        ("error", EngineRefused),
        ("off-board", EngineNonsense),
        ("occupied", EngineIllegalMove),
    ],
)
def test_gomocup_failures(behavior: str, kind: type[EngineError], tmp_path: Path) -> None:
    with pytest.raises(kind):
        Session(gomoku(behavior, tmp_path)).choose(Record("gomoku", "renju-15", (Move("h8"),)), SECONDS)


def test_what_engines_say_about_themselves(tmp_path: Path) -> None:
    found = probe(othello("good", tmp_path))
    assert (found.name, found.first_move, found.problem) == ("Scripted 1", "f5", "")
    assert found.variants == {"8x8"}
    found = probe(gomoku("good", tmp_path), with_move=False)
    assert (found.name, found.first_move) == ("Scripted 2", None)
    assert found.variants == {"renju-15", "standard-15", "freestyle-15"}
    assert "no network file" in probe(othello("exits", tmp_path)).problem
    assert processes(tmp_path) == []
