"""Where buttons stand on a board: what ends a match has no place where a move can be in another state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from ai.base import Choice
from bot.match.hints import Hint
from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.buttons import keypad_of
from bot.ui.custom_ids import BUTTON, Press, Verb
from bot.ui.message import message_view
from data.model.match import Match, MatchState, Offer, OfferKind
from games.base import PASS, Move, Outcome, Position, Side
from tests.bot.stories import games_of, match_of
from tests.bot.ui.shown import ACTION_ROW, components_of

EN = texts("en")
VARIANTS = {
    "othello": ("6x6", "10x10"),
    "gomoku": ("renju-15", "freestyle-19"),
    "go": ("9x9-korean", "13x13-korean", "19x19-korean"),
    "hare_and_hounds": ("classic",),
    "twelve_janggi": ("classic",),
}
ENDING = {Verb.RESIGN, Verb.ABORT, Verb.DRAW, Verb.ACCEPT_DRAW}
"""What ends a match or offers to; so does a pass."""
Place = tuple[int, int]
"""The row of buttons and the button in it."""
_POSITIONS = 12


def states_of(slug: str, variant: str) -> Iterator[tuple[Match, str, Hint | None]]:
    """Matches of two people and against the computer, with selections and hints."""
    for two, position in islice(games_of(slug, variant), _POSITIONS):
        plain = replace(two, offer=None)
        for kind in (OfferKind.TAKEBACK, OfferKind.DRAW, OfferKind.ADJOURN):
            yield replace(plain, offer=Offer(kind, Side.FIRST, plain.ply)), "", None
        over = Outcome(Side.FIRST, "outcome.resigned")
        yield replace(plain, state=MatchState.OVER, outcome=over), "", None
        for match in (
            plain,
            replace(plain, first_id=None, level="3"),
            replace(plain, second_id=None, level="3"),
        ):
            yield match, "", None
            for selection in selections(match):
                yield match, selection, None
            if match.level is not None and match.user_of(position.to_move) is not None:
                for hint in hints(position):
                    yield match, "", hint


def selections(match: Match) -> list[str]:
    """What a tap on a board's own buttons selects, but for parts: their picture has another height."""
    buttons = [button for row in keypad_of(match, None, "", EN).rows for button in row]
    chosen = [button.argument for button in buttons if button.argument and not button.disabled]
    return [text for text in chosen if not keypad_of(match, None, text, EN).is_of_part][:3]


def hints(position: Position) -> Iterator[Hint]:
    """A hint that is being found, and hints for the first and the last move."""
    yield Hint()
    legal = position.legal_moves()
    for move in (legal[:1], legal[-1:]):
        yield from (Hint(Choice(each, 0.25, 1, 1, (each,))) for each in move)


def places_of(match: Match, selection: str, hint: Hint | None) -> Iterator[tuple[Place, Press]]:
    """The place of each button of a board that can be pressed."""
    hinted = hint.move if hint is not None else None
    keypad = keypad_of(match, None, selection, EN, hinted=hinted)
    parts = components_of(message_view(match, match.home, EN, keypad, hint=hint))
    rows = (part["components"] for part in parts if part["type"] == ACTION_ROW)
    for number, row in enumerate(rows):
        for column, button in enumerate(row):
            parsed = BUTTON.fullmatch(button["custom_id"])
            if parsed is not None and not button.get("disabled"):
                yield (number, column), Press.read(parsed)


@pytest.mark.parametrize(
    ("slug", "variant"), [(slug, each) for slug, named in VARIANTS.items() for each in named]
)
def test_what_ends_a_match_is_nowhere_where_a_move_can_be(slug: str, variant: str) -> None:
    seen = defaultdict[Place, dict[str, str]](dict)
    for match, selection, hint in states_of(slug, variant):
        state = (
            f"{match.state} level {match.level} offer {match.offer and match.offer.kind} {selection!r} {hint}"
        )
        for place, press in places_of(match, selection, hint):
            if press.verb in ENDING or press.argument == PASS:
                seen[place].setdefault("ends", f"{press.verb} {press.argument}: {state}")
            elif press.verb is Verb.MOVE and PRESENTERS[slug].is_play(Move(press.argument)):
                seen[place].setdefault("moves", f"{press.argument}: {state}")
    assert [verbs for verbs in seen.values() if len(verbs) > 1] == []


@pytest.mark.parametrize("level", [None, "3"])
def test_accepting_a_draw_has_not_the_place_of_undo(level: str | None) -> None:
    """Who is about to take a move back when the offer comes does not end the match."""
    match = replace(match_of("othello", "8x8", (Move("d3"), Move("c3"))), level=level)
    offered = replace(match, offer=Offer(OfferKind.DRAW, Side.FIRST, 2))
    before, after = (dict(places_of(each, "", None)) for each in (match, offered))
    (accepting,) = [place for place, press in after.items() if press.verb is Verb.ACCEPT_DRAW]
    assert before[accepting].verb is not Verb.UNDO
