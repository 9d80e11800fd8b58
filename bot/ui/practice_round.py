"""A round through the mistakes of a match: what came of the first try at each, and the summary at its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.icons import Icon
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.custom_ids import press_button
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.match_message import INACTIVE, title
from bot.ui.overview import OVERVIEW, review_press
from bot.ui.panel import Panel, button
from bot.ui.trying import RIGHT
from data.model.match import Match

OPEN, SOLVED, MISSED, EARLIER = "o", "s", "m", "e"
"""What is known of a mistake: not tried, solved at the first try, not, or solved in an earlier round."""
MAX_MISTAKES = 30
"""Mistakes of a round: a custom_id has room for a letter each."""
_LISTED = 8
"""Mistakes that the summary names."""


@dataclass(frozen=True, slots=True)
class Round:
    """The mistakes of a round by the number of moves before them, in their order, and a mark for each."""

    plies: tuple[int, ...]
    marks: str

    @classmethod
    def of(cls, plies: list[int], marks: str) -> Self:
        """A round of these mistakes with the marks of a button, of which those at the end can be missing."""
        kept = tuple(plies[:MAX_MISTAKES])
        return cls(kept, marks[: len(kept)].ljust(len(kept), OPEN))

    def tried(self, ply: int, *, solved: bool) -> Self:
        """The round after a try: only the first one at a mistake counts."""
        if ply not in self.plies or self.marks[number := self.plies.index(ply)] != OPEN:
            return self
        mark = SOLVED if solved else MISSED
        return replace(self, marks=self.marks[:number] + mark + self.marks[number + 1 :])

    def following(self, ply: int) -> int | None:
        """The mistake of the round after another, or the first of all after none of them; None at the end."""
        start = self.plies.index(ply) + 1 if ply in self.plies else 0
        left = zip(self.plies[start:], self.marks[start:], strict=True)
        return next((after for after, mark in left if mark != EARLIER), None)

    def again(self) -> Self:
        """The next round, of the mistakes that were not solved at the first try."""
        return replace(
            self, marks="".join(EARLIER if mark in (SOLVED, EARLIER) else OPEN for mark in self.marks)
        )

    @property
    def solved(self) -> int:
        """How many mistakes of the round were solved at the first try."""
        return self.marks.count(SOLVED)

    @property
    def size(self) -> int:
        """How many mistakes the round has."""
        return len(self.marks) - self.marks.count(EARLIER)

    @property
    def unsolved(self) -> list[int]:
        """The mistakes of the round that were not solved at the first try."""
        return [ply for ply, mark in zip(self.plies, self.marks, strict=True) if mark in (OPEN, MISSED)]


def round_view(match: Match, finished: Round, again: Panel, close: Panel, texts: Texts) -> LayoutView:
    """How many mistakes were solved at the first try and which were not, with a way to try those again."""
    lines = [
        f"-# {Icon.PRACTICE} **{title(match, texts)}**",
        f"**{texts('practice.summary', n=finished.solved, count=finished.size)}**",
    ]
    presenter = PRESENTERS[match.game]
    names = [
        f"{presenter.move_number(match.moves, ply)}. {presenter.move_text(match.moves[ply], texts)}"
        for ply in sorted(finished.unsolved)
    ]
    if names:
        more = " …" if len(names) > _LISTED else ""
        moves = Raw(" · ".join(name.replace(" ", UNBROKEN) for name in names[:_LISTED]) + more)
        lines.append(f"-# {texts('practice.summary-missed', moves=moves)}")
    repeat = button(again, label=texts("practice.again", n=len(names)), style=NEXT_STEP) if names else None
    review = press_button(review_press(match, OVERVIEW), label=texts.plain("button.review"))
    closing = button(close, label=texts.plain("practice.close"))
    row = ActionRow(*([repeat] if repeat is not None else []), review, closing)
    color = INACTIVE if names else RIGHT
    return layout(Container(TextDisplay("\n".join(lines)), row, accent_color=color))
