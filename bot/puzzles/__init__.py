"""The puzzles that come with the bot, by game and by id; a person's next one, and a server's daily one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from ai.puzzles.likeness import are_alike
from ai.puzzles.puzzle import THEMES, Puzzle, read
from ai.puzzles.refutations import file_beside, stored, with_refutations
from data.model.glicko import Rating
from games import GAMES, replay
from games.base import Move, Record

FOLDER = Path(__file__).with_name("data")
EASY_SHARE = 5
"""The easiest fifth of a game's puzzles are at most as hard as a newcomer is thought strong, so that somebody
who does not know the patterns yet solves some of them. The deviation is Glicko-2's for anybody new, 350: ten
right answers lead a strong person 700 points up, a wrong one leads to another easy puzzle."""
NEAREST = 12
"""The next puzzle is one of so many that are the nearest in rating."""
MIN_MOVES = 3
"""Legal moves from which a position is asked: between two moves, a coin would be right every other time."""
MAX_ODDS = 1 / 6
"""How likely moves chosen by lot may solve a puzzle that is asked: as likely as a throw of a die."""
RECENT = 50
"""The puzzles that a person has tried last, of which no near copy is asked."""
SPREAD = {-1: (-150.0, 0.0), 1: (150.0, 300.0)}
"""By how many points a puzzle is harder than the person is strong: of two in a row one is, the other not."""
SHIFTS = {"easiest": -2, "easier": -1, "normal": 0, "harder": 1, "hardest": 2}
"""How difficult puzzles can be chosen to be, in steps of `SHIFT` points from the person's rating."""
SHIFT = 300.0
UNSETTLED_STEP = 150.0
"""How much harder or easier the next puzzle is at most while a rating has not settled: one answer can move
such a rating by 500 points."""
LATE_SECONDS = 12 * 3600.0
"""How late a daily puzzle is still posted, for example after an outage; the day is skipped afterwards."""


