"""What a lesson is made of: steps, each a position with a few choices and a goal that judges them.

Which choice is right, and why another is wrong, is computed by the rules, never listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from games import GAMES
from games.base import Move, Position

P = TypeVar("P", bound=Position)

MAX_CHOICES = 4
"""Buttons that stand side by side on a phone."""
YES, NO = "yes", "no"
"""The choices of a step that asks a question; other choices are moves or numbers."""


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P]):
    """How the rules judge a choice.

    ``reason`` is the text key of why it is wrong, None if it is right; ``arguments`` fill the placeholders of
    the reason, or of the step's text once it is done. ``after`` is the position to show then.
    """

    reason: str | None
    arguments: Mapping[str, str | int] = field(default_factory=dict)
    after: P | None = None


def right(after: P, **arguments: str | int) -> Verdict[P]:
    """A choice that does what the step asks for, and the position to show then."""
    return Verdict(None, arguments, after)


def wrong(reason: str, **arguments: str | int) -> Verdict[Any]:
    """A choice that does not, with the text key of why."""
    return Verdict(reason, arguments)


Goal = Callable[[P, str], Verdict[P]]
"""Judges a choice in a position."""


@dataclass(frozen=True)
class Step(Generic[P]):
    """A position that a person solves with one tap.

    ``played`` are moves that lead from ``diagram`` to the position, the last of which is marked.
    ``choices`` are the arguments of the buttons, in their order: moves, numbers, or `YES` and `NO`.
    """

    slug: str
    name: str
    diagram: str
    choices: tuple[str, ...]
    goal: Goal[P]
    played: tuple[Move, ...] = ()

    @cached_property
    def positions(self) -> tuple[P, ...]:
        """The position of the diagram, and those after each move that was played."""
        positions: list[Any] = [GAMES[self.slug].position(self.diagram)]
        for move in self.played:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    @property
    def position(self) -> P:
        """The position that is asked about."""
        return self.positions[-1]

    def answer(self, choice: str) -> Answer[P]:
        """A choice with how the rules judge it."""
        return Answer(choice, self.goal(self.position, choice))


@dataclass(frozen=True, slots=True)
class Answer(Generic[P]):
    """What a person chose in a step, and how the rules judge it."""

    choice: str
    verdict: Verdict[P]

    @property
    def is_right(self) -> bool:
        """Whether the step is done."""
        return self.verdict.reason is None


@dataclass(frozen=True)
class Lesson:
    """A game's steps in their order."""

    slug: str
    steps: tuple[Step[Any], ...]

    def index(self, name: str) -> int | None:
        """The place of the step with a name, counted from 0; None if there is none."""
        return next((at for at, step in enumerate(self.steps) if step.name == name), None)
