"""Go on the Go Text Protocol: handicap, komi, resignation, and who is dead. Start reading at `GoSession`.

Matches are played by Chinese rules. Handicap stones stand on the fixed points of the protocol, which are
those of `games.go`. Once both have passed the engine tells its judgement and is done.
"""

from __future__ import annotations

from typing import cast

from ai.base import Choice
from ai.go.judge import dead_stones
from ai.go.reckoning import reckon, tell_komi
from ai.gtp import Refused, Session, number
from games import replay
from games.base import PASS, Move, Record, Side
from games.go import GoPosition
from games.go.variant import HANDICAPS, Variant

RESIGN = "resign"
PATIENCE = 2
"""So many moves one after another, for one bad look may be noise."""
_EARLY = 0.15
"""Nobody resigns before so much of the board is filled."""


class GoSession(Session):
    """One controller's match of Go."""

    _low = 0

    def _position(self) -> GoPosition:
        return cast(GoPosition, replay(self._record))

    def _variant(self) -> Variant:
        return self._position().variant

    def _begin(self, handicap: int) -> None:
        variant = Variant(self._variant().size, self._variant().ruleset, handicap)
        self._record, self._low = Record(self._slug, variant.name), 0

    def _do_clear_board(self) -> str:
        self._begin(0)
        return ""

    def _do_komi(self, komi: str) -> str:
        tell_komi(number(komi))
        return ""

    def _do_fixed_handicap(self, stones: str) -> str:
        if self._record.moves or self._variant().handicap:
            raise Refused("board not empty")
        if int(stones) not in HANDICAPS[1:]:
            raise Refused("invalid number of stones")
        self._begin(int(stones))
        variant = self._variant()
        return " ".join(variant.board.names[point].upper() for point in variant.handicap_points)

    def _do_place_free_handicap(self, stones: str) -> str:
        return self._do_fixed_handicap(str(min(int(stones), HANDICAPS[-1])))

    def _do_set_free_handicap(self, *vertices: str) -> str:
        if self._record.moves or self._variant().handicap:
            raise Refused("board not empty")
        size = self._variant().size
        wanted = Variant(size, handicap=len(vertices)) if len(vertices) in HANDICAPS[1:] else None
        names = {wanted.board.names[point] for point in wanted.handicap_points} if wanted else set()
        if names != {vertex.lower() for vertex in vertices}:
            raise Refused("only the fixed handicap points")
        self._begin(len(vertices))
        return ""

    def _do_genmove(self, colour: str) -> str:
        move = self._chosen(colour)
        if self._hopeless():
            return RESIGN
        if not self._position().scoring:
            self._record = self._record.then(move)
        return str(move)

    def _chosen(self, colour: str) -> Move:
        return PASS if self._position().scoring else super()._chosen(colour)

    def _look_at(self, choice: Choice) -> None:
        self._low = self._low + 1 if choice.resigns else 0

    def _hopeless(self) -> bool:
        position = self._position()
        filled = len(position.stones) - position.stones.count(0)
        return self._low >= PATIENCE and filled > _EARLY * len(position.stones)

    def _do_final_score(self) -> str:
        position = self._position()
        score = reckon(position, dead_stones(position))
        if score.winner is None:
            return "0"
        lead = score.of(score.winner) - score.of(score.winner.other)
        return f"{'B' if score.winner is Side.FIRST else 'W'}+{lead:g}"

    def _do_final_status_list(self, status: str) -> str:
        position = self._position()
        dead = dead_stones(position)
        if status not in {"alive", "dead", "seki"}:
            raise Refused("syntax error")
        chains = [
            chain.points
            for chain in position.chains.every
            if status != "seki" and (chain.points[0] in dead) is (status == "dead")
        ]
        return "\n".join(
            " ".join(position.board.names[point].upper() for point in points) for points in chains
        )
