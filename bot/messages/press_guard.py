"""Which presses on a board can be meant: not those whose buttons appeared under the finger.

A computer answers in a few tenths of a second, and the board's buttons are laid out anew; the second tap of a
double tap then meets a button that nobody has read. Such a press plays nothing.

Both moments, the answer to the edit and the arrival of the press, are read from one clock of the bot's own.
So no two clocks have to agree, and a slow network makes a press look later, never earlier: it does not cause
refusals. Nothing is stored: after a restart, every board has been there long enough.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple

from bot.lru import LRU
from bot.match.hints import Hint
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match, OfferKind, PositionId
from games.base import Move

READING_SECONDS = 0.8
"""How long buttons have to be shown before a press on them can be meant, where another button was before.

The second click of a double click was seen up to 0.6 s after the first.
"""
NEXT_MOVE_SECONDS = 0.3
"""How long at most buttons have to be shown before a press on them can be the next move in a new position: a
player who expects the answer is that quick."""
OFFERING = frozenset(
    {
        *(Verb.UNDO, Verb.ACCEPT_UNDO, Verb.DECLINE_UNDO),
        *(Verb.DRAW, Verb.ACCEPT_DRAW, Verb.DECLINE_DRAW),
        *(Verb.ADJOURN, Verb.ACCEPT_ADJOURN, Verb.DECLINE_ADJOURN),
    }
)
"""Buttons that make and answer offers: the ones stand where the others were."""
_MAX_REMEMBERED = 10_000  # messages; of the others it is long ago


class Buttons(NamedTuple):
    """What decides which buttons a message has."""

    match_id: int
    position_id: PositionId
    selection: str
    hint: Move | None
    """The move that a hint's button plays."""
    offer: OfferKind | None


@dataclass(slots=True)
class _Shown:
    buttons: Buttons
    since: float
    before: Buttons | None
    """The buttons of this message in the same position before; None if the position is new."""


class PressGuard:
    """Remembers since when each board has its buttons.

    ``hint`` returns what the boards of a match against the computer hint at.
    """

    def __init__(self, hint: Callable[[Match], Hint | None]) -> None:
        self._hint = hint
        self._shown: LRU[int, _Shown] = LRU(_MAX_REMEMBERED)
        self._uncovered: LRU[int, float] = LRU(_MAX_REMEMBERED)

    @contextlib.contextmanager
    def showing(self, match: Match, message_id: int, selection: str = "") -> Iterator[None]:
        """A block that edits or posts a board. Its buttons appear at some moment of the block."""
        before, buttons = self._shown.get(message_id), self._buttons(match, selection)
        if before is not None and before.buttons == buttons:
            yield
            return
        same = before is not None and before.buttons[:2] == buttons[:2]
        shown = _Shown(buttons, monotonic(), before.buttons if before is not None and same else None)
        self._shown[message_id] = shown
        try:
            yield
        except BaseException:
            self.forget(message_id)
            if before is not None:
                self._shown[message_id] = before
            raise
        shown.since = monotonic()

    def posted(self, match: Match, message_id: int) -> None:
        """Note that a new message shows the match."""
        with self.showing(match, message_id):
            pass

    def uncovered(self, message_id: int | None) -> None:
        """Note that what was below a message was closed by a press: its buttons move to where that was."""
        if message_id is not None:
            self._uncovered[message_id] = monotonic()

    def forget(self, message_id: int) -> None:
        """Forget what a message shows: it is not known."""
        self._shown.pop(message_id, None)

    def is_accidental(self, press: Press, message_id: int) -> bool:
        """Whether a press that has just arrived is on buttons that appeared under the finger.

        Where only the selection has changed, a press that changes it further can be meant (moving the window
        twice); one that undoes it is the second tap on the same piece. Where only a hint was added, all
        buttons but the hint's are where they were; where only an offer was made or has ended, all but
        `OFFERING`. On a message that was just uncovered, these are where the second tap is.
        """
        uncovered_at = self._uncovered.get(message_id)
        is_uncovered = uncovered_at is not None and monotonic() - uncovered_at < READING_SECONDS
        return (is_uncovered and press.verb in OFFERING) or self._is_on_new_buttons(press, message_id)

    def _is_on_new_buttons(self, press: Press, message_id: int) -> bool:
        shown = self._shown.get(message_id)
        if shown is None or shown.buttons[:2] != (press.match_id, press.position_id):
            return False
        seconds = monotonic() - shown.since
        if seconds >= READING_SECONDS:
            return False
        if press.verb in OFFERING:
            return shown.before is not None and shown.before.offer is not shown.buttons.offer
        if shown.before is None:
            return seconds < NEXT_MOVE_SECONDS
        if shown.before.selection == shown.buttons.selection:
            return press.argument == shown.buttons.hint
        return press.verb is Verb.MOVE or press.argument in (shown.before.selection, shown.buttons.selection)

    def _buttons(self, match: Match, selection: str) -> Buttons:
        hint = self._hint(match) if match.level is not None else None
        offer = match.offer.kind if match.offer is not None else None
        return Buttons(match.id, match.position_id, selection, hint.move if hint is not None else None, offer)
