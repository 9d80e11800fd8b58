"""Agreement with GNU Go about dead stones, if it is installed.

The engine plays itself from different openings until both sides pass. A final position agrees if both
programs judge every stone alike.
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

BY_NAME_ONLY = "it takes minutes of games and of GNU Go"
POSITIONS = {9: 40, 13: 12}
"""The number of finished games judged, by board size."""
NODES = 400
_OPENING = 4
_FOLDERS = "/usr/games:/usr/local/bin:/usr/bin:/bin"


def rows() -> Iterator[Row]:
    """Measure the share of final positions that agree; none if GNU Go is not installed."""
    path = shutil.which("gnugo") or shutil.which("gnugo", path=_FOLDERS)
    if path is None:
        return
    for size, positions in POSITIONS.items():
        right = sum(agrees(path, *finished(size, seed)) for seed in range(positions))
        yield Row(f"go dead stones as GNU Go's, {size}x{size}", 100 * right / positions, "%", "≥ 95")


def finished(size: int, seed: int) -> tuple[GoPosition, list[Move]]:
    """Play a game until two passes; return the position and its moves."""
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
    """Whether GNU Go judges the same stones dead."""
    from ai.go.ownership import dead_stones

    names = position.board.names
    return {names[point] for point in dead_stones(position)} == dead_for_gnugo(path, position.size, moves)


def dead_for_gnugo(path: str, size: int, moves: list[Move]) -> set[str]:
    """Return the stones that GNU Go judges dead after these moves."""
    commands = [f"boardsize {size}", "clear_board", "komi 7.5"]
    for ply, move in enumerate(moves):
        commands.append(f"play {'bw'[ply % 2]} {PASS if move == PASS else move}")
    script = "\n".join([*commands, "final_status_list dead", "quit", ""])
    command = [path, "--mode", "gtp", "--chinese-rules"]
    output = subprocess.run(command, input=script, capture_output=True, text=True, check=True).stdout
    answers = output.split("\n\n")
    return {word.lower() for word in answers[len(commands)].lstrip("=").split()}
