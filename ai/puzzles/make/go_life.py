"""Puzzles of life and death in Go: enclosed groups of the engine's matches, or such groups with a stone less.

Most groups are alive or dead whoever moves. So each stone in the region is also left out of the record once,
by a pass in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from ai.base import Limit, choose
from ai.puzzles.make import positions
from ai.puzzles.make.go_life_search import NODES, Search, Shape, State, TooMany, rested
from ai.puzzles.proof import Unproved
from ai.puzzles.proof.go_life import KILL, LIVE, Region, check_wall, region_of
from ai.puzzles.puzzle import ANY, Puzzle
from games import replay
from games.base import PASS, IllegalMove, Move, Record, Side
from games.go.board import Board
from games.go.position import GoPosition
from games.symmetry import canonical

THEME = "life-and-death"
_MIN_PLIES = 16
MIN_STONES = 3
_READER, _LIMIT = "8", Limit(0.8, seed=1)
_LONGEST_LINE = 15


def records(rng: Random) -> Iterator[Record]:
    """Records that end with a puzzle, each answer of a match once."""
    seen: set[tuple[int, ...]] = set()
    answers: set[tuple[str, ...]] = set()
    for record in positions("go", ("9x9-korean",), range(2, 5), rng):
        if len(record.moves) < _MIN_PLIES:
            answers = set()
            continue
        for region, state in regions(_position(record)):
            key = (*state, sum(1 << at for at in region.points))
            if key not in seen:
                seen.add(key)
                for candidate in (record, *thinned(record, region)):
                    puzzle = _puzzle_at_end(candidate)
                    if puzzle is not None and (puzzle.answer, *puzzle.themes) not in answers:
                        answers.add((puzzle.answer, *puzzle.themes))
                        yield candidate


def find(record: Record) -> Puzzle | None:
    """The puzzle at the end of a record, if there is one: one move decides about an enclosed group.

    The strongest level has to play that move, so nothing outside of the region is larger or changes it.
    """
    puzzle = _puzzle_at_end(record)
    return puzzle if puzzle and choose(record, _READER, _LIMIT).move == puzzle.answer else None


@lru_cache(maxsize=1)
def _puzzle_at_end(record: Record) -> Puzzle | None:
    try:
        position = _position(record)
    except IllegalMove:
        return None
    for region, state in regions(position):
        try:
            puzzle = puzzle_of_region(record, position, region, state)
        except (TooMany, Unproved):
            continue
        if puzzle is not None:
            return puzzle
    return None


def puzzle_of_region(
    record: Record, position: GoPosition, region: Region, state: State, nodes: int = NODES
) -> Puzzle | None:
    """The puzzle about a region, if exactly one move decides. Raises `TooMany` or `Unproved`."""
    question = Question.of(position.board, region, state, nodes)
    if question is None:
        return None
    check_wall(position, region)
    return _puzzle(record, position, question)


def likeness(puzzle: Puzzle) -> bytes:
    """Equal for puzzles that ask one side about regions of one outline."""
    position = puzzle.position
    word, _, name = puzzle.goal.partition(" ")
    region = region_of(position, position.board.index[name]) if isinstance(position, GoPosition) else None
    if word not in (KILL, LIVE) or region is None or not isinstance(position, GoPosition):
        return puzzle.key
    outline = bytes(at in region.points for at in range(position.board.area))
    image = canonical(GoPosition(position.variant, outline, Side.FIRST, position.board.key(outline)))
    return puzzle.key if image is None else f"{word} ".encode() + image.key


def _position(record: Record) -> GoPosition:
    position = replay(record)
    assert isinstance(position, GoPosition)
    return position


def regions(position: GoPosition) -> list[tuple[Region, State]]:
    """The small enclosed groups on the board, and their fights."""
    if position.passes or position.outcome() is not None:
        return []
    by_points: dict[frozenset[int], Region] = {}
    for chain in sorted(position.chains.every, key=lambda candidate: -len(candidate.points)):
        if len(chain.points) >= MIN_STONES and len(chain.liberties) > 1:
            enclosed = region_of(position, chain.points[0])
            if enclosed is not None:
                by_points.setdefault(enclosed.points, enclosed)
    return [(region, state_of(position, region)) for region in by_points.values()]


def shape_of(board: Board, region: Region) -> Shape:
    """A region as bitboards."""
    wall = sum(1 << at for chain in region.wall for at in chain.points)
    return Shape(board, sum(1 << at for at in region.points), wall, 1 << region.target)


def state_of(position: GoPosition, region: Region) -> State:
    """The fight in a region."""
    stones = {side: sum(1 << at for at in region.points if position.stones[at] == side) for side in Side}
    defender = region.defender
    return stones[defender], stones[defender.other], position.to_move is not defender, 0


def thinned(record: Record, region: Region) -> Iterator[Record]:
    """The record with a pass in the place of each move on a stone of the region."""
    position = _position(record)
    stones = {position.board.names[at] for at in region.points if position.stones[at]}
    last = len(record.moves) - 1
    for index, move in enumerate(record.moves):
        if move in stones and index < last and PASS not in record.moves[max(index - 1, 0) : index + 2]:
            yield replace(record, moves=(*record.moves[:index], PASS, *record.moves[index + 1 :]))


@dataclass(frozen=True, slots=True)
class Question:
    """A fight in which exactly one move is right, whoever wins kos.

    ``strict`` gives kos to the other side, and ``lenient`` to the side that solves.
    """

    region: Region
    state: State
    strict: Search
    lenient: Search
    answer: int

    @classmethod
    def of(cls, board: Board, region: Region, state: State, nodes: int = NODES) -> Question | None:
        """The question that a fight is; None if it is none. Raises `TooMany` after so many ``nodes``."""
        shape, attacks = shape_of(board, region), state[2]
        strict, lenient = Search(shape, not attacks, nodes), Search(shape, attacks, nodes)
        if lenient.is_captured(rested(state)) is attacks:  # a move elsewhere does as well
            return None
        right = []
        for bit in lenient.moves(state):
            if strict.works(state, bit):
                right.append(bit)
                if len(right) > 1:
                    return None
        if not right or strict.after(state, right[0]) is True:
            return None
        # Another move that works by winning a ko would leave the question open.
        if any(other != right[0] and lenient.works(state, other) for other in lenient.moves(state)):
            return None
        return cls(region, state, strict, lenient, right[0])

    def line(self) -> Iterator[int]:
        """The right move, then moves that must be answered, and the answers, until there is none."""
        yield self.answer
        after = self.strict.after(self.state, self.answer)
        for _ in range(_LONGEST_LINE // 2):
            threats = [] if after is None or isinstance(after, bool) else list(self._threats(after))
            if not threats:
                return
            _, threat, answer, after = min(threats, key=lambda entry: entry[:3])
            yield from (threat, answer)

    def _threats(self, state: State) -> Iterator[tuple[int, int, int, State | bool | None]]:
        """Moves that must be answered: how many answers are right, the move, one of them, what follows."""
        search = self.strict
        for bit in search.moves(state):
            after = search.after(state, bit)
            if after is not None and not isinstance(after, bool) and self._must_answer(after):
                answers = [reply for reply in search.moves(after) if search.works(after, reply)]
                if answers:
                    yield len(answers), bit, answers[0], search.after(after, answers[0])

    def _must_answer(self, state: State) -> bool:
        """Whether the side that solves, to move, would fail by a move elsewhere."""
        return self.strict.is_captured(rested(state)) is not self.state[2]

    def replies(self) -> dict[int, int]:
        """What refutes the wrong moves, and a move elsewhere, all as bits; 0 is elsewhere or a pass."""
        search, refutations = self.lenient, {}
        for bit in [0, *search.moves(self.state)]:
            after = search.after(self.state, bit) if bit else rested(self.state)
            if bit != self.answer and after is not None and not isinstance(after, bool):
                refutations[bit] = next(
                    (reply for reply in search.moves(after) if search.works(after, reply)), 0
                )
        return refutations


def _puzzle(record: Record, position: GoPosition, question: Question) -> Puzzle:
    names, region = position.board.names, question.region
    named = {1 << at: Move(name) for at, name in enumerate(names)}
    replies: dict[str, Move] = {}
    for bit, reply in question.replies().items():
        replies[named[bit] if bit else ANY] = named[reply] if reply else PASS
    line = tuple(named[move] for move in question.line())
    word = KILL if question.state[2] else LIVE
    goal = f"{word} {names[region.target]}"
    return Puzzle(record.game, record.variant, record.moves, line, (THEME, word), replies, goal)
