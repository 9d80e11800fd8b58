"""Go on the Go Text Protocol: handicap, komi, resignation, and who is dead. Start reading at `GoSession`.

Matches are played by Chinese rules. Handicap stones stand on the fixed points of the protocol, which are
those of `games.go`, or are moves one after another. Once both have passed the engine tells its judgement and
is done. The protocol lets a side move several times in a row: `GoSession._on_turn` hands the turn back.
"""

from __future__ import annotations

from typing import cast

from ai.base import Choice
from ai.go.judge import dead_stones
from ai.go.reckoning import reckon, tell_komi
from ai.gtp import Refused, Session, number
from games import replay
from games.base import PASS, Record, Side
from games.go import GoPosition
from games.go.position import AGREE, RESUME
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

    def _begin(self, variant: str) -> None:
        super()._begin(variant)
        self._low = 0

    def _with_handicap(self, stones: int) -> Variant:
        return Variant(self._variant().size, self._variant().ruleset, stones)

    def _on_turn(self, side: Side, passing: bool = True) -> Record:
        """The turn is a side's, though the other did not move: it passed, without a pass that counts.

        Two passes open the scoring, and ``resume`` leaves it: whose opponent resumes it moves next. Before a
        stone a pass alone is enough, unless it would be the second.
        """
        record, position = self._record, self._position()
        if position.outcome() is not None or (position.to_move is side and not position.scoring):
            return record
        own = position.to_move is side
        words = {0: (PASS,) * 2, 1: (PASS, AGREE), 2: (AGREE,) if own else ()}[position.passes]
        way = (PASS,) if not position.passes and not passing else (*words, RESUME)
        return Record(record.game, record.variant, (*record.moves, *way))

    def _do_clear_board(self) -> str:
        self._begin(self._with_handicap(0).name)
        return ""

    def _do_komi(self, komi: str) -> str:
        tell_komi(number(komi))
        return ""

    def _do_fixed_handicap(self, stones: str) -> str:
        if self._record.moves or self._variant().handicap:
            raise Refused("board not empty")
        if int(stones) not in HANDICAPS[1:]:
            raise Refused("invalid number of stones")
        variant = self._with_handicap(int(stones))
        self._begin(variant.name)
        return " ".join(variant.board.names[point].upper() for point in variant.handicap_points)

    def _do_place_free_handicap(self, stones: str) -> str:
        return self._do_fixed_handicap(str(min(int(stones), HANDICAPS[-1])))

    def _do_set_free_handicap(self, *vertices: str) -> str:
        if self._record.moves or self._variant().handicap:
            raise Refused("board not empty")
        points = {vertex.lower() for vertex in vertices}
        if not 2 <= len(vertices) == len(points) or not points <= {*self._position().board.names}:
            raise Refused("bad vertex list")
        wanted = self._with_handicap(len(points)) if len(points) in HANDICAPS[1:] else None
        if wanted and points == {wanted.board.names[point] for point in wanted.handicap_points}:
            self._begin(wanted.name)
        else:
            self._put_freely(vertices)
        return ""

    def _put_freely(self, vertices: tuple[str, ...]) -> None:
        for vertex in vertices:
            self._do_play("black", vertex)
        self._past = []

    def _do_play(self, colour: str, vertex: str) -> str:
        if vertex.lower() != PASS or not self._position().scoring:
            return super()._do_play(colour, vertex)
        self._side(colour)
        self._go_on(self._record)  # both have passed already
        return ""

    def _do_genmove(self, colour: str) -> str:
        self._side(colour)
        kept, past = self._record, len(self._past)
        if self._position().scoring:
            self._go_on(kept)
            return str(PASS)
        answer = super()._do_genmove(colour)
        if self._hopeless():
            self._record = kept
            del self._past[past:]
            return RESIGN
        return answer

    def _do_reg_genmove(self, colour: str) -> str:
        return str(PASS) if self._position().scoring else super()._do_reg_genmove(colour)

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