@cache
def of_game(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none if it has no file."""
    file = FOLDER / f"{game}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    puzzles = with_refutations(map(read, lines), stored(file_beside(file)))
    return tuple(sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id)))


def games_with_puzzles() -> list[str]:
    """The games that have puzzles, in the order of menus."""
    return [game for game in GAMES if (FOLDER / f"{game}.jsonl").exists()]


def themes_of(game: str) -> list[str]:
    """The themes that a game's puzzles have, in the order of menus."""
    themes = {theme for puzzle in of_game(game) for theme in puzzle.themes}
    return [theme for theme in THEMES[game] if theme in themes]


def with_id(wanted: str) -> Puzzle | None:
    """The puzzle with an id; None if there is none."""
    return _by_id().get(wanted)


def chosen(game: str | None, theme: str | None = None) -> Sequence[Puzzle]:
    """The puzzles of a game (None: of all) with a theme (None: with any)."""
    games = games_with_puzzles() if game is None else [game]
    return [puzzle for slug in games for puzzle in of_game(slug) if theme is None or theme in puzzle.themes]


@cache
def newcomer(game: str) -> Rating:
    """The rating at which somebody begins who has tried no puzzle of a game that has puzzles."""
    by_rating = of_game(game)
    return Rating(by_rating[len(by_rating) // EASY_SHARE].rating)


def is_offered(puzzle: Puzzle) -> bool:
    """Whether a puzzle is asked: guesses seldom solve it."""
    also = tuple(puzzle.also.items())
    return _legal_moves(puzzle.record) >= MIN_MOVES and _odds(puzzle.record, puzzle.line, also) <= MAX_ODDS


def is_easiest(puzzle: Puzzle) -> bool:
    """Whether no puzzle of its game is easier."""
    return puzzle.rating == of_game(puzzle.game)[0].rating


def is_hardest(puzzle: Puzzle) -> bool:
    """Whether no puzzle of its game is harder."""
    return puzzle.rating == of_game(puzzle.game)[-1].rating


def next_puzzle(
    candidates: Sequence[Puzzle],
    tried: Collection[str],
    ratings: Mapping[str, float],
    dice: Random,
    last: Puzzle | None = None,
    *,
    shift: int = 0,
    turn: int = 0,
    recent: Sequence[Puzzle] = (),
    unsettled: Collection[str] = (),
) -> Puzzle:
    """One of ``candidates`` that a person has not tried, chosen by how strong they are.

    ``tried`` are the ids of those that they have tried, ``ratings`` theirs by game, ``last`` is what they
    were asked before. If they have tried all, it is any other than ``last``, or ``last`` if it is alone.
    It is about as hard as they are strong, or ``shift`` (see `SHIFTS`) from there: harder ones count from the
    easiest puzzles at least, easier ones from the hardest at most; of equally hard ones those with fewer
    moves to find are easier. After ``last`` it is easier (``turn`` -1) or harder (1) than that, if such a
    puzzle is left; with a ``turn`` of 0 it is harder than the person is strong if ``last`` was not, and the
    other way round. It is no near copy of a ``recent`` one, if there is another, and in ``unsettled`` games
    at most `UNSETTLED_STEP` from the last one.
    """
    others = [puzzle for puzzle in candidates if puzzle is not last] or candidates
    fresh = [puzzle for puzzle in others if puzzle.id not in tried]
    if not fresh:
        return dice.choice([*_offered(others)] or others)
    fresh = _steps_from([*recent, *filter(None, [last])], fresh, () if shift or turn else unsettled)

    def strength(game: str) -> float:
        return ratings[game] if game in ratings else newcomer(game).value

    games = {puzzle.game for puzzle in fresh}
    middles = {game: _middle(fresh, game, strength(game), shift) for game in games}

    def harder_by(puzzle: Puzzle) -> float:
        return puzzle.rating - middles.get(puzzle.game, strength(puzzle.game)) - SHIFT * shift

    def distance(puzzle: Puzzle) -> tuple[float, int]:
        return abs(harder_by(puzzle) - wished), -shift * len(puzzle.questions)

    direction = turn or (0 if last is None else -1 if harder_by(last) > 0 else 1)
    wished = dice.choice(SPREAD[direction]) if direction and not turn else 0.0
    nearest = preferred = sorted(fresh, key=distance)
    close = [puzzle for puzzle in nearest if abs(harder_by(puzzle) - wished) <= SHIFT / 2]
    beyond = [puzzle for puzzle in nearest if (harder_by(puzzle) + SHIFT * shift) * shift > 0]
    if last is not None:
        preferred = [
            puzzle
            for puzzle in nearest
            if (puzzle.rating - last.rating) * direction > 0
            and (turn or abs(harder_by(puzzle) - wished) <= SHIFT)
        ]
    apart = [close, beyond] if shift else []  # so that the steps between difficulties are felt
    groups = [*([] if last is None else [preferred]), *apart, nearest]
    return dice.choice(_first_left(groups, recent, copies_last=not turn) or nearest)


def _first_left(
    groups: Sequence[Sequence[Puzzle]], recent: Sequence[Puzzle], *, copies_last: bool
) -> list[Puzzle]:
    """The first few puzzles of the first of these groups that has any to offer.

    Near copies of ``recent`` ones come after the others of all groups, or else after those of their own: who
    asks for an easier puzzle gets one, even if it is a near copy.
    """
    tries = [(group, is_new) for group in groups for is_new in (True, False)]
    if copies_last:
        tries.sort(key=lambda tried: not tried[1])
    for candidates, only_new in tries:
        offered = _offered(candidates)
        if first := [*islice(_unlike(recent, offered) if only_new else offered, NEAREST)]:
            return first
    return []


def puzzle_of_day(
    guild_id: int,
    day: str,
    games: Collection[str],
    used: Sequence[str],
    withdrawn: Collection[str] = (),
) -> Puzzle:
    """The puzzle of a day: the games take turns, and none returns before all of its game were there.

    It is one of middling difficulty. ``used`` are the ids of the server's earlier ones, the oldest first,
    ``withdrawn`` those of puzzles that are not asked anymore.
    """
    turns = [slug for slug in games_with_puzzles() if slug in games or not games]
    turns = turns or games_with_puzzles()
    game = turns[date.fromisoformat(day).toordinal() % len(turns)]
    middling = [puzzle for puzzle in _middling(of_game(game)) if puzzle.id not in withdrawn]
    unused = [puzzle for puzzle in middling if puzzle.id not in used]
    mixed = Random(f"{guild_id} {day}").sample(unused, len(unused))
    oldest = sorted((puzzle for puzzle in middling if puzzle.id in used), key=lambda p: _last_use(p.id, used))
    return next(_offered([*mixed, *oldest]))


def _steps_from(seen: Sequence[Puzzle], fresh: Sequence[Puzzle], unsettled: Collection[str]) -> list[Puzzle]:
    """The puzzles near the last one seen of their game, where its rating has not settled; all if none is."""
    last = {puzzle.game: puzzle.rating for puzzle in seen if puzzle.game in unsettled}
    near = [
        puzzle
        for puzzle in fresh
        if puzzle.game not in last or abs(puzzle.rating - last[puzzle.game]) <= UNSETTLED_STEP
    ]
    return near or list(fresh)


def _middle(fresh: Sequence[Puzzle], game: str, strength: float, shift: int) -> float:
    """The rating from which a difficulty is counted: a person's, or an end of what is left of a game.

    Who is weaker than all puzzles still feels that harder ones are harder; so does who is stronger with
    easier ones.
    """
    ratings = sorted(puzzle.rating for puzzle in fresh if puzzle.game == game)
    end = min(NEAREST, len(ratings))
    if shift > 0:
        return max(strength, ratings[end - 1])
    return min(strength, ratings[-end]) if shift < 0 else strength


def _unlike(recent: Sequence[Puzzle], candidates: Iterable[Puzzle]) -> Iterator[Puzzle]:
    return (puzzle for puzzle in candidates if not any(are_alike(puzzle, seen) for seen in recent))


def _offered(candidates: Iterable[Puzzle]) -> Iterator[Puzzle]:
    return filter(is_offered, candidates)


@cache
def _legal_moves(record: Record) -> int:
    return len(replay(record).legal_moves())


@cache
def _odds(record: Record, line: tuple[Move, ...], also: tuple[tuple[int, tuple[Move, ...]], ...]) -> float:
    """How likely moves chosen by lot solve a puzzle."""
    odds = 1 / _legal_moves(record)
    for step, others in also:
        odds *= (1 + len(others)) / _legal_moves(replace(record, moves=record.moves + line[:step]))
    return odds


def _middling(by_rating: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """The middle half of puzzles in the order of their ratings; all of them if there are fewer than four."""
    quarter = len(by_rating) // 4
    return by_rating[quarter : len(by_rating) - quarter]


def _last_use(puzzle_id: str, used: Sequence[str]) -> int:
    return max(index for index, used_id in enumerate(used) if used_id == puzzle_id)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in games_with_puzzles() for puzzle in of_game(game)}
