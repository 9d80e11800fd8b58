"""The Go Text Protocol: whole games, refusals, time controls, and the passes that controllers leave out."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from ai.base import Limit
from ai.human.scale import scale_of
from ai.level import Level
from ai.protocols import gtp_cli
from ai.protocols.gtp import Clock, Session
from games import replay
from games.base import PASS, Move, Record, Side

ROOT = Path(__file__).parents[3]
QUICK = Limit(5.0, nodes=200, seed=1)
PLAYABLE = scale_of("othello").playable


def othello() -> Session:
    return Session("othello", Level("3"), QUICK)


def ask(session: Session, *lines: str) -> str:
    """Return the last answer without the blank line that ends it."""
    answers = [session.answer(line) for line in lines]
    assert answers[-1] is not None and answers[-1].endswith("\n\n")
    return answers[-1][:-2]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2"),
        ("7 protocol_version", "=7 2"),
        ("known_command genmove", "= true"),
        ("known_command castle", "= false"),
        ("12 castle", "?12 unknown command"),
        ("boardsize 9", "? unacceptable size"),
        ("boardsize eight", "? syntax error"),
        ("boardsize 10", "="),
        ("play black d3", "="),
        ("play b D3", "="),
        ("play black a1", "? illegal move"),
        ("play white d3", "? illegal move"),
        ("play blue d3", "? syntax error"),
        ("play black", "? syntax error"),
        ("play black z9", "? illegal move"),
        ("undo", "? cannot undo"),
        ("level 6", "="),
        ("level 99", f"? levels: 1 2 3 4 5 6 7 8 classic {PLAYABLE[0]}-{PLAYABLE[-1]}"),
        ("set_game Othello", "="),
        ("set_game Chess", "? only Othello is played here"),
        ("final_score", "? the game is not over"),
        ("time_settings 60 0 0", "="),
        ("time_settings 60", "? syntax error"),
        ("time_left white 3.5 0 # a comment", "="),
        ("komi 6.5", "="),
        ("komi nan", "? syntax error"),
        ("time_settings inf 0 0", "? syntax error"),
        ("time_left white nan 0", "? syntax error"),
        ("play black pass", "? illegal move"),
    ],
)
def test_answers(line: str, answer: str) -> None:
    assert ask(othello(), line) == answer


def test_lines_without_a_command_are_not_answered() -> None:
    assert othello().answer("  # only a comment") is None
    assert othello().answer("\n") is None


def test_a_refused_move_is_not_played() -> None:
    session = othello()
    assert ask(session, "play black pass") == "? illegal move"
    assert ask(session, "play black d3") == "="


def test_undo_takes_back_one_move() -> None:
    session = othello()
    before = ask(session, "showboard")
    assert ask(session, "play black d3", "undo", "showboard") == before
    assert ask(session, "play black d3", "play white c3", "clear_board", "showboard") == before


@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_game_against_itself_from_the_protocol_alone(size: int) -> None:
    session = othello()
    assert ask(session, f"boardsize {size}", "clear_board") == "="
    moves, colors = list[Move](), ("black", "white")
    while ask(session, "final_score").startswith("?"):
        answer = ask(session, f"genmove {colors[len(moves) % 2]}")
        assert answer.startswith("= ")
        moves.append(Move(answer[2:]))
    position = replay(Record("othello", f"{size}x{size}", tuple(moves)))
    outcome = position.outcome()
    assert outcome is not None
    winner = {Side.FIRST: "= B+", Side.SECOND: "= W+", None: "= 0"}[outcome.winner]
    assert ask(session, "final_score").startswith(winner)
    assert ask(session, "genmove black") == "= pass"


def test_a_forced_pass_may_be_left_out() -> None:
    record = Record("othello", "8x8")
    dice = random.Random(4)
    while replay(record).legal_moves() != [PASS]:
        assert replay(record).outcome() is None
        record = record.then(dice.choice(replay(record).legal_moves()))
    session = othello()
    colors = {Side.FIRST: "black", Side.SECOND: "white"}
    position = replay(Record("othello", "8x8"))
    for move in record.moves:
        assert ask(session, f"play {colors[position.to_move]} {move}") == "="
        position = position.play(move)
    assert ask(session, f"reg_genmove {colors[position.to_move]}") == "= pass"
    board = ask(session, "showboard")
    assert ask(session, f"play {colors[position.to_move.other]} z9") == "? illegal move"
    assert ask(session, "showboard") == board, "a refused command adds no pass"
    assert ask(session, f"genmove {colors[position.to_move.other]}") != "= pass"
    assert ask(session, "undo", "showboard") == board, "the added pass is undone with its command"


def test_time_is_shared_among_the_moves() -> None:
    assert Clock().unlimited and Clock(0, 0, 0).unlimited
    assert Clock(0, 1, 0).unlimited, "byo-yomi of no stones means no limit"
    assert not Clock(60, 0, 0).unlimited and not Clock(0, 10, 5).unlimited
    assert Clock(main=60.0).share(Side.FIRST, 30) == pytest.approx(1.8)
    assert Clock(main=0.0, byo_yomi=10.0, stones=5).share(Side.FIRST, 30) == pytest.approx(1.8)
    clock = Clock(main=60.0)
    clock.left[Side.SECOND] = 6.0, 0
    assert clock.share(Side.SECOND, 20) == pytest.approx(0.27)


def test_the_command_line() -> None:
    command = [sys.executable, "-m", "ai", "gtp", "--game", "othello", "--nodes", "300", "--seed", "2"]
    commands = "1 name\n\n2 genmove black\n3 showboard\n4 quit\n5 name\n"
    output = subprocess.run(
        command, cwd=ROOT, input=commands, capture_output=True, text=True, check=True
    ).stdout
    assert output.startswith("=1 Daeguk\n\n=2 ")
    assert output.endswith("=4\n\n") and "to move: second" in output


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--level", "99", "--level: one of 1 2"),
        ("--seconds", "0", "argument --seconds"),
        ("--seconds", "nan", "argument --seconds"),
        ("--nodes", "0", "argument --nodes"),
    ],
)
def test_the_command_line_refuses(
    option: str, value: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        gtp_cli.main(["--game", "othello", option, value])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err
