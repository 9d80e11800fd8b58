"""Go in words and buttons. The buttons for points are in `bot/presenters/points.py`.

While the stones are counted, the buttons are groups: a tap marks one as dead, or as alive again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.presenters.base import MAX_DESCRIPTION, MAX_SUGGESTIONS, Viewpoint, ViewState
from bot.presenters.go_chains import is_nearly_settled, parts_to_mark, undecided
from bot.presenters.keypad import MAX_BUTTONS, Keypad, KeypadButton, Tone, paged_rows
from bot.presenters.points import Points, PointsPresenter, named_points
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import VariantOption
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Side
from games.go import GoPosition, Ruleset, Score, Variant
from games.go.board import Chain
from games.go.position import AGREE, ALIVE, DEAD, GROUP, RESUME
from games.go.scoring import count
from games.go.variant import HANDICAPS, SIZES
from games.grid import shown_point

_WORD_KEYS: Mapping[str, str] = {PASS: "move.pass", AGREE: "go.say-agree", RESUME: "go.say-resume"}
_MARK_KEYS = {DEAD: "go.say-dead", ALIVE: "go.say-alive"}
_GROUP_MARK_KEYS = {DEAD: "go.say-dead-group", ALIVE: "go.say-alive-group"}
_MAX_CHAINS = 4
"""Chains in atari that a sentence names."""
_MAX_AREAS = 3
"""Areas that a sentence names."""
_RULESET_KEYS = {Ruleset.KOREAN: "go.rules.korean", Ruleset.CHINESE: "go.rules.chinese"}


class GoPresenter(PointsPresenter[GoPosition]):
    """Black and White, captures and komi, and the count that both sides agree on."""

    slug = "go"
    opens_in_corners = True
    offers_draws = False  # the komi leaves no even score; `/board` offers a draw all the same
    variant_options = (
        VariantOption("size", {f"{size}x{size}": f"{size}x{size}" for size in SIZES}),
        VariantOption("ruleset", {ruleset.value: f"-{ruleset}" for ruleset in Ruleset}),
        VariantOption("handicap", {str(stones): f"-h{stones}" if stones else "" for stones in HANDICAPS}),
    )

    def points(self, position: GoPosition) -> Points:
        """The points of a position."""
        return Points(position.board.grid, position.stones)

    def urgent_points(self, position: GoPosition) -> Mapping[int, Collection[int]]:
        """The last liberties of chains: where the side to move can capture, or be captured."""
        stones = dict[int, set[int]]()
        for chain in position.chains.every:
            if len(chain.liberties) == 1:
                stones.setdefault(next(iter(chain.liberties)), set()).update(chain.points)
        return stones

    def suggestions(self, position: GoPosition) -> Sequence[Move]:
        """Where two stones or more are captured or saved from atari, those with most stones first.

        A stone that escapes with two liberties can be in a ladder: it has to get three.
        """
        if position.scoring or position.outcome() is not None:
            return ()
        legal, stakes = frozenset(position.open_points), self.urgent_points(position)
        useful = [
            point
            for point in sorted(stakes, key=lambda point: (-len(stakes[point]), point))
            if len(stakes[point]) > 1 and point in legal and _is_safe(position, point)
        ]
        return [position.board.names[point] for point in useful[:MAX_SUGGESTIONS]]

    def beside(self, position: GoPosition) -> Sequence[Move]:
        """A pass."""
        del position
        return [PASS]

    def view_state(self, viewpoint: Viewpoint[GoPosition]) -> ViewState:
        """The part of the board that is selected; all of it in the scoring."""
        return ViewState() if viewpoint.position.scoring else super().view_state(viewpoint)

    def keypad(self, viewpoint: Viewpoint[GoPosition], texts: Texts) -> Keypad:
        """The buttons for points; in the scoring, those that mark chains, or groups where chains are many."""
        position = viewpoint.position
        if not position.scoring or not position.legal_moves():
            return super().keypad(viewpoint, texts)
        room = MAX_BUTTONS - 1  # beside the one that agrees
        parts = parts_to_mark(position, room)
        if len(parts) <= room:  # all in one view: read like the board
            parts.sort(key=lambda part: part[0].points[0])
        marks = [_mark_button(position, part) for part in parts]
        agree = KeypadButton(texts.plain("button.agree"), AGREE, tone=Tone.NEXT_STEP)
        resume = KeypadButton(texts.plain("button.resume"), RESUME)
        rows = paged_rows(marks, [agree], viewpoint.selection, texts)
        return Keypad(rows, action=resume, rings=frozenset(undecided(position)))

    def axes(self, position: GoPosition) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters without i and the numbers; None in the scoring, where a mark is more than a point."""
        return None if position.scoring else super().axes(position)

    def scores(self, position: GoPosition, texts: Texts) -> Mapping[Side, str]:
        """The count, once there is one. Captures shown here would be read as the score."""
        del texts
        if not position.scoring and not _hit_move_limit(position):
            return {}
        score = _score(position)
        return {side: f"{score.of(side):g}" for side in Side}

    def instruction(self, position: GoPosition, texts: Texts) -> str:
        """In the scoring, what the buttons mark, and which large areas are nobody's."""
        if not position.scoring:
            return ""
        areas = undecided(position)
        more = "…" if len(areas) > _MAX_AREAS else ""
        listed = ", ".join(map(shown_point, areas[:_MAX_AREAS])) + more
        named = texts("go.undecided", points=listed) if areas else ""
        return " · ".join(filter(None, [texts("go.counting"), named]))

    def turn_of_both(self, position: GoPosition, texts: Texts) -> str:
        """That either side can mark stones; then who has agreed, and who has not."""
        if not position.scoring:
            return ""
        if not position.agreed:
            return texts("go.both-count")
        agreed, other = (self.side_name(side, texts) for side in (position.to_move.other, position.to_move))
        return texts("go.agreed", agreed=agreed, side=other)

    def doubt(self, position: GoPosition, move: Move, texts: Texts) -> str:
        """Before a count without territory is agreed to, that it has none; before an early pass, its effect.

        A pass where little is left is as it is meant.
        """
        if move == PASS and not position.scoring:
            if is_nearly_settled(position):
                return ""
            return texts("go.pass-ends-early" if position.passes else "go.pass-early")
        if move != AGREE or not position.scoring:
            return ""
        score = position.score()
        return "" if score.black_territory or score.white_territory else texts("go.no-territory")

    def introduction(
        self, position: GoPosition, texts: Texts, typed_in: TypedIn = TypedIn.FORM
    ) -> Sequence[str]:
        """How to play a move, at first."""
        return () if position.scoring else self.opening_line(position, position.ply, texts, typed_in)

    def notes(self, position: GoPosition, texts: Texts) -> Sequence[str]:
        """Captures, what a second pass does, and the komi."""
        if position.scoring:
            return ()
        black, white = position.captures
        passed = [texts("go.passed")] if position.passes else []
        komi = texts("go.komi", komi=_points_text(position.variant.komi, texts))
        return [texts("go.captures-short", black=black, white=white), *passed, komi]

    def result(self, position: GoPosition, outcome: Outcome, texts: Texts) -> str:
        """Both sides' points with komi, and the margin as players write it: B+6.5."""
        if outcome.reason not in {"outcome.points", "outcome.move-limit"}:
            return ""
        score = _score(position)
        key = "go.result-black" if _leader(score) is Side.FIRST else "go.result-white"
        points = {"black": f"{score.black:g}", "white": f"{score.white:g}"}
        return texts(key, **points, margin=_points_text(abs(score.black - score.white), texts))

    def reason(self, outcome: Outcome, texts: Texts) -> str:
        """Korean players call a resignation a win without counting."""
        return texts("go.resigned" if outcome.reason == "outcome.resigned" else outcome.reason)

    def effects(
        self, before: GoPosition, move: Move, texts: Texts, *, is_short: bool = False
    ) -> Sequence[str]:
        """The stones that it captured."""
        board = before.board
        point = board.index.get(move)
        placed = None if point is None else board.place(before.stones, point, before.to_move)
        if placed is None or not placed[1]:
            return ()
        names = [board.names[gone] for gone in sorted(placed[1])]
        if is_short:
            return [texts("go.takes-short", n=len(names))]
        return [texts.plain("go.takes", n=len(names), points=named_points(names))]

    def dangers(self, position: GoPosition, texts: Texts) -> Sequence[str]:
        """The chains in atari, the largest first."""
        if position.scoring or position.outcome() is not None:
            return ()
        shaky = [chain for chain in position.chains.every if len(chain.liberties) == 1]
        if not shaky:
            return ()
        names = position.board.names
        chains = [
            f"{self.side_name(Side(position.stones[chain.points[0]]), texts)} "
            f"{named_points([names[point] for point in chain.points])}"
            for chain in sorted(shaky, key=lambda chain: -len(chain.points))[:_MAX_CHAINS]
        ]
        more = "; …" if len(shaky) > _MAX_CHAINS else ""
        return [texts.plain("go.in-atari", chains="; ".join(chains) + more)]

    def about(self, position: GoPosition, point: str, texts: Texts) -> Sequence[str]:
        """The chain of a stone and its liberties."""
        names, index = position.board.names, position.board.index[point]
        if not position.stones[index]:
            return ()
        chain = position.chains.at(index)
        stones, liberties = (
            [shown_point(names[at]) for at in sorted(points)] for points in (chain.points, chain.liberties)
        )
        return [
            texts.plain("go.chain", n=len(stones), points=" ".join(stones)),
            texts.plain("go.liberties", n=len(liberties), points=" ".join(liberties)),
        ]

    def kept(self, position: GoPosition, texts: Texts) -> Sequence[str]:
        """The captures and the ko."""
        black, white = position.captures
        captures = [texts.plain("go.captures", black=black, white=white)] if black or white else []
        if position.ko is None:
            return captures
        return [*captures, texts.plain("go.ko", point=shown_point(position.board.names[position.ko]))]

    def describe(self, position: GoPosition, texts: Texts) -> str:
        """The stones of each side, which are marked dead, the captures and the ko."""
        header = texts.plain("go.describe", size=position.size)
        tail = "".join(f" {kept}" for kept in self.kept(position, texts))
        room = MAX_DESCRIPTION - len(header) - len(tail) - 1
        stones = self.describe_stones(self.points(position), texts, room, _dead(position))
        return f"{header} {stones}{tail}"

    def variant_name(self, variant: str, texts: Texts) -> str:
        """Size, rules, and the handicap if there is one. Raises ValueError for an unknown variant."""
        named = Variant.named(variant)
        if named is None:
            raise ValueError(f"Go has no variant {variant!r}")
        text = f"{named.size}×{named.size} · {texts.plain(_RULESET_KEYS[named.ruleset])}"
        if named.handicap:
            text += " · " + texts.plain("go.handicap", handicap=named.handicap)
        return text

    def opening_variant_name(self, variant: str, texts: Texts) -> str:
        """Size, and the handicap if there is one."""
        size, _, *handicap = self.variant_name(variant, texts).split(" · ")
        return " · ".join([size, *handicap])

    def move_text(self, move: Move, texts: Texts) -> str:
        """The point, or the word or mark as it can also be typed."""
        word, *rest = move.split(" ")
        if word in _WORD_KEYS:  # agreeing and resuming out of turn name the side
            return texts.plain(_WORD_KEYS[word])
        key = (_GROUP_MARK_KEYS if GROUP in rest else _MARK_KEYS).get(word)
        return shown_point(move) if key is None else texts.plain(key, point=shown_point(rest[-1]))

    def is_play(self, move: Move) -> bool:
        """A stone or a pass; not a mark, agreeing to the count, or resuming play."""
        return move == PASS or self.leaves_mark(move)

    def leaves_mark(self, move: Move) -> bool:
        """Whether a move places a stone: passes and words of the count leave nothing."""
        return move not in _WORD_KEYS and " " not in move


