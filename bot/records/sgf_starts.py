"""How a game of an SGF file can start: as a variant of ours does, or from a position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.records.base import Problem
from bot.records.results import points_in
from bot.records.sgf_beginning import Beginning, Event, Stones
from bot.records.sgf_games import SETUP_NOTES, is_named, points_of, server_handicap, variants_of
from bot.records.sgf_nodes import simple_text
from games import diagram as diagrams
from games import game
from games.base import Move, RuleError, Side
from games.go.variant import HANDICAPS
from games.go.variant import Variant as GoVariant
from games.grid import Grid
from games.othello import OTHELLO
from games.setups import set_up

_KOMI = re.compile(r"[+-]?[0-9]{1,4}(?:[.,][0-9]{1,9})?")
_MIN_IN_HUNDREDTHS = 100.0
"""The komi from which on a file means hundredths: no game has a komi of 100 points."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a game of a file can start."""

    slug: str
    variant: str
    events: Sequence[Event]
    """What happens from the first move on."""
    setup: str | None = None
    notes: Sequence[Problem] = ()
    """What is read otherwise than the file says."""


@dataclass(frozen=True, slots=True)
class _Opening:
    """What the stones of a file, its handicap and its first moves can mean."""

    stones: Stones
    events: Sequence[Event]
    player: Side | None
    """The color that begins; None if the file does not say it and has no move."""
    handicap: int = 0
    notes: Sequence[Problem] = ()


def starts(beginning: Beginning, slug: str, grid: Grid, line: int) -> Sequence[Start]:
    """The starts that a file can mean, the likeliest first, at least one.

    ``line`` is that of the game. Raises `RuleError` if no match of ours can start with its stones.
    """
    possible = [
        start
        for opening in _openings(beginning, slug, grid, line)
        for start in _variants(beginning, slug, grid, opening) or _setups(beginning, slug, grid, opening)
    ]
    if slug != "go":
        return possible
    return [_with_rules(start, beginning, line) for start in possible]


def _openings(beginning: Beginning, slug: str, grid: Grid, line: int) -> Iterator[_Opening]:
    """The ways to read the stones. A handicap without stones is Black's first moves, or the usual stones."""
    stones, notes = beginning.stones(grid)
    events, player = beginning.events, beginning.player
    handicap = beginning.handicap if slug == "go" else 0
    at = beginning.line("HA", line)
    if not handicap or stones or SETUP_NOTES in beginning.info:
        black = len(stones.get(Side.FIRST, ()))
        if handicap and black != handicap and SETUP_NOTES not in beginning.info:
            notes = [*notes, Problem(at, "record.handicap-differs", {"n": handicap, "stones": black})]
        yield _Opening(stones, events, player, handicap, notes)
        return
    if moves := beginning.handicap_moves(grid):
        note = Problem(at, "record.handicap-moves", {"n": handicap})
        yield _Opening(moves, events[handicap:], Side.SECOND, handicap, [*notes, note])
        return
    if player is not Side.FIRST and handicap in HANDICAPS:
        note = Problem(at, "record.handicap-added", {"n": handicap})
        for usual in _usual_stones(grid, handicap):
            yield _Opening(usual, events, Side.SECOND, handicap, [*notes, note])
    note = Problem(at, "record.handicap-left-out", {"n": handicap})
    yield _Opening({}, events, player, 0, [*notes, note])


def _usual_stones(grid: Grid, handicap: int) -> Sequence[Stones]:
    """Where handicap stones are: first as those servers have them that leave them out of their files."""
    named = [points_of(point, grid) for point in server_handicap(str(grid.size), handicap)]
    own = map(grid.name, GoVariant(grid.size, handicap=handicap).handicap_points)
    return [{Side.FIRST: points} for points in dict.fromkeys((frozenset().union(*named), frozenset(own)))]


# --- As a variant starts -----------------------------------------------------------------------------


def _variants(beginning: Beginning, slug: str, grid: Grid, opening: _Opening) -> Sequence[Start]:
    """The variants that start with these stones; none if the file has a start of its own."""
    if SETUP_NOTES in beginning.info:
        return []
    handicap = len(opening.stones.get(Side.FIRST, ())) if slug == "go" else 0
    return [
        Start(slug, variant, opening.events, notes=opening.notes)
        for variant in variants_of(slug, grid.size, beginning.text("RU"), handicap)
        if not opening.stones or _starts_like(slug, variant, opening, grid)
    ]


