"""A puzzle, and its line in a file. Imports no engine, because the bot's process reads puzzles."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games import replay
from games.base import Move, Position, Record
from games.symmetry import canonical

THEMES: dict[str, tuple[str, ...]] = {
    "othello": ("ending", "parity", "forced-pass", "corner", "stoner-trap"),
    "gomoku": ("fours", "threes", "defense"),
    "go": ("capture", "ladder", "net", "snapback", "life-and-death", "kill", "live"),
    "hare_and_hounds": ("only-move", "win-1", "win-2", "win-3", "win-4", "win-5"),
    "twelve_janggi": ("only-move", "win-1", "win-2", "win-3", "win-4", "win-5"),
}
"""Every theme of each game, in the order in which menus show them."""
GOMOKU_RULES = ("freestyle-15", "standard-15", "renju-15", "omok-15")
"""The variants of Gomoku on the board of the puzzles, without those that differ in the opening alone."""
ANY = "*"
"""In `Puzzle.replies`: every wrong move that is not named."""
NO_STOP = Move("")
"""In `Puzzle.stops`: no reply is known."""
_LEAST, _MOST = 600, 2600
_DEVIATES = 400.0
"""Points of rating by which ten times as many matches are won."""


MEAN = 1500
"""The Elo of the mean of a game's levels, and a puzzle's rating if nothing is known of it."""
_SOLVERS = {
    "othello": (332, 528, 807, 1106, 1714, 2055, 2509, 2949),
    "gomoku": (498, 755, 1362, 1591, 1704, 1869, 2013, 2208),
    "go": (265, 660, 1027, 1583, 1863, 2032, 2200, 2369),
    "hare_and_hounds": (1183, 1307, 1386, 1450, 1542, 1609, 1713, 1810),
    "twelve_janggi": (462, 649, 1328, 1510, 1701, 1915, 2089, 2345),
}
"""The Elo of the eight players who tried the puzzles: the levels of the time when the puzzles were made."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one right move.

    ``moves`` lead to the position. ``line`` begins with the right move; the sides alternate, and the solver
    plays last. ``replies`` refute the wrong moves. ``solved_by`` are the levels that find the right move, and
    ``rating`` follows from them. ``goal`` is the task in Go: ``capture d4``, ``kill d4``,
    ``live d4``. ``also`` has the solver's further moves of the line that are asked, by the number of the
    line's moves before each: the other moves that are right there. ``discs`` is by how many the solver wins
    in Othello; 0 is unknown. ``values`` is what wrong moves come to with best play, by the number of the
    line's moves before each question: in Othello by how many discs the solver wins, below 0 if they lose; in
    Hare and Hounds and in Twelve Janggi the plies to the end after the move, below 0 if the solver loses, 0
    if nobody forces an end. ``rules`` are the further variants by whose rules all of it is right, too.
    ``stops`` is what the opponent answers in Gomoku to wrong moves that make no four, by question as
    ``values``: the solver has no win by fours then. At the point of the answer it is not shown. ``then`` is
    how a fight of life and death goes on if the opponent plays on after the line; it is not asked.
    ``refutations`` are what refutes wrong moves, by question: the opponent's reply, and what follows it. They
    are in a file of their own (`ai.puzzles.refutations`).
    """

    game: str
    variant: str
    moves: tuple[Move, ...]
    line: tuple[Move, ...]
    themes: tuple[str, ...]
    replies: Mapping[str, Move] = field(default_factory=dict)
    goal: str = ""
    solved_by: tuple[str, ...] = ()
    rating: int = MEAN
    id: str = ""
    also: Mapping[int, tuple[Move, ...]] = field(default_factory=dict)
    discs: int = 0
    values: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    stops: Mapping[int, Mapping[str, Move]] = field(default_factory=dict)
    then: tuple[Move, ...] = ()
    refutations: Mapping[int, Mapping[str, tuple[Move, ...]]] = field(default_factory=dict)

    @property
    def record(self) -> Record:
        """The moves that lead to the position."""
        return Record(self.game, self.variant, self.moves)

    @property
    def line_record(self) -> Record:
        """The moves of the whole line."""
        return self.record_after(len(self.line))

    @property
    def position(self) -> Position:
        """The position that is asked about."""
        return replay(self.record)

    def after(self, shown: int) -> Position:
        """The position after so many moves of the line."""
        return replay(self.record_after(shown))

    def record_after(self, shown: int) -> Record:
        """The puzzle's moves and so many moves of the line."""
        return replace(self.record, moves=self.moves + self.line[:shown])

    @property
    def answer(self) -> Move:
        """The right move."""
        return self.line[0]

    def right_after(self, step: int) -> tuple[Move, ...]:
        """The right moves at the question after so many moves of the line, the line's own first."""
        return self.line[step], *self.also.get(step, ())

    def next_asked(self, shown: int) -> int | None:
        """How many moves of the line are before the next question after so many; None if there is none."""
        return min((ply for ply in self.also if ply >= shown), default=None)

    def value(self, step: int, move: Move) -> int | None:
        """What a wrong move after so many moves of the line comes to (see `values`); None if not known."""
        return self.values.get(step, {}).get(move)

    def stop(self, step: int, move: Move) -> Move | None:
        """What the opponent answers to a wrong move (see `stops`); None if it is not known."""
        stops = self.stops.get(step, {})
        return stops.get(move, stops.get(ANY)) or None

    def refuting_line(self, step: int, move: Move) -> tuple[Move, ...]:
        """What refutes a wrong move (see `refutations`); empty if it is not known."""
        lines = self.refutations.get(step, {})
        return lines.get(move, lines.get(ANY, ()))

    @property
    def is_right_by_all_rules(self) -> bool:
        """Whether the puzzle does not depend on which of a game's rules hold."""
        return self.game != "gomoku" or len(self.rules) + 1 == len(GOMOKU_RULES)

    def is_right_by(self, variant: str) -> bool:
        """Whether the puzzle is right by the rules of a variant of its game."""
        return self.is_right_by_all_rules or variant in {self.variant, *self.rules}

    @property
    def questions(self) -> tuple[int, ...]:
        """How many moves of the line are before each question."""
        return (0, *self.also)

    def refutation(self, move: Move) -> Move | None:
        """What refutes a wrong move; None if it is not known, or does not fit."""
        reply = self.replies.get(move) or self.replies.get(ANY)
        after = self.position.play(move)
        return reply if reply is not None and reply in after.legal_moves() else None

    def graded(self, solved_by: tuple[str, ...]) -> Puzzle:
        """The puzzle with the levels that solve it, and the rating that follows."""
        return replace(self, solved_by=solved_by, rating=rating_of(self.game, solved_by))

    def named(self) -> Puzzle:
        """The puzzle with its id: equal for images of one position under the board's symmetries."""
        return replace(self, id=hashlib.sha256(self.key).hexdigest()[:10])

    @property
    def digest(self) -> str:
        """Another one for each change of what is proved, which leaves the id as it is.

        What the levels make of the puzzle, the themes under which it is listed, and what follows its line are
        no part of that.
        """
        proved = replace(self, themes=(), solved_by=(), rating=MEAN, then=())
        return hashlib.sha256(write(proved).encode()).hexdigest()[:16]

    @property
    def key(self) -> bytes:
        """Equal for the images of one question."""
        image = canonical(self.position)
        if image is None:
            raise ValueError("puzzles are about positions with moves on a board")
        point = self.goal.partition(" ")[2]
        goal = image.move(Move(point)) if point else ""
        return f"{self.game} {image.move(self.answer)} {goal} ".encode() + image.key


