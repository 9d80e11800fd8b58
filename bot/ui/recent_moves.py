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
    plies = [ply for ply, move in enumerate(match.moves) if presenter.is_play(move)][-_RECENT_PLIES:]
    around = {*plies, *(ply + 1 for ply in plies)}
    before = {ply: replay(match.record.before(ply)) for ply in around}
    forced = [ply for ply in plies if list(before[ply].legal_moves()) == [PASS]]
    # The picture shows moves that keep the turn, such as the first stones of Swap2.
    ending_turn = [
        ply for ply in plies if ply not in forced and before[ply].to_move is not before[ply + 1].to_move
    ]
    last = max(ending_turn, default=None)
    pass_key = "match.forced-pass-short" if is_short else "match.forced-pass"
    passes: dict[int, str] = {
        ply: texts(pass_key, side=name_of_mover(before[ply], presenter, texts))
        for ply in forced
        if last is None or ply >= last - 1
    }
    if last is None:
        return RecentMoves([], [], list(passes.values()))
    played = Raw(f"**{presenter.move_text(match.moves[last], texts)}**")
    side = name_of_mover(before[last], presenter, texts)
    key = "match.last-move-short" if is_short else "match.last-move"
    number = presenter.move_number(match.moves, last)
    effects = presenter.effects(before[last], match.moves[last], texts, is_short=True) if has_effects else ()
    change = Raw(", ".join([texts(key, side=side, move=played, n=number), *effects]))
    return RecentMoves(
        [text for ply, text in passes.items() if ply < last],
        [change],
        [text for ply, text in passes.items() if ply > last],
    )


def name_of_mover(position: Position, presenter: AnyPresenter, texts: Texts) -> str:
    """The side to move, as the game calls it in this position."""
    return presenter.side_name_in(position.to_move, position, texts)
