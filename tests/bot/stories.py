"""Matches at any moment without a store, and games that lead to crowded positions."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from ai.base import levels
from bot.presenters.base import Viewpoint
from bot.presenters.keypad import Action, Keypad
from bot.presenters.registry import AnyPresenter
from bot.texts import LANGUAGES, texts
from data.model.board import Board
from data.model.hand_and_brain import Pairs, Seat
from data.model.match import Match, MatchState, Notified, Offer, OfferKind, PauseReason
from data.model.match_rating import MatchRating, Standing, Unrated
from data.model.teams import MOST, Member, TeamKind, Teams
from games import GAMES
from games.base import PASS, Move, Outcome, Position, Side
from games.clock import CONTROLS, RELAY, Clock
from games.regions import regions
from tests.boards import on_board

LONG_ID = 1_399_999_999_999_999_999  # as long as Discord's ids are
MAX_VARIANTS = 8
VARIANTS = [
    (game.slug, variant)
    for game in GAMES.values()
    for variant in game.variants[:: 1 + len(game.variants) // MAX_VARIANTS]
]
"""Every game in every variant; of a game with dozens of variants a few of each kind."""


def _is_one_of_many(slug: str, variant: str) -> bool:
    of_game = [other for game, other in VARIANTS if game == slug]
    return len(GAMES[slug].variants) > 2 * MAX_VARIANTS and of_game.index(variant) % 2 == 1


EVERY_VARIANT = [
    pytest.param(slug, variant, marks=[pytest.mark.soak] if _is_one_of_many(slug, variant) else [])
    for slug, variant in VARIANTS
]
"""To parametrize tests with: of a game with dozens of variants every second of these is in `make soak`."""


def read_in_turn(variants: Sequence[ParameterSet]) -> list[ParameterSet]:
    """Each game's slug and variant in each language.

    Variants take turns: each is in one of the languages, and in the others in `make soak`. Each game is in
    every language.
    """
    return list(_cases(variants))


def _cases(variants: Sequence[ParameterSet]) -> Iterator[ParameterSet]:
    turn = 0
    for case in variants:
        slug, variant = case.values
        is_alone = len(GAMES[str(slug)].variants) < len(LANGUAGES)
        for number, language in enumerate(LANGUAGES):
            waits = not is_alone and number != turn % len(LANGUAGES)
            marks = [*case.marks, *([pytest.mark.soak] if waits else [])]
            yield pytest.param(slug, variant, language, marks=marks)
        turn += not case.marks


def parts(count: int) -> list[ParameterSet]:
    """Numbers of the parts of what a test looks at: all but the first are in `make soak`."""
    return [pytest.param(part, marks=[pytest.mark.soak] if part else []) for part in range(count)]


EVERY_VARIANT_READ = read_in_turn(EVERY_VARIANT)
"""Each of them in each language; see `read_in_turn`."""
HARE_ESCAPES = tuple(
    map(
        Move,
        (
            "c2-c3",
            "b5-b4",
            "c3-c4",
            "b4-b3",
            "a2-a3",
            "b3-b2",
            "c4-b4",
            "b2-b3",
            "b1-c2",
            "b3-b2",
            "b4-b5",
            "b2-b1",
        ),
    )
)
"""The hounds give a won game away with their second move, the third of all; the hare gets through."""
_CROWDED = 60  # moves at the start above which a position is crowded anyway
_POSITIONS, _CROWDED_POSITIONS = 30, 8  # of a game
_TAPS = 2
"""Selections from the first view on: arrows lead on from part to part of a board of 19 lines."""

_BOARD = Board(
    id=987_654_321,
    guild_id=LONG_ID,
    channel_id=LONG_ID,
    locale="ko",
    message_id=LONG_ID,
    shown_version=0,
)
_START = Match(
    id=123_456_789,
    game="othello",
    variant="8x8",
    state=MatchState.PLAYING,
    first_id=LONG_ID,
    second_id=LONG_ID - 1,
    level=None,
    challenger_id=LONG_ID,
    boards=(_BOARD,),
    takebacks=12,
    version=1,
    offer=None,
    outcome=None,
    rematch_of=None,
    created_at=1e9,
    updated_at=1e9,
    ended_at=None,
    expires_at=1e9,
    clock=None,
    paused=None,
    notified=Notified.TURN,
    moves=(),
)


AGREED = MatchRating(Standing(1500, 350), Standing(1702, 88))
RATED = MatchRating(Standing(1500, 350), Standing(1702, 88), Standing(1722, 260), Standing(1689, 85))


def match_of(slug: str, variant: str, moves: tuple[Move, ...] = (), **changes: Any) -> Match:
    """A match between people, in play."""
    return replace(_START, game=slug, variant=variant, moves=moves, **changes)


def moments(match: Match, position: Position) -> Iterator[Match]:
    """The states of a match with these moves: its players, offers, clocks and outcomes."""
    outcome = position.outcome()
    if outcome is not None:
        over = replace(match, state=MatchState.OVER, outcome=outcome, ended_at=1e9)
        yield over
        yield replace(over, first_id=None, level=levels(match.game)[-1])
        yield replace(over, rated=RATED)
        return
    yield match
    yield replace(match, first_id=None, level="8")
    yield on_board(replace(match, first_id=None, level="8"), tokens_only=True)
    yield replace(match, second_id=None, level=levels(match.game)[-1])
    yield replace(match, offer=Offer(OfferKind.TAKEBACK, Side.FIRST, match.ply))
    yield replace(match, offer=Offer(OfferKind.DRAW, Side.SECOND, match.ply))
    yield replace(match, offers_made=frozenset({(OfferKind.DRAW, Side.SECOND)}))
    running = Clock.of(CONTROLS["5+5"]).turn(position.to_move, 1e6)
    yield replace(match, clock=running)
    yield replace(
        match, clock=Clock.of(CONTROLS["3-days"]).turn(position.to_move, 1e6), first_id=None, level="8"
    )
    yield replace(match, clock=Clock.of(CONTROLS["byo-yomi"]).turn(position.to_move, 1e6))
    yield replace(match, clock=running, offer=Offer(OfferKind.ADJOURN, Side.FIRST, match.ply))
    yield replace(match, clock=running, offers_made=frozenset({(OfferKind.ADJOURN, Side.FIRST)}))
    yield replace(match, clock=running.stopped(1e6), paused=PauseReason.ADJOURNED)
    yield replace(match, paused=PauseReason.ADJOURNED, offer=Offer(OfferKind.RESUME, Side.SECOND, match.ply))
    yield replace(match, paused=PauseReason.SUSPENDED)
    yield replace(match, clock=running, rated=AGREED)
    yield replace(match, clock=running, teams=teams_of(match))
    an_hour = Clock.of(RELAY["relay-1h"]).turn(position.to_move, 1e6)
    yield replace(match, clock=an_hour, teams=replace(teams_of(match), kind=TeamKind.RELAY, each=10))
    yield from pairs_at(match, position)
    resigned = Outcome(Side.SECOND, "outcome.resigned")
    yield replace(match, state=MatchState.OVER, outcome=resigned, ended_at=1e9)
    unrated = AGREED.without_effect(Unrated.REPEATED)
    agreed = Outcome(None, "outcome.agreed")
    yield replace(match, state=MatchState.OVER, outcome=agreed, rated=unrated)


def teams_of(match: Match) -> Teams:
    """Two teams with as many members as they can have."""
    first, second = (Member(match.user_of(side) or 1) for side in Side)
    return Teams(TeamKind.RENGO, (first,) * MOST, (second,) * MOST)


def pairs_at(match: Match, position: Position) -> Iterator[Match]:
    """A match of hand and brain whose brain is to name, then its hand to play, and the computer."""
    clock = Clock.of(CONTROLS["3-days"]).turn(position.to_move, 1e6)
    of_pairs = replace(match, clock=clock, teams=pairs_of(match))
    yield of_pairs
    if named := regions(match.record):
        yield naming(of_pairs, max(named, key=len))
    computers = replace(of_pairs.teams or pairs_of(match), first=())
    yield replace(of_pairs, clock=None, first_id=None, level="8", teams=computers)


def pairs_of(match: Match) -> Teams:
    """Four people in the seats of hand and brain."""
    seats = {side: tuple(Member(match.user_of(side) or 1, seat=seat) for seat in Seat) for side in Side}
    return Teams(TeamKind.HAND_AND_BRAIN, seats[Side.FIRST], seats[Side.SECOND], pairs=Pairs("8"))


def naming(match: Match, region: str) -> Match:
    """A match of hand and brain once a region is named."""
    teams = match.teams or pairs_of(match)
    pairs = (teams.pairs or Pairs()).naming(match.position_id, region)
    return replace(match, teams=replace(teams, pairs=pairs))


@cache
def random_game(slug: str, variant: str, seed: int) -> tuple[Move, ...]:
    """A whole game of random moves."""
    choice = random.Random(f"{slug} {variant} {seed}").choice
    position, moves = GAMES[slug].start(variant), []
    while position.outcome() is None:
        moves.append(choice(position.legal_moves()))
        position = position.play(moves[-1])
    return tuple(moves)


@cache
def crowded_game(slug: str, variant: str) -> tuple[Move, ...]:
    """A game in which each side leaves as many moves as it can, so that positions have very many."""
    rng = random.Random(f"{slug} {variant}")
    position, moves = GAMES[slug].start(variant), []
    while position.outcome() is None:

        def freedom(move: Move, now: Position = position) -> float:
            after = now.play(move)
            legal = after.legal_moves()
            if now.to_move is Side.FIRST and legal:
                legal = after.play(rng.choice(legal)).legal_moves()
            return len(legal) + rng.random()

        moves.append(max(position.legal_moves(), key=freedom))
        position = position.play(moves[-1])
    return tuple(moves)


def positions(slug: str, variant: str, moves: tuple[Move, ...]) -> Iterator[tuple[Match, Position]]:
    """Moments of a game at which the bot stops: forced passes are never left to be played."""
    position = GAMES[slug].start(variant)
    most = _POSITIONS if len(position.legal_moves()) < _CROWDED else _CROWDED_POSITIONS
    step = max(1, len(moves) // most)
    for ply in range(len(moves) + 1):
        is_seen = ply % step == 0 or len(moves) - ply < 4
        if is_seen and list(position.legal_moves()) != [PASS]:
            yield match_of(slug, variant, moves[:ply]), position
        if ply < len(moves):
            position = position.play(moves[ply])


def games_of(slug: str, variant: str) -> Iterator[tuple[Match, Position]]:
    """Positions of a random game and, where a game does not begin so, of a crowded one."""
    yield from positions(slug, variant, random_game(slug, variant, 0))
    if len(GAMES[slug].start(variant).legal_moves()) < _CROWDED:
        yield from positions(slug, variant, crowded_game(slug, variant))


def reachable_keypads(presenter: AnyPresenter, start: Viewpoint[Any]) -> Iterator[Keypad]:
    """The keypad of every selection that takes at most `_TAPS` taps from a position."""
    taps, waiting = {start.selection: 0}, deque([start])
    while waiting:
        viewpoint = waiting.popleft()
        keypad, tap = presenter.keypad(viewpoint, texts("en")), taps[viewpoint.selection] + 1
        yield keypad
        for button in keypad.buttons if tap <= _TAPS else ():
            selects = button.action is Action.SELECT and not button.disabled
            if selects and button.argument not in taps:
                taps[button.argument] = tap
                waiting.append(replace(viewpoint, selection=button.argument))
