"""Which matches that were agreed to be rated are not rated after all. Each rule is a function.

`why_unrated` asks them in turn. The rules look at the match and at earlier rated matches; the reason that
applies is stored and shown to both players.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from data.model.match import CHALLENGE_REASON, DELETED_USER, Match
from data.model.match_rating import Unrated
from data.model.reasons import CALLED_OFF, NO_RESULT, OUT_OF_TIME
from data.model.tournament import GIVEN_UP, LEFT
from games.base import Record
from games.starts import is_even_start

MIN_PLIES = 10
OPENING_PLIES = 20
MAX_A_DAY = 5
UNPROVEN_WINS = 3
"""So many wins over people who have played nobody else are rated within a `MONTH`. Nothing but the winner
vouches for the strength of such people: they can be accounts that were made to lose."""
RING_RESULTS = 2
"""How often each member of a ring has lost to the next one, and never won, when the ring is noticed."""
TRADED_MATCHES = 4
PROVISIONAL_WINS = 10
"""So many wins over people with a provisional rating are rated within a `DAY`: more than a person who plays
for fun meets newcomers, and few enough that a group of new accounts needs days for what it does."""
OUTAGE_SECONDS = 600.0
"""After an outage, people have so long to notice that the bot is back."""

DAY, WEEK, MONTH = 86_400.0, 7 * 86_400.0, 30 * 86_400.0
RESIGNED = "outcome.resigned"
AT_WILL = frozenset(
    {
        *(OUT_OF_TIME, RESIGNED, "outcome.agreed", *GIVEN_UP),
        *("outcome.points", "outcome.two-passes", "outcome.repetition"),
    }
)
"""Endings that two people can bring about in any position: without play, or by passes and repetitions."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A rated match that is over."""

    first_id: int
    second_id: int
    winner_id: int | None
    """None for a draw."""
    ended_at: float
    plies: int
    opening: int
    """`opening_key` of its moves."""
    resigned: bool

    @property
    def pair(self) -> frozenset[int]:
        """Both players."""
        return frozenset((self.first_id, self.second_id))

    @property
    def loser_id(self) -> int | None:
        """Who lost; None for a draw."""
        if self.winner_id is None:
            return None
        return self.second_id if self.winner_id == self.first_id else self.first_id


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the rules know besides the match."""

    pair: Sequence[Ended] = ()
    """Earlier rated matches of the two players in this category, of all times."""
    recent: Sequence[Ended] = ()
    """Rated matches in this category within the last `WEEK`, of the two and of those they have met."""
    unproven_wins: int = 0
    """How many matches the winner has won within the last `MONTH` against people who have played nobody else;
    0 if the loser of this one has played somebody else, or has beaten the winner before."""
    provisional_wins: int = 0
    """How many matches the winner has won within the last `DAY` against people with a provisional rating;
    0 if that of the loser of this one is not provisional."""
    seconds_since_outage: float | None = None
    """How long the bot has been back if it was out of reach in the last turn; None: it was not."""


def why_unrated(match: Match, known: Circumstances) -> Unrated | None:
    """The first reason why a match that is over and was agreed to be rated is not; None: it is rated."""
    return next((reason for rule in RULES if (reason := rule(match, known)) is not None), None)


def never_rated(match: Match, _: Circumstances) -> Unrated | None:
    """A match without a result, against the computer, imported, of an erased person or from a setup.

    An even start is no setup that somebody has chosen.
    """
    reason = match.reason or ""
    if match.imported_by is not None:
        return Unrated.IMPORTED
    if match.level is not None or match.teaching:
        return Unrated.COMPUTER
    if reason in (*CALLED_OFF, NO_RESULT) or reason.startswith(CHALLENGE_REASON):
        return Unrated.NO_RESULT
    if DELETED_USER in (match.first_id, match.second_id):
        return Unrated.ERASED
    return Unrated.SETUP if match.setup is not None and not is_even_start(match.record) else None


def taken_back(match: Match, _: Circumstances) -> Unrated | None:
    """A match in which a move was taken back."""
    return Unrated.TAKEBACK if match.takebacks else None


def too_short(match: Match, _: Circumstances) -> Unrated | None:
    """A match of very few moves that nobody has won on the board.

    Resigning at once would be the easiest way to give rating points away. Five stones in a row after nine
    moves are a win like any other.
    """
    is_at_will = match.winner is None or match.reason in AT_WILL
    return Unrated.SHORT if is_at_will and match.ply < MIN_PLIES else None


def lost_by_outage(match: Match, known: Circumstances) -> Unrated | None:
    """A match lost on time in a turn in which nobody could move for a while, soon after that was over."""
    seconds = known.seconds_since_outage
    is_lost_by_it = match.reason == OUT_OF_TIME and seconds is not None and seconds < OUTAGE_SECONDS
    return Unrated.OUTAGE if is_lost_by_it else None


def repeated(match: Match, known: Circumstances) -> Unrated | None:
    """First moves and a winner as in an earlier match of the pair."""
    this = ended(match)
    same = (earlier.opening == this.opening and earlier.winner_id == this.winner_id for earlier in known.pair)
    return Unrated.REPEATED if any(same) else None


def too_many_in_a_day(match: Match, known: Circumstances) -> Unrated | None:
    """More rated matches of the pair within 24 hours than are counted."""
    since = ended(match).ended_at - DAY
    today = sum(earlier.ended_at > since for earlier in known.pair)
    return Unrated.DAILY_LIMIT if today >= MAX_A_DAY else None


def unproven(match: Match, known: Circumstances) -> Unrated | None:
    """One more win over people who have played nobody but the winner.

    By such wins, accounts that lose on purpose would make a high rating out of nothing. Who loses to a friend
    again and again gives little away: as soon as they win once, or play somebody else, every match counts.
    """
    is_won = match.winner is not None
    return Unrated.UNPROVEN if is_won and known.unproven_wins >= UNPROVEN_WINS else None


def over_newcomers(match: Match, known: Circumstances) -> Unrated | None:
    """One more win in a day over people with a provisional rating, who can be new accounts of one person."""
    is_won = match.winner is not None
    return Unrated.PROVISIONAL if is_won and known.provisional_wins >= PROVISIONAL_WINS else None


def traded(match: Match, known: Circumstances) -> Unrated | None:
    """Two people who resign to each other in turn, early: a → b → a."""
    this = ended(match)
    recent = [earlier for earlier in known.pair if earlier.ended_at > this.ended_at - WEEK]
    last = [*sorted(recent, key=attrgetter("ended_at")), this][-TRADED_MATCHES:]
    winners = [played.winner_id for played in last]
    is_in_turn = all(winner != next_winner for winner, next_winner in pairwise(winners))
    is_given_away = all(played.resigned and played.plies < OPENING_PLIES for played in last)
    return Unrated.RING if len(last) == TRADED_MATCHES and is_in_turn and is_given_away else None


def passed_around(match: Match, known: Circumstances) -> Unrated | None:
    """Three people who each always lose to the next one: a → b → c → a.

    Among people of equal strength such rings happen, but then each wins some of the matches.
    """
    this = ended(match)
    winner, loser = this.winner_id, this.loser_id
    if winner is None or loser is None:
        return None
    everybody = frozenset[int]().union(*(earlier.pair for earlier in known.recent)) - this.pair
    is_ring = any(
        _always_loses(loser, winner, (*known.recent, this))
        and _always_loses(winner, third, known.recent)
        and _always_loses(third, loser, known.recent)
        for third in everybody
    )
    return Unrated.RING if is_ring else None


Rule = Callable[[Match, Circumstances], Unrated | None]

RULES: tuple[Rule, ...] = (
    never_rated,
    taken_back,
    too_short,
    lost_by_outage,
    repeated,
    too_many_in_a_day,
    unproven,
    over_newcomers,
    traded,
    passed_around,
)
"""All rules, in the order in which they are asked."""


def ended(match: Match) -> Ended:
    """A match of two people that is over. Raises ValueError for another."""
    if match.first_id is None or match.second_id is None or match.ended_at is None:
        raise ValueError(f"match {match.id} is not over, or not of two people")
    return Ended(
        match.first_id,
        match.second_id,
        None if match.winner is None else match.user_of(match.winner),
        match.ended_at,
        match.ply,
        opening_key(match.record),
        match.reason in (RESIGNED, LEFT),
    )


def opening_key(record: Record) -> int:
    """A number for the variant and the first moves of a record; it is signed and has 64 bits."""
    text = " ".join((record.game, record.variant, *record.moves[:OPENING_PLIES]))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), signed=True)


def _always_loses(loser: int, winner: int, among: Iterable[Ended]) -> bool:
    winners = [played.winner_id for played in among if played.pair == {loser, winner}]
    return len(winners) >= RING_RESULTS and all(winner_id == winner for winner_id in winners)
