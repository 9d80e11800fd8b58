"""Claims on Go's moves, the most telling first. Which of them hold, `ai.claims.checkers.go` finds.

Stones that are worth much less than the move has lost are said after what may explain more.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.analysis import Line
from ai.claims.claim import Claim
from ai.claims.kind import BIG, SHORT, Kind
from ai.claims.kinds import OF_ATARI, is_partial
from ai.claims.makers import go_life, go_urgent
from games.base import PASS, Move, Side
from games.go import GoPosition
from games.go.board import EMPTY, Chain

_NET_LIBERTIES = (2, 3)
"""How many liberties a chain has that can be trapped."""


def claims(position: GoPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose claims on a move, from the best line of the position and the line that begins with the move."""
    lost = 0.0 if best.margin is None or played.margin is None else best.margin - played.margin
    if position.scoring or (move != PASS and move not in position.board.index):
        return
    of_stones = list(_of_stones(position, move, best, played))
    partial = [claim for claim in of_stones if is_partial(claim, move, lost)]
    yield from (claim for claim in of_stones if claim not in partial)
    yield from go_urgent.lets_save(position, move, best.move, played)
    yield from go_urgent.threats(position, best.move, played)
    yield from go_life.settled(position, best.move)
    yield from _of_groups(position, move, best, played)
    yield from go_urgent.unanswered(position, best.move, played)
    yield from _of_place(best.move)
    yield from (claim for claim in partial if claim.kind in OF_ATARI and claim.line[1:2] != (move,))
    yield Claim(Kind.FIRST_LINE, better=best.move)
    yield from partial
    yield from go_urgent.passed(position, best.move)
    for answer in played.moves[1:2]:
        yield Claim(Kind.LEAVES_POINT, (answer,), better=best.move)


