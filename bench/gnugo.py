"""Dead stones as GNU Go sees them, where it is installed. Start reading at `rows`.

Games of the engine against itself, from openings that differ, until both pass; then who is dead is asked of
both. A position counts as right where every stone is judged alike.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator

from ai.base import Limit
from bench import Row
from games.base import PASS, Move
from games.go import GO, GoPosition

BY_NAME_ONLY = "it plays games and asks GNU Go for minutes"
POSITIONS = {9: 40, 13: 12}
"""How many finished games of a size are judged."""
NODES = 400
_OPENING = 4
_FOLDERS = "/usr/games:/usr/local/bin:/usr/bin:/bin"


def rows() -> Iterator[Row]:
    """The share of finished positions whose dead stones are GNU Go's; nothing where it is not installed."""
    path = shutil.which("gnugo") or shutil.which("gnugo", path=_FOLDERS)
    if path is None:
        return
    for size, positions in POSITIONS.items():
        right = sum(agrees(path, *finished(size, seed)) for seed in range(positions))
        yield Row(f"go dead stones as GNU Go's, {size}x{size}", 100 * right / positions, "%", "≥ 95")


def finished(size: int, seed: int) -> tuple[GoPosition, list[Move]]:
    """A position after two passes, and the moves that led there."""
    from ai.go.engine import ENGINE

    dice, position, moves = random.Random(seed), GO.start(f"{size}x{size}-chinese"), list[Move]()
    while not position.scoring and position.outcome() is None:
        if len(moves) < _OPENING:
            points = [p for p in position.open_points if min(p % size, size - 1 - p % size) >= 2]
            move = Move(position.board.names[dice.choice(points)])
        else:
            limit = Limit(60.0, nodes=NODES, seed=1000 * seed + len(moves))
            move = ENGINE.choose(position, "8", limit).move
        moves.append(move)
        position = position.play(move)
    return position, moves


def agrees(path: str, position: GoPosition, moves: list[Move]) -> bool:
    """Whether GNU Go thinks the same stones dead."""
    from ai.go.judge import dead_stones

    names = position.board.names
    return {names[point] for point in dead_stones(position)} == dead_for_gnugo(path, position.size, moves)


def dead_for_gnugo(path: str, size: int, moves: list[Move]) -> set[str]:
    """The stones that GNU Go thinks dead after these moves."""
    commands = [f"boardsize {size}", "clear_board", "komi 7.5"]
    for ply, move in enumerate(moves):
        commands.append(f"play {'bw'[ply % 2]} {PASS if move == PASS else move}")
    script = "\n".join([*commands, "final_status_list dead", "quit", ""])
    command = [path, "--mode", "gtp", "--chinese-rules"]
    told = subprocess.run(command, input=script, capture_output=True, text=True, check=True).stdout
    answers = told.split("\n\n")
    return {word.lower() for word in answers[len(commands)].lstrip("=").split()}
