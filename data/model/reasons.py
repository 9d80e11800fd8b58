"""Reasons why matches end or are paused that mean the same to several parts."""

from __future__ import annotations

from data.model.match import ABORTED, PauseReason

VOIDED = "outcome.voided"
"""`Match.reason` of a match that a moderator has ended without a result, or whose result they took back."""

OUT_OF_TIME = "outcome.time"
"""`Match.reason` of a match that a player has lost on time."""

NO_RESULT = "outcome.no-result"
"""`Match.reason` of an imported match whose file does not say how it ended."""

CALLED_OFF = (ABORTED, VOIDED)
"""`Match.reason` of matches that were begun and do not count."""

WITHOUT_BOARD = (PauseReason.SUSPENDED, PauseReason.REMOVED)
"""`Match.paused` of matches that have no board until a player brings them somewhere."""
