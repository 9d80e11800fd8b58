"""Go in words and keys. Start reading at `GoFace`; the keys are `bot/presenters/points.py`'s.

While the stones are counted, the keys are the stones: a tap marks a group as dead or alive again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.presenters.base import BLANK, Key, Part, Tone
from bot.presenters.points import LONGEST, NOW, OPENING, STONES, Points, PointsFace
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Position, Side
from games.go import GoPosition, Ruleset, Score, Variant
from games.go.position import AGREE, ALIVE, DEAD, RESUME
from games.go.scoring import count
from games.go.variant import HANDICAPS, SIZES

_DEAD_MARK = "✕"
_WORDS = {PASS: "move.pass", AGREE: "go.say-agree", RESUME: "go.say-resume"}
_MARKS = {DEAD: "go.say-dead", ALIVE: "go.say-alive"}


class GoFace(PointsFace):
    """Black and White, captures and komi, and the count on which both agree."""

    slug = "go"
    parts = (
        Part("size", {f"{size}x{size}": f"{size}x{size}" for size in SIZES}),
        Part("ruleset", {ruleset.value: f"-{ruleset}" for ruleset in Ruleset}),
        Part("handicap", {str(stones): f"-h{stones}" if stones else "" for stones in HANDICAPS}),
    )

    def points(self, position: Position) -> Points:
        """The points of a position."""
        assert isinstance(position, GoPosition)
        return Points(position.board.grid, position.stones)

    def home(self, size: int) -> int:
        """The star point in the upper right corner, where a polite first move is played."""
        near = 2 if size < 13 else 3
        return near * size + size - 1 - near

    def urgent(self, position: Position, near: Iterator[int]) -> Mapping[int, int]:
        """The last liberties of groups in atari."""
        assert isinstance(position, GoPosition)
        chains = {position.chains.at(point) for point in near if position.stones[point]}
        return {next(iter(chain.liberties)): NOW for chain in chains if len(chain.liberties) == 1}

    def tiled(self, position: Position) -> bool:
        """The stones of one part of the board are marked one after another."""
        assert isinstance(position, GoPosition)
        return position.scoring

    def key(self, position: Position, points: Points, point: int, legal: frozenset[Move]) -> Key:
        """A point to play on; in the scoring a stone to mark, and nothing on empty points."""
        assert isinstance(position, GoPosition)
        if not position.scoring:
            return super().key(position, points, point, legal)
        name, stone = points.grid.name(point), points.stones[point]
        if not stone:
            return Key(BLANK, name, disabled=True)
        shut = not legal
        if point in position.dead:
            return Key(_DEAD_MARK, f"{ALIVE} {name}", "move", STONES[stone], shut, Tone.CHOSEN)
        return Key("", f"{DEAD} {name}", "move", STONES[stone], shut)

    def deeds(self, position: Position, texts: Texts) -> Sequence[Key]:
        """A pass; in the scoring, to play on."""
        assert isinstance(position, GoPosition)
        if position.outcome() is not None:
            return ()
        if position.scoring:
            return [Key(texts.plain("button.resume"), RESUME, emoji="▶️")]
        return [Key(texts.plain("button.pass"), PASS, emoji="⏭️")]

    def last(self, position: Position) -> Key | None:
        """In the scoring, to agree."""
        assert isinstance(position, GoPosition)
        if not position.scoring or position.outcome() is not None:
            return None
        return Key("", AGREE, emoji="✅", tone=Tone.GOAL)

    def axes(self, position: Position) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters without i and the numbers; in the scoring nothing, for a mark is more than a point."""
        assert isinstance(position, GoPosition)
        return None if position.scoring else super().axes(position)

    def standing(self, position: Position, texts: Texts) -> Mapping[Side, str]:
        """The count, once there is one: before, two numbers would be taken for the score."""
        del texts
        assert isinstance(position, GoPosition)
        if not position.scoring and not _too_long(position):
            return {}
        score = _score(position)
        return {side: f"{score.of(side):g}" for side in Side}

    def notes(self, position: Position, texts: Texts) -> Sequence[str]:
        """Komi and handicap at the start, captures, what a second pass does; the count and how to agree."""
        assert isinstance(position, GoPosition)
        if position.scoring:
            return [self._counted(position, texts), self._what_to_do(position, texts)]
        lines = []
        if position.ply < OPENING:
            key = "go.handicap-and-komi" if position.variant.handicap else "go.komi"
            komi = _halves(position.variant.komi, texts)
            lines.append(texts(key, komi=komi, handicap=position.variant.handicap))
        if any(position.captures):
            black, white = position.captures
            lines.append(texts("go.captures", black=black, white=white))
        if position.passes:
            lines.append(texts("go.passed", side=self.side(position.to_move.other, texts)))
        return lines

    def _counted(self, position: GoPosition, texts: Texts) -> str:
        score = _score(position)
        return texts(
            "go.count",
            side=self.side(_leader(score), texts),
            margin=_halves(abs(score.black - score.white), texts),
            komi=_halves(position.variant.komi, texts),
        )

    def _what_to_do(self, position: GoPosition, texts: Texts) -> str:
        if position.agreed:
            return texts("go.agreed", side=self.side(position.to_move.other, texts))
        return texts("go.counting")

    def result(self, position: Position, outcome: Outcome, texts: Texts) -> str:
        """The points of both, komi counted, and the margin as players write it: B+6.5."""
        assert isinstance(position, GoPosition)
        if outcome.reason not in {"outcome.points", "outcome.move-limit"}:
            return ""
        score = _score(position)
        key = "go.result-black" if _leader(score) is Side.FIRST else "go.result-white"
        points = {"black": f"{score.black:g}", "white": f"{score.white:g}"}
        return texts(key, **points, margin=_halves(abs(score.black - score.white), texts))

    def describe(self, position: Position, texts: Texts) -> str:
        """Where the stones of each side are, which are marked dead, the captures, and the ko."""
        assert isinstance(position, GoPosition)
        header, tail = texts.plain("go.describe", size=position.size), ""
        if any(position.captures):
            black, white = position.captures
            tail += " " + texts.plain("go.captures", black=black, white=white)
        if position.ko is not None:
            tail += " " + texts.plain("go.ko", point=position.board.names[position.ko])
        room = LONGEST - len(header) - len(tail) - 1
        return f"{header} {self.told(self.points(position), texts, room, _dead(position))}{tail}"

    def variant(self, variant: str, texts: Texts) -> str:
        """Size, rules, and the handicap where there is one."""
        named = Variant.named(variant)
        assert named is not None
        told = f"{named.size}×{named.size} · {texts.plain(f'go.rules.{named.ruleset}')}"
        if named.handicap:
            told += " · " + texts.plain("go.handicap", handicap=named.handicap)
        return told

    def say(self, move: Move, texts: Texts) -> str:
        """The point, or the word or mark as it may also be typed."""
        if move in _WORDS:
            return texts.plain(_WORDS[move])
        mark, _, point = move.partition(" ")
        return texts.plain(_MARKS[mark], point=point) if point else move

    def shows(self, move: Move) -> bool:
        """Only a stone does."""
        return move not in _WORDS and " " not in move


def _too_long(position: GoPosition) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason == "outcome.move-limit"


def _dead(position: GoPosition) -> frozenset[int]:
    """The stones marked dead; a match that ended by its length is counted without marks."""
    return frozenset() if _too_long(position) else position.dead


def _score(position: GoPosition) -> Score:
    return count(position.variant, position.stones, _dead(position), position.captures)


def _leader(score: Score) -> Side:
    return Side.FIRST if score.black > score.white else Side.SECOND  # komi's half leaves no ties


def _halves(points: float, texts: Texts) -> str:
    """Komi or a margin, both of which end in a half: 6.5, 6집 반."""
    whole = int(points)
    return texts.plain("go.points", whole=whole) if whole else texts.plain("go.half-point")


GO_FACE = GoFace()
