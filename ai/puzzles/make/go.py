"""Puzzles of Go: captures that the engine finds in its own matches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ai.base import Limit, choose
from ai.puzzles.make import positions
from ai.puzzles.make.go_capture_search import Search
from ai.puzzles.proof import Unproved
from ai.puzzles.proof.go_capture import CAPTURE
from ai.puzzles.puzzle import ANY, Puzzle
from games import replay
from games.base import PASS, Move, Record
from games.go.board import Chain
from games.go.position import GoPosition

_MIN_PLIES = 14
_MIN_STONES = 2
_LIBERTIES = (2, 3)
_MIN_LINE, _MAX_LINE = 3, 25
_READER, _LIMIT = "8", Limit(0.15, seed=1)


def records(rng: Random) -> Iterator[Record]:
    """The positions of matches on the small board between levels that overlook captures."""
    return positions("go", ("9x9-korean",), range(2, 5), rng)


def find(record: Record) -> Puzzle | None:
    """The puzzle at the end of a record, if there is one: the engine attacks a chain that seems weak."""
    position = replay(record)
    assert isinstance(position, GoPosition)
    if len(record.moves) < _MIN_PLIES or position.passes or record.moves[-1] == PASS:
        return None
    weak = [group for group in position.chains.every if _is_weak(position, group)]
    if not weak:
        return None
    move = choose(record, _READER, _LIMIT).move
    if move not in position.board.index:
        return None
    for chain in weak:
        try:
            puzzle = capture_puzzle(record, position, Search(chain.points[0]), move)
        except Unproved:
            continue
        if puzzle is not None:
            return puzzle
    return None


def _is_weak(position: GoPosition, chain: Chain) -> bool:
    is_other = position.stones[chain.points[0]] != position.to_move
    return is_other and len(chain.points) >= _MIN_STONES and len(chain.liberties) in _LIBERTIES


def capture_puzzle(record: Record, position: GoPosition, search: Search, move: Move) -> Puzzle | None:
    """A puzzle if a move captures the chain that a search is about. Raises `Unproved`."""
    if move not in search.attacks(position) or not search.captures(position, move):
        return None
    line = search.line(position, move)
    if not _MIN_LINE <= len(line) <= _MAX_LINE:
        return None
    name = position.board.names[search.target]
    replies: dict[str, Move] = {}
    for wrong in search.attacks(position):
        if wrong != move and (reply := search.escape(position, wrong)) is not None:
            replies[wrong] = reply
    reply = search.escape(position, PASS)
    if reply is None:
        return None  # nothing has to be refuted far away
    replies[ANY] = reply
    themes = (theme_of(position, search.target, line),)
    return Puzzle(record.game, record.variant, record.moves, line, themes, replies, f"{CAPTURE} {name}")


def theme_of(position: GoPosition, target: int, line: tuple[Move, ...]) -> str:
    """The theme of a line that captures a chain.

    *Snapback*: the first stone is taken at once, and the next one on its point captures the chain. *Ladder*:
    every move of the attacker is an atari, three at least. *Net*: the first move is no liberty of the chain,
    and stands by itself: it takes nothing, and joins no stones of its own.
    """
    first = position.board.index[line[0]]
    if len(line) == 3 and line[2] == line[0]:
        return "snapback"
    if first not in position.chains.at(target).liberties:
        stones = {position.stones[point] for point in position.board.neighbors[first]}
        takes = position.play(line[0]).stones.count(0) >= position.stones.count(0)
        return "capture" if takes or position.to_move in stones else "net"
    ataris, reached = 0, position
    for index, move in enumerate(line):
        reached = reached.play(move)
        if index % 2 == 0 and reached.stones[target] and len(reached.chains.at(target).liberties) == 1:
            ataris += 1
    return "ladder" if ataris >= 3 and ataris >= len(line) // 2 else "capture"
