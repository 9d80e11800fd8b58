"""Claims in words, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ai.analysis import Line
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Claim
from ai.claims.explain import QUICK_NODES, explain
from ai.claims.forbidden_rules import FORBIDDEN_RULES
from ai.claims.kind import Kind
from ai.claims.kinds import OF_MISSED
from bot.presenters.gomoku import forbidding_rule
from bot.presenters.registry import PRESENTERS, AnyPresenter
from bot.presenters.twelve_janggi import piece_name
from bot.texts import Raw, Texts
from bot.ui.layout import UNBROKEN
from games import replay
from games.base import Move, Position, Record, Side
from games.othello import OthelloPosition
from games.twelve_janggi import INDEX, JanggiPosition

_WRITTEN = 3
"""Moves of a line that are written, which fit a phone: two own moves and what is between them."""
_OF_WAY, _LONGEST_WAY = frozenset({Kind.LETS_PAST, Kind.MISSES_PAST}), 7
"""Kinds of a hare that gets past the hounds; what is written of its way, with the moves of the hounds."""
_TO_KING = frozenset({Kind.KING_FALLS, Kind.KING_ENTERS})
"""Kinds that say what the last move of their line does; a phone has room for that move and the first."""
_ABOUT_OTHER = frozenset({Kind.MISSES_PASS, Kind.MISSES_ATTACK})
"""Kinds of what the mover has missed that name the opponent: it has to pass, or its King is not attacked."""

_NONE = {
    Kind.FEWER_THREATS: "claim.gomoku.fewer-threats.none",
    Kind.LESS_ROOM: "claim.othello.less-room.none",
    Kind.LESS_SPACE: "claim.go.less-space.none",
    Kind.SHUT_IN: "claim.twelve_janggi.shut-in.none",
    Kind.LESS_SAFE: "claim.twelve_janggi.less-safe.none",
}
"""The text keys of what leaves nothing."""
_COMPARED = frozenset(
    {Kind.MORE_THREATS, Kind.FREES, Kind.OPENS_MOVES, Kind.FRONTIER, Kind.TURNS_MANY}
    | {Kind.LETS_OUT, Kind.EASES}
)
"""Kinds that say how many there are after the move, and how many, or none, after the better one."""


@lru_cache(maxsize=128)
def quick_claim(
    before: Record,
    move: Move,
    best: Line,
    played: Line,
    hides: frozenset[Kind] = frozenset(),
    *,
    is_secret: bool = False,
) -> Claim | None:
    """What can be claimed of a move after a record and shows at once, as `ai.claims.explain.explain`.

    It is remembered: the words, the picture and its description need it.
    """
    budget = Budget(QUICK_NODES)
    return explain(replay(before), move, best, played, budget, hides=hides, is_secret=is_secret)


def claim_text(before: Record, claim: Claim, texts: Texts) -> Raw:
    """What is claimed of a move after a record, in a few words that can follow others."""
    key = "claim.gomoku.forbidden-stop-by" if _is_by_rule(claim) else f"claim.{claim.kind}"
    if claim.n == 0:
        key = _NONE.get(claim.kind, key)
    return _said(before, claim, key, texts)


def names_move(said: str, move: Move, game: str, texts: Texts) -> bool:
    """Whether a text names a move, with the piece or without it.

    >>> from bot.texts import texts
    >>> names_move("lets White catch 1 stone with g3", Move("g3"), "go", texts("en"))
    True
    >>> names_move("lets White catch 1 stone with g13", Move("g1"), "go", texts("en"))
    False
    """
    name = move_as_subject(PRESENTERS[game], move, texts)
    return re.search(f"(?<![a-zA-Z0-9]){re.escape(name)}(?![0-9])", said) is not None


def merit_text(before: Record, claim: Claim, texts: Texts) -> Raw:
    """What is claimed of a good move after a record, see `ai.claims.kinds.MERITS`."""
    return _said(before, claim, f"merit.{claim.kind}", texts)


def _said(before: Record, claim: Claim, key: str, texts: Texts) -> Raw:
    presenter, position = PRESENTERS[before.game], replay(before)
    mover = position.to_move
    total = position.size**2 if isinstance(position, OthelloPosition) else 0

    def name(moves: Sequence[Move]) -> Raw:
        return Raw(move_as_subject(presenter, moves[0], texts, position) if moves else "")

    return texts(
        key,
        side=presenter.side_name_in(_side_named(mover, claim), position, texts),
        mover=presenter.side_name_in(mover, position, texts),
        first=name(claim.line[:1]),
        second=name(claim.line[1:2]),
        third=name(claim.line[2:3]),
        fourth=name(claim.line[3:4]),
        line=_line_text(presenter, claim, texts),
        piece=_piece_captured(position, claim, texts),
        n=claim.n,
        rest=total - claim.n,
        better=name([claim.better] if claim.better else []),
        had=claim.had if claim.had or claim.kind not in _COMPARED else texts("claim.had-none"),
        had_rest=total - claim.had,
        rule=forbidding_rule(FORBIDDEN_RULES[claim.n], texts) if _is_by_rule(claim) else "",
    )


def _is_by_rule(claim: Claim) -> bool:
    """Whether a claim says which rule forbids a point; of an older analysis that is not known."""
    return claim.kind is Kind.FORBIDDEN_STOP and claim.n > 0


def _line_text(presenter: AnyPresenter, claim: Claim, texts: Texts) -> Raw:
    """The moves of a line one after the other: not as a list, which reads like alternatives.

    Of a hare that gets past, its own way; of a line too long for a phone, the first move and the last. Where
    the line does not go on to the end, there is no last move.
    """
    line = claim.line
    if not line:
        return Raw("")
    if claim.kind in _OF_WAY and len(line) <= _LONGEST_WAY:
        way = "-".join([line[0], *(step[-2:] for step in line[2::2])])
        return Raw(move_as_subject(presenter, Move(way), texts))
    first, *following = (move_as_subject(presenter, move, texts) for move in line)
    if not following:
        return Raw(first)
    if len(line) <= _WRITTEN and claim.kind not in _TO_KING:
        return texts("claim.line", move=Raw(first), moves=Raw(", ".join(following)))
    last = following[-1] if len(line) == 2 * claim.n - 1 else ""
    return texts("claim.long-line", move=Raw(first), last=Raw(last)) if last else Raw(f"{first} …")


def _piece_captured(position: Position, claim: Claim, texts: Texts) -> str:
    """In Twelve Janggi, the piece where the line's first move goes; empty elsewhere."""
    if not isinstance(position, JanggiPosition) or not claim.line:
        return ""
    symbol = position.board[INDEX[claim.line[0][-2:]]]
    return "" if symbol == "." else piece_name(symbol, texts)


def move_as_subject(
    presenter: AnyPresenter, move: Move, texts: Texts, position: Position | None = None
) -> str:
    """A move as the subject of a sentence, unbroken; in a position with the piece that moves."""
    kind, star, point = move.partition("*")
    if star:
        name = texts.plain("claim.drop", piece=piece_name(kind, texts), to=point)
    elif position is None:
        name = presenter.move_text(move, texts)
    else:
        name = presenter.move_in_words(position, move, texts)
    return name.replace(" ", UNBROKEN)


def _side_named(mover: Side, claim: Claim) -> Side:
    """The side that a claim names: who wins or could have won, or whom `_ABOUT_OTHER` is about."""
    return mover if claim.kind in OF_MISSED - _ABOUT_OTHER else mover.other
