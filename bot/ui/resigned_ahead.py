"""That a player resigned while ahead: said only where the analysis is exact, or sees a clear lead."""

from __future__ import annotations

from ai.analysis import Line, Verdict, moves_of_winner
from bot.match.endings import RESIGNED
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from data.model.accuracy import is_rough
from data.model.match import Match
from games import replay

_CLEAR = 0.8
"""The expected result from which an estimate is clear: nine matches of ten are won."""
_CLEAR_LEADS = {"othello": 6, "go": 10}
"""The discs or points of a clear lead by an estimate: in Go what a blunder loses, see `ai.go.levels`."""
_ROUGH_LEAD = 16
"""The points of a clear lead where the analysis is rough."""
_WITHOUT_COUNT = frozenset({"hare_and_hounds"})
"""Games in which a win is not counted in moves: a hare can win by lasting."""


def resigned_ahead(match: Match, last: Verdict | None, texts: Texts) -> str:
    """That who resigned was ahead, and by what; empty if they were not, or if that is not clear.

    ``last`` is the verdict on the last move: with it, the position is known in which the match ended.
    """
    if match.reason != RESIGNED or match.winner is None or last is None or not match.moves:
        return ""
    line, mover = last.played or last.best, replay(match.record.before(match.ply - 1)).to_move
    sign = -1 if mover is match.winner else 1  # for the side that resigned
    score, lead = sign * line.score, sign * (line.margin or 0.0)
    loser, position = match.winner.other, replay(match.record)
    side = PRESENTERS[match.game].side_name_in(loser, position, texts)
    if line.proven:
        return _won(match, line, lead, side, texts) if score > 0 else ""
    if score < _CLEAR:
        return ""
    if match.game not in _CLEAR_LEADS:
        return texts("resigned.chance", side=side, n=round(50 * (1 + score)))
    clear = _ROUGH_LEAD if is_rough(match.game, match.variant) else _CLEAR_LEADS[match.game]
    key = f"resigned.{match.game}"
    return texts(key, side=side, n=round(lead)) if lead >= clear else ""


def _won(match: Match, line: Line, lead: float, side: str, texts: Texts) -> str:
    """That the side that resigned had a won position: by how many discs, or in how many moves."""
    if match.game == "othello":
        return texts("resigned.discs", side=side, n=round(lead))
    if line.plies is None or line.plies < 2 or match.game in _WITHOUT_COUNT:
        return texts("resigned.won", side=side)
    assert match.winner is not None
    is_to_move = replay(match.record).to_move is not match.winner
    n = moves_of_winner(line.plies - 1, mover_wins=is_to_move)
    return texts("resigned.won-in", side=side, n=n)