def rating_of(game: str, solved_by: tuple[str, ...]) -> int:
    """The rating at which the levels would have scored as they did, with one drawn match at the mean.

    >>> rating_of("othello", ()) > rating_of("othello", ("8",)) > rating_of("othello", ("7", "8"))
    True
    """
    elos = [float(elo) for elo in _SOLVERS[game]]
    score = 0.5 + sum(str(level) in solved_by for level in range(1, len(elos) + 1))
    # By bisection: the expected score falls as the puzzle's rating rises. The drawn match keeps a puzzle that
    # all levels solve, or none does, from an infinite rating.
    low, high = 0.0, 4000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - elo) / _DEVIATES)) for elo in [*elos, MEAN])
        low, high = (middle, high) if expected > score else (low, middle)
    return round(min(max(low, _LEAST), _MOST))


def write(puzzle: Puzzle) -> str:
    """A puzzle as a line of JSON."""
    data: dict[str, object] = {
        "id": puzzle.id,
        "game": puzzle.game,
        "variant": puzzle.variant,
        "moves": ",".join(puzzle.moves),
        "line": ",".join(puzzle.line),
        "themes": ",".join(puzzle.themes),
        "replies": dict(puzzle.replies),
        "solved_by": ",".join(puzzle.solved_by),
        "rating": puzzle.rating,
    }
    if puzzle.goal:
        data["goal"] = puzzle.goal
    if puzzle.discs:
        data["discs"] = puzzle.discs
    if puzzle.also:
        data["also"] = {str(ply): ",".join(moves) for ply, moves in puzzle.also.items()}
    if puzzle.values:
        data["values"] = {str(ply): dict(values) for ply, values in puzzle.values.items()}
    if puzzle.stops:
        data["stops"] = {str(ply): dict(stops) for ply, stops in puzzle.stops.items()}
    if puzzle.then:
        data["then"] = ",".join(puzzle.then)
    if puzzle.rules:
        data["rules"] = ",".join(puzzle.rules)
    return json.dumps(data, separators=(",", ":"))


def read(line: str) -> Puzzle:
    """The puzzle on a line. Raises `ValueError` or `KeyError` if there is none."""
    data = json.loads(line)
    return Puzzle(
        data["game"],
        data["variant"],
        _moves(data["moves"]),
        _moves(data["line"]),
        tuple(data["themes"].split(",")),
        _replies(data["replies"]),
        data.get("goal", ""),
        tuple(filter(None, data["solved_by"].split(","))),
        data["rating"],
        data["id"],
        {int(ply): _moves(moves) for ply, moves in data.get("also", {}).items()},
        data.get("discs", 0),
        {
            int(ply): {sys.intern(move): value for move, value in values.items()}
            for ply, values in data.get("values", {}).items()
        },
        tuple(filter(None, data.get("rules", "").split(","))),
        {int(ply): _replies(stops) for ply, stops in data.get("stops", {}).items()},
        _moves(data.get("then", "")),
    )


# A point is one string in all puzzles: they have several hundred thousand moves.
def _moves(text: str) -> tuple[Move, ...]:
    return tuple(Move(sys.intern(move)) for move in text.split(",") if move)


def _replies(replies: Mapping[str, str]) -> dict[str, Move]:
    return {sys.intern(move): Move(sys.intern(reply)) for move, reply in replies.items()}
