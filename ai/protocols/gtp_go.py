"""The Go Text Protocol for Go: handicap, komi, resignation and dead stones.

Matches follow the Chinese rules. Handicap stones are placed on the protocol's fixed points, which are those
of `games.go`, or played as consecutive moves. After two passes the engine reports its judgment of dead
stones. The protocol lets a side move several times in a row: `GoSession._on_turn` returns the turn to it.
"""

from __future__ import annotations

from typing import cast

from ai.base import Choice
from ai.go.komi import override_komi, score_position
from ai.go.ownership import dead_stones
from ai.protocols.gtp import RESIGN, Refused, Session, number
from games import replay
from games.base import PASS, Record, Side
from games.go import GoPosition
from games.go.position import AGREE, RESUME
from games.go.variant import HANDICAPS, Variant

PATIENCE = 2
"""Consecutive choices to resign before the session resigns, because one may be noise."""
_EARLY = 0.15
"""The filled part of the board before which the session does not resign."""


class GoSession(Session):
    """One controller's match of Go."""

    _resignations = 0

    def _position(self) -> GoPosition:
        return cast(GoPosition, replay(self._record))

    def _variant(self) -> Variant:
        return self._position().variant

    def _begin(self, variant: str) -> None:
        super()._begin(variant)
        self._resignations = 0

    def _with_handicap(self, stones: int) -> Variant:
        return Variant(self._variant().size, self._variant().ruleset, stones)

    def _on_turn(self, side: Side, may_pass: bool = True) -> Record:
        """Return the record in which it is a side's turn, with passes that do not end the game added.

        Two passes open the scoring phase and ``resume`` leaves it; the opponent of the side that resumes
        moves next.
        Before a stone one pass is enough, unless it would be the second.
        """
        record, position = self._record, self._position()
        if position.outcome() is not None or (position.to_move is side and not position.scoring):
            return record
        own = position.to_move is side
        scoring = {0: (PASS,) * 2, 1: (PASS, AGREE), 2: (AGREE,) if own else ()}[position.passes]
        added = (PASS,) if not position.passes and not may_pass else (*scoring, RESUME)
        return Record(record.game, record.variant, (*record.moves, *added))

    def _do_clear_board(self) -> str:
        self._begin(self._with_handicap(0).name)
        return ""

    def _do_komi(self, komi: str) -> str:
        override_komi(number(komi))
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
        fixed = self._with_handicap(len(points)) if len(points) in HANDICAPS[1:] else None
        if fixed and points == {fixed.board.names[point] for point in fixed.handicap_points}:
            self._begin(fixed.name)
        else:
            self._place_freely(vertices)
        return ""

    def _place_freely(self, vertices: tuple[str, ...]) -> None:
        for vertex in vertices:
            self._do_play("black", vertex)
        self._past = []

    def _do_play(self, color: str, vertex: str) -> str:
        if vertex.lower() != PASS or not self._position().scoring:
            return super()._do_play(color, vertex)
        self._side(color)
        self._append(self._record)  # both sides have passed already
        return ""

    def _do_genmove(self, color: str) -> str:
        self._side(color)
        before, past = self._record, len(self._past)
        if self._position().scoring:
            self._append(before)
            return str(PASS)
        answer = super()._do_genmove(color)
        if self._resigns():
            self._record = before
            del self._past[past:]
            return RESIGN
        return answer

    def _do_reg_genmove(self, color: str) -> str:
        return str(PASS) if self._position().scoring else super()._do_reg_genmove(color)

    def _on_choice(self, choice: Choice) -> None:
        self._resignations = self._resignations + 1 if choice.resigns else 0

    def _resigns(self) -> bool:
        position = self._position()
        filled = len(position.stones) - position.stones.count(0)
        return self._resignations >= PATIENCE and filled > _EARLY * len(position.stones)

    def _do_final_score(self) -> str:
        position = self._position()
        score = score_position(position, dead_stones(position))
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
