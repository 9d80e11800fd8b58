"""The last move of a match in words, with the passes around it that the rules forced."""

from __future__ import annotations

from typing import NamedTuple

from bot.presenters.registry import AnyPresenter
from bot.texts import Raw, Texts
from data.model.match import Match
from games import replay
from games.base import PASS, Position

_RECENT_PLIES = 3  # enough to show a pass before the last move and one after it


class RecentMoves(NamedTuple):
    """Sentences about the last moves, in the order in which they were played."""

    passes_before: list[str]
    last: list[str]
    passes_after: list[str]
    has_effects: bool = False
    """Whether the last move is said to have turned or captured something."""

    @property
    def in_order(self) -> list[str]:
        """All of them."""
        return [*self.passes_before, *self.last, *self.passes_after]

    @property
    def passes(self) -> list[str]:
        """The passes alone."""
        return [*self.passes_before, *self.passes_after]


def recent_moves(
    match: Match,
    presenter: AnyPresenter,
    texts: Texts,
    *,
    is_short: bool = False,
    has_effects: bool = True,
) -> RecentMoves:
    """The last move, if there is one, and the forced passes just before and after it.

    If it ``has_effects``, it says what it turned or captured.
    """
    last: int | None = None
    before: Position | None = None
    passes_before, passes_after = list[str](), list[str]()
    pass_key = "match.forced-pass-short" if is_short else "match.forced-pass"
    plies = 0
    for ply in reversed(range(match.ply)):
        # A pass further back is none that stands just before the last move.
        if plies == _RECENT_PLIES or (last is not None and ply < last - 1):
            break
        if not presenter.is_play(match.moves[ply]):
            continue
        plies += 1
        position = replay(match.record.before(ply))
        if list(position.legal_moves()) == [PASS]:
            passes = passes_after if last is None else passes_before
            passes.insert(0, texts(pass_key, side=name_of_mover(position, presenter, texts)))
        # The picture shows moves that keep the turn, such as the first stones of Swap2.
        elif last is None and position.to_move is not replay(match.record.before(ply + 1)).to_move:
            last, before = ply, position
    if last is None or before is None:
        return RecentMoves([], [], passes_after)
    played = Raw(f"**{presenter.move_text(match.moves[last], texts)}**")
    side = name_of_mover(before, presenter, texts)
    key = "match.last-move-short" if is_short else "match.last-move"
    number = presenter.move_number(match.moves, last)
    effects = presenter.effects(before, match.moves[last], texts, is_short=True) if has_effects else ()
    change = Raw(", ".join([texts(key, side=side, move=played, n=number), *effects]))
    return RecentMoves(passes_before, [change], passes_after, bool(effects))


def name_of_mover(position: Position, presenter: AnyPresenter, texts: Texts) -> str:
    """The side to move, as the game calls it in this position."""
    return presenter.side_name_in(position.to_move, position, texts)