def _starts_like(slug: str, variant: str, opening: _Opening, grid: Grid) -> bool:
    """Whether a variant starts with these stones and with this color, if the file says who begins."""
    if variant not in game(slug).variants or opening.player not in (None, _first_color(slug, variant)):
        return False
    return _stones(slug, variant, grid) == opening.stones


def _first_color(slug: str, variant: str) -> Side:
    named = GoVariant.named(variant) if slug == "go" else None
    return named.first_to_move if named is not None else Side.FIRST


def _stones(slug: str, variant: str, grid: Grid) -> Stones:
    """The stones that a variant starts with, by color."""
    if slug == "othello":
        start = OTHELLO.start(variant)
        masks = {Side.FIRST: start.black, Side.SECOND: start.white}
        return {side: _points_of_mask(mask, grid) for side, mask in masks.items()}
    named = GoVariant.named(variant)
    return {Side.FIRST: frozenset(map(grid.name, named.handicap_points))} if named is not None else {}


def _points_of_mask(mask: int, grid: Grid) -> frozenset[Move]:
    """The points whose bits are set: bit n is the point with index n of the grid."""
    return frozenset(grid.name(at) for at in range(grid.size**2) if mask >> at & 1)


# --- From a position ---------------------------------------------------------------------------------


def _setups(beginning: Beginning, slug: str, grid: Grid, opening: _Opening) -> Sequence[Start]:
    """The starts from the position of a file, by the rules that it can mean. Raises `RuleError`."""
    handicap = opening.handicap if opening.handicap in HANDICAPS else 0
    variants = variants_of(slug, grid.size, beginning.text("RU"), handicap)
    own = beginning.info.get(SETUP_NOTES)
    lines = [simple_text(note[:1_000]) for note in own.values] if own is not None else []
    possible, error = [], None
    for variant in variants:
        diagram = _diagram(grid, opening.stones, _to_move(variant, opening), lines)
        try:
            setup = set_up(game(slug), variant, diagram).diagram()
        except RuleError as refused:
            error = refused
        else:
            possible.append(Start(slug, variant, opening.events, setup, opening.notes))
    if error is not None and not possible:
        raise error
    return possible


def _to_move(variant: str, opening: _Opening) -> Side:
    """The color to move: as the file says, or else the one whose turn it is by the stones."""
    if opening.player is not None:
        return opening.player
    black, white = (len(opening.stones.get(side, ())) for side in Side)
    is_handicap = "-h" in variant
    return Side.SECOND if is_handicap or black > white else Side.FIRST


def _diagram(grid: Grid, stones: Stones, to_move: Side, lines: Sequence[str]) -> str:
    """A position as our diagrams have it; lines of the file come last, so that they decide."""
    symbols = "OX" if "black: second" in lines else "XO"
    colors = {point: symbols[side - 1] for side, points in stones.items() for point in points}
    drawn = [colors.get(grid.name(at), ".") for at in range(grid.size**2)]
    rows = [drawn[start : start + grid.size] for start in range(0, len(drawn), grid.size)]
    known = dict(line.split(": ", 1) for line in lines if ": " in line)
    return diagrams.write(rows, {"to move": diagrams.side_name(to_move)} | known)


# --- Rules of Go -------------------------------------------------------------------------------------


def _with_rules(start: Start, beginning: Beginning, line: int) -> Start:
    """A start with notes on the rules and the komi that a file names and we do not have."""
    named = GoVariant.named(start.variant)
    assert named is not None  # all variants of Go have names
    notes = list(start.notes)
    rules = beginning.text("RU")
    if rules and not is_named(named.ruleset, rules):
        at = beginning.line("RU", line)
        notes.append(Problem(at, f"record.read-as-{named.ruleset}", {"rules": rules[:40]}))
    komi, said = _komi(beginning), beginning.text("KM", "KO")
    if komi is None and said:
        arguments = {"text": said[:40], "ours": f"{named.komi:g}"}
        notes.append(Problem(beginning.line("KM", line), "record.unreadable-komi", arguments))
    if komi is not None and komi != named.komi:
        at = beginning.line("KM", line)
        notes.append(Problem(at, "record.other-komi", {"komi": f"{komi:g}", "ours": f"{named.komi:g}"}))
    return replace(start, notes=notes)


def _komi(beginning: Beginning) -> float | None:
    """The komi of a file; None if it has none. Fox writes hundredths, and half of it by Chinese rules."""
    text = beginning.text("KM", "KO")
    if not _KOMI.fullmatch(text):
        return points_in(text)  # 黒6目半
    komi = float(text.replace(",", "."))
    if komi < _MIN_IN_HUNDREDTHS:
        return komi
    komi /= 100
    return komi if komi % 0.5 == 0 else 2 * komi