def _of_stones(position: GoPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """What is caught, cut or in atari."""
    index, mover, better = position.board.index, position.to_move, best.move
    after = position.play(move)
    yield Claim(Kind.FILLS_EYE)
    own = [after.chains.at(index[move])] if move in index else []
    for chain in (*own, *_of(after, mover)):
        if len(chain.liberties) == 1:
            answer, n = _name(position, min(chain.liberties)), len(chain.points)
            every = _in_atari_at(after, mover, chain)
            yield Claim(Kind.SNAPBACK, (answer,), every)
            yield Claim(Kind.SELF_ATARI, (answer,), n)
            yield Claim(Kind.LEAVES_ATARI, (answer,), every, better)
    yield from go_life.fights(position, move, best, played)
    if better in index:
        yield from _missed(position, better)
    for answer in played.moves[1:2]:
        if answer in index:
            yield Claim(Kind.DOUBLE_ATARI, (answer,), better=better)
    yield from _chased(after, move, mover, better)
    yield from _by_lines(position, after, played, better)


def merits(position: GoPosition, best: Line) -> Iterator[Claim]:
    """Propose what can be said of the best move itself."""
    if best.move not in position.board.index:
        return
    yield from go_life.merits(position, best.move)
    yield from _missed(position, best.move)
    for chain in _of(position, position.to_move):
        if len(chain.liberties) == 1:
            line = (best.move, _name(position, chain.points[0]))
            yield Claim(Kind.LEAVES_ATARI, line, len(chain.points))
    yield from _nets(position, best.move, Kind.MISSES_NET)
    yield from _ataris(position, best.move, Kind.MISSES_ATARI)


def _missed(position: GoPosition, better: Move) -> Iterator[Claim]:
    """What the better move does."""
    mine, opponent = position.to_move - 1, position.to_move.other
    instead = position.play(better)
    yield Claim(Kind.MISSES_CAPTURE, (better,), instead.captures[mine] - position.captures[mine])
    yield Claim(Kind.MISSES_DOUBLE_ATARI, (better,))
    for chain in _of(instead, opponent):
        if len(chain.liberties) == 1:
            yield Claim(Kind.MISSES_LADDER, (better, _name(position, chain.points[0])), len(chain.points))


def _by_lines(position: GoPosition, after: GoPosition, played: Line, better: Move) -> Iterator[Claim]:
    """What the opponent's answer in the line does, and what the better move would have done."""
    index = position.board.index
    answers = [reply for reply in played.moves[1:2] if reply in index]
    for answer in answers:
        yield from _nets(after, answer, Kind.NET, better)
    if better in index:
        yield from _nets(position, better, Kind.MISSES_NET)
    for answer in answers:
        yield Claim(Kind.CUTS, (answer,), better=better)
        yield from _ataris(after, answer, Kind.ALLOWS_ATARI, better)
    if better in index:
        yield from _ataris(position, better, Kind.MISSES_ATARI)


def _of_groups(position: GoPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """What the answer does to chains and groups, compared with the better move and the answer to that."""
    index, mover = position.board.index, position.to_move
    if len(played.moves) < 2 or played.moves[1] not in index:
        return
    answer, after = played.moves[1], position.play(move)
    answered = after.play(answer)
    near = {
        after.chains.at(at)
        for at in position.board.neighbors[index[answer]]
        if after.stones[at] == mover.other
    }
    joined = sorted(near, key=lambda chain: -len(chain.points))
    for smaller in joined[1:]:
        stones = (_name(position, joined[0].points[0]), _name(position, smaller.points[0]))
        yield Claim(Kind.LETS_JOIN, (answer, *stones), len(smaller.points), best.move)
    if len(best.moves) < 2:
        return
    reply = best.moves[1]
    instead = position.play(best.move).play(reply)
    big = [group for group in answered.chains.every if len(group.points) >= BIG]
    for chain in sorted(big, key=lambda group: -len(group.points)):
        stone = chain.points[0]
        if instead.stones[stone] != answered.stones[stone]:
            continue
        line, n = (answer, _name(position, stone), reply), len(chain.liberties)
        had = len(instead.chains.at(stone).liberties)
        if answered.stones[stone] == mover:
            yield Claim(Kind.LESS_SPACE, line, _room(answered, stone), best.move, _room(instead, stone))
            if n <= SHORT:
                yield Claim(Kind.FEW_LIBERTIES, line, n, best.move, had)
        elif had <= SHORT:
            yield Claim(Kind.FREES, line, n, best.move, had)


def _room(position: GoPosition, stone: int) -> int:
    """The empty points that are connected with a stone without crossing the other color."""
    reach = position.board.reach(position.stones, stone)
    return sum(position.stones[point] == EMPTY for point in reach)


def _of_place(better: Move) -> Iterator[Claim]:
    """What is wrong with where the move is."""
    for kind in (Kind.INSIDE_OWN, Kind.INSIDE_OTHERS, Kind.EMPTY_CORNER, Kind.EMPTY_SIDE):
        yield Claim(kind, better=better)


def _nets(position: GoPosition, move: Move, kind: Kind, better: Move | None = None) -> Iterator[Claim]:
    """The chains that a move can have trapped, the largest first."""
    after = position.play(move)
    for chain in sorted(_of(after, position.to_move.other), key=lambda chain: -len(chain.points)):
        if len(chain.liberties) in _NET_LIBERTIES:
            yield Claim(kind, (move, _name(after, chain.points[0])), len(chain.points), better)


def _ataris(position: GoPosition, move: Move, kind: Kind, better: Move | None = None) -> Iterator[Claim]:
    """The chains that a move puts in atari, the largest first."""
    after = position.play(move)
    for chain in sorted(_of(after, position.to_move.other), key=lambda chain: -len(chain.points)):
        if len(chain.liberties) == 1:
            yield Claim(kind, (move, _name(after, chain.points[0])), len(chain.points), better)


def _chased(after: GoPosition, move: Move, mover: Side, better: Move) -> Iterator[Claim]:
    """The chains of the mover that the opponent can put in atari, and the opponent's that escape."""
    for chain in sorted(_of(after, mover), key=lambda chain: -len(chain.points)):
        for liberty in sorted(chain.liberties) if len(chain.liberties) == 2 else ():
            line, n = (_name(after, liberty), _name(after, chain.points[0])), len(chain.points)
            for stone in chain.points if after.board.index.get(move) in chain.points else ():
                yield Claim(Kind.RUNS_IN_LADDER, (line[0], _name(after, stone)), n)
            yield Claim(Kind.LADDER, line, n, better)
    for chain in _of(after, mover.other):
        if len(chain.liberties) == 1:
            line = (_name(after, min(chain.liberties)), _name(after, chain.points[0]))
            yield Claim(Kind.LADDER_BREAKS, line, len(chain.points))


def _of(position: GoPosition, side: Side) -> list[Chain]:
    """The chains of a side."""
    return [chain for chain in position.chains.every if position.stones[chain.points[0]] == side]


def _in_atari_at(position: GoPosition, side: Side, chain: Chain) -> int:
    """The stones of all chains of a side with the same last liberty as a chain."""
    same = (other for other in _of(position, side) if other.liberties == chain.liberties)
    return sum(len(other.points) for other in same)


def _name(position: GoPosition, point: int) -> Move:
    return position.board.names[point]