def _hit_move_limit(position: GoPosition) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason == "outcome.move-limit"


def _dead(position: GoPosition) -> frozenset[int]:
    """The stones marked dead; none after a match that ended by the move limit."""
    return frozenset() if _hit_move_limit(position) else position.dead


def _score(position: GoPosition) -> Score:
    return count(position.variant, position.stones, _dead(position), position.captures)


def _leader(score: Score) -> Side:
    return Side.FIRST if score.black > score.white else Side.SECOND  # komi's half point excludes ties


def _points_text(points: float, texts: Texts) -> str:
    """Komi or a margin, which always end in a half: 6.5, 6집 반."""
    whole = int(points)
    return texts.plain("go.points", whole=whole) if whole else texts.plain("go.half-point")


def _mark_button(position: GoPosition, part: tuple[Chain, ...]) -> KeypadButton:
    """Marks chains as dead, or as alive again: one, or all of a group with the number of their stones."""
    point = part[0].points[0]
    name, dead = position.board.names[point], point in position.dead
    mark, tone = (ALIVE, Tone.DEAD) if dead else (DEAD, Tone.MOVE)
    if len(part) == 1:
        return KeypadButton(shown_point(name), f"{mark} {name}", tone=tone)
    stones = sum(len(chain.points) for chain in part)
    return KeypadButton(f"{shown_point(name)} ×{stones}", f"{mark} {GROUP} {name}", tone=tone)


def _is_safe(position: GoPosition, point: int) -> bool:
    """Whether a stone on a point has two liberties after a capture, three without one."""
    after = position.play(position.board.names[point])
    needed = 2 if after.captures != position.captures else 3
    return len(after.chains.at(point).liberties) >= needed


GO_PRESENTER = GoPresenter()
