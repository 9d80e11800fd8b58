"""An engine for Othello on the Go Text Protocol that does wrong what its first argument says.

``scripted_engine.py BEHAVIOR FOLDER``: it plays the last legal move. FOLDER gets a file ``asked`` with the
lines that it reads, and ``pid-…`` for each of its processes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parents[3]))

from games import replay
from games.base import PASS, Move, Record, Side

SIDES = {"black": Side.FIRST, "white": Side.SECOND}
BEHAVIOR, FOLDER = sys.argv[1], Path(sys.argv[2])


def write(data: str | bytes) -> None:
    """Write at once."""
    os.write(1, data if isinstance(data, bytes) else data.encode())


def note_process() -> None:
    """Leave a file for this process."""
    (FOLDER / f"pid-{os.getpid()}").touch()


def sleep() -> NoReturn:
    """Do nothing anymore."""
    while True:
        time.sleep(60)


def fork(*, leaves: bool) -> None:
    """Start a child that stays, also in a session of its own."""
    if os.fork() == 0:
        if leaves:
            os.setsid()
            if os.fork():
                os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        note_process()
        sleep()


def genmove(record: Record, side: Side) -> str:
    """The answer to genmove, unless it is none."""
    position = replay(record)
    legal = position.legal_moves()
    match BEHAVIOR:
        case "crashes":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "crashes-later" if len(record.moves) >= 4:
            os.kill(os.getpid(), signal.SIGSEGV)
        case "silent":
            sleep()
        case "slow":
            time.sleep(4)
        case "nonsense":
            return "I would rather play chess"
        case "illegal":
            return "a1"
        case "wrong-color":
            # legal for the opponent only
            other = Record("othello", "8x8", (*record.moves, legal[0]))
            return next(move for move in replay(other).legal_moves() if move not in legal)
        case "occupied":
            return "d4"
        case "refuses":
            write("? cannot think\n\n")
        case "resigns":
            return "resign"
        case "no-protocol":
            write("thinking…\n")
        case "other-id":
            write("=99999 d3\n\n")
        case "endless":
            while True:
                write("= and\n" * 100)
        case "endless-errors":
            while True:
                os.write(2, b"trouble\n" * 100)
        case "huge-line":
            write("=" + "x" * (1 << 20))
            sleep()
        case "binary":
            write(b"=\xff\xfe\x00 \x1b[2J\x80d3\n\n")
        case "closes":
            os.close(1)
            sleep()
    return legal[-1]


def main() -> None:
    """Answer until quit or the end of the input."""
    note_process()
    if BEHAVIOR == "exits":
        os.write(2, b"there is no network file\n")
        sys.exit(3)
    if BEHAVIOR == "silent-start":
        sleep()
    if BEHAVIOR in ("forks", "forks-away"):
        fork(leaves=BEHAVIOR == "forks-away")
    record = Record("othello", "8x8")
    for line in sys.stdin:
        with (FOLDER / "asked").open("a") as asked:
            asked.write(line)
        name, *arguments = line.split()
        answer = ""
        match name:
            case "list_commands":
                answer = "\n".join(("boardsize", "clear_board", "genmove", "name", "play", "version"))
            case "name":
                answer = "Scripted"
            case "version":
                answer = "1"
            case "boardsize" if arguments != ["8"]:
                write("? unacceptable size\n\n")
                continue
            case "clear_board":
                record = Record("othello", "8x8")
            case "play" if BEHAVIOR == "adds-passes" and arguments[1] == PASS:
                write("? illegal move\n\n")
                continue
            case "play":
                if replay(record).to_move is not SIDES[arguments[0]]:
                    record = record.then(PASS)
                record = record.then(Move(arguments[1]))
            case "genmove":
                position = replay(record)
                if position.to_move is not SIDES[arguments[0]]:
                    record = record.then(PASS)
                    position = replay(record)
                assert position.to_move is SIDES[arguments[0]]
                answer = genmove(record, position.to_move)
                if answer in (*position.legal_moves(), PASS):
                    record = record.then(Move(answer))
            case "quit":
                if BEHAVIOR == "dies-at-quit":
                    os.abort()
                if BEHAVIOR == "stays-at-quit":
                    sleep()
        write(f"= {answer}\n\n")
        if name == "quit":
            return


main()
