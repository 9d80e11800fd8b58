"""The members of a match's sides, where several people play a side, as plain values.

In a rengo the members of a side move in turn, in the order in which they joined. A member who leaves, or
whose time for a move runs out, is out of it; the others go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from games.base import Side

MOST = 4
"""People on a side."""


class TeamKind(StrEnum):
    """How a team moves, by its stored value."""

    RENGO = "rengo"
    """Its members move in turn."""
    VOTE = "vote"
    """Everybody in the channel votes for its moves; its one member has started the match."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person on a side; `data.model.match.DELETED_USER` for one who has erased their data."""

    user_id: int
    left: int | None = None
    """How many turns the side had had when they left; None: they have not."""


@dataclass(frozen=True, slots=True)
class Teams:
    """The members of both sides, in the order of their turns."""

    kind: TeamKind
    first: tuple[Member, ...] = ()
    second: tuple[Member, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        """The teams that `text` writes. Raises ValueError."""
        kind, first, second = text.split("/")
        return cls(TeamKind(kind), _members_from(first), _members_from(second))

    @property
    def text(self) -> str:
        """The teams as they are stored.

        >>> Teams(TeamKind.RENGO, (Member(11), Member(12, left=3)), (Member(21),)).text
        'rengo/11 12:3/21'
        """
        return "/".join((self.kind, *(" ".join(map(_written, self.of(side))) for side in Side)))

    def of(self, side: Side) -> tuple[Member, ...]:
        """Everybody who is, or was, on a side."""
        return self.first if side is Side.FIRST else self.second

    def present(self, side: Side) -> tuple[int, ...]:
        """The people who are on a side now."""
        return tuple(member.user_id for member in self.of(side) if member.left is None)

    def side_of(self, user_id: int) -> Side | None:
        """The side that a person is on now."""
        return next((side for side in Side if user_id in self.present(side)), None)

    def captain(self, side: Side) -> int | None:
        """The first person on a side; None if there is nobody."""
        return next(iter(self.present(side)), None)

    def in_turn(self, side: Side, turns: int) -> int | None:
        """Who moves for a side that has had ``turns`` turns; None if there is nobody.

        >>> teams = Teams(TeamKind.RENGO, (Member(11), Member(12, left=1), Member(13)))
        >>> [teams.in_turn(Side.FIRST, turns) for turns in range(4)]
        [11, 13, 11, 13]
        """
        members = self.of(side)
        if not self.present(side):
            return None
        last = -1
        for turn in range(turns):
            last = _next(members, last, turn)
        return members[_next(members, last)].user_id

    # --- Changes -------------------------------------------------------------------------------------

    def joined(self, user_id: int, side: Side) -> Self:
        """The teams with a person at the end of a side, and not on the other one."""
        return self.without(user_id)._with(side, (*self.without(user_id).of(side), Member(user_id)))

    def without(self, user_id: int) -> Self:
        """The teams without a person, before the match has begun."""
        return self._each(lambda members: tuple(member for member in members if member.user_id != user_id))

    def left(self, user_id: int, turns: int) -> Self:
        """The teams after a person has left the match, whose side has had ``turns`` turns."""
        return self._each(
            lambda members: tuple(
                replace(member, left=turns) if member.user_id == user_id and member.left is None else member
                for member in members
            )
        )

    def renamed(self, user_id: int, other_id: int) -> Self:
        """The teams with ``other_id`` in the place of a person's id."""
        return self._each(
            lambda members: tuple(
                replace(member, user_id=other_id) if member.user_id == user_id else member
                for member in members
            )
        )

    def _each(self, change: Callable[[tuple[Member, ...]], tuple[Member, ...]]) -> Self:
        return replace(self, first=change(self.first), second=change(self.second))

    def _with(self, side: Side, members: tuple[Member, ...]) -> Self:
        return replace(self, first=members) if side is Side.FIRST else replace(self, second=members)


def _next(members: tuple[Member, ...], last: int, turn: int | None = None) -> int:
    """The index of the first member after the last who could move in a turn (None: now)."""
    for step in range(1, len(members) + 1):
        index = (last + step) % len(members)
        left = members[index].left
        if left is None or (turn is not None and turn < left):
            return index
    return last


def _written(member: Member) -> str:
    return str(member.user_id) if member.left is None else f"{member.user_id}:{member.left}"


def _members_from(text: str) -> tuple[Member, ...]:
    pairs = (word.partition(":") for word in text.split())
    return tuple(Member(int(user_id), int(left) if left else None) for user_id, _, left in pairs)
