"""The members of a match's sides, where several people play a side, as plain values.

In a rengo the members of a side move in turn, in the order in which they joined. A member who leaves, or
whose time for a move runs out, is out of it; the others go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from data.model.hand_and_brain import Pairs, Seat
from games.base import Side

MOST = 4
"""People on a side."""
MOST_TURNS = 10
"""Turns that a member of a relay can have before the next."""


class TeamKind(StrEnum):
    """How a team moves, by its stored value."""

    RENGO = "rengo"
    """Its members move in turn."""
    VOTE = "vote"
    """Everybody in the channel votes for its moves; its one member has started the match."""
    RELAY = "relay"
    """A member makes several moves before the next; people join while it goes on."""
    HAND_AND_BRAIN = "brain"
    """One names a part of the board or a piece, the other plays (`data.model.pair_turns`)."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person on a side; `data.model.match.DELETED_USER` for one who has erased their data."""

    user_id: int
    left: int | None = None
    """How many turns the side had had when they left; None: they have not."""
    since: int = 0
    """The first turn of the side that could be theirs: later than 0 for who has joined a match in play."""
    seat: Seat | None = None
    """What they do for their side in hand and brain; None in other kinds."""


class Stint(NamedTuple):
    """Whose turn it is on a side, for how long, and who follows."""

    user_id: int
    left: int
    """How many turns the member still has, this one included."""
    next_id: int
    """Who follows; the same person if they are alone."""


@dataclass(frozen=True, slots=True)
class Teams:
    """The members of both sides, in the order of their turns."""

    kind: TeamKind
    first: tuple[Member, ...] = ()
    second: tuple[Member, ...] = ()
    each: int = 1
    """How many turns a member has before the next."""
    pairs: Pairs | None = None
    """Of hand and brain; None in other kinds."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The teams that `text` writes. Raises ValueError."""
        kind, first, second, *pairs = text.split("/")
        kind, _, each = kind.partition(":")
        if each and not 1 <= int(each) <= MOST_TURNS:
            raise ValueError(f"a member has no {each} turns")
        return cls(
            TeamKind(kind),
            _members_from(first),
            _members_from(second),
            int(each) if each else 1,
            Pairs.read(pairs[0]) if pairs else None,
        )

    @property
    def text(self) -> str:
        """The teams as they are stored.

        >>> Teams(TeamKind.RENGO, (Member(11), Member(12, left=3)), (Member(21),)).text
        'rengo/11 12:3/21'
        >>> Teams(TeamKind.RELAY, (Member(11), Member(12, since=4)), (), each=3).text
        'relay:3/11 12+4/'
        """
        kind = self.kind if self.each == 1 else f"{self.kind}:{self.each}"
        pairs = () if self.pairs is None else (self.pairs.text,)
        return "/".join((kind, *(" ".join(map(_written, self.of(side))) for side in Side), *pairs))

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

    def seated(self, side: Side, seat: Seat) -> int | None:
        """The person who has a seat in hand and brain; None if nobody has."""
        return next((member.user_id for member in self.of(side) if member.seat is seat), None)

    def in_turn(self, side: Side, turns: int) -> int | None:
        """Who moves for a side that has had ``turns`` turns; None if there is nobody.

        >>> teams = Teams(TeamKind.RENGO, (Member(11), Member(12, left=1), Member(13)))
        >>> [teams.in_turn(Side.FIRST, turns) for turns in range(4)]
        [11, 13, 11, 13]
        """
        stint = self.stint(side, turns)
        return None if stint is None else stint.user_id

    def stint(self, side: Side, turns: int) -> Stint | None:
        """Whose turn it is on a side that has had ``turns`` turns; None if there is nobody."""
        members = self.of(side)
        if not self.present(side):
            return None
        last, count = -1, self.each
        for turn in range(turns):
            if count == self.each or not _could_move(members[last], turn):
                last, count = _next(members, last, turn), 0
            count += 1
        if count == self.each or members[last].left is not None:
            last, count = _next_now(members, last, turns), 0
        follows = members[_next_now(members, last, turns + 1)].user_id
        return Stint(members[last].user_id, self.each - count, follows)

    # --- Changes -------------------------------------------------------------------------------------

    def joined(self, user_id: int, side: Side) -> Self:
        """The teams with a person at the end of a side, and not on the other one."""
        return self.without(user_id).with_member(Member(user_id), side)

    def with_member(self, member: Member, side: Side) -> Self:
        """The teams with a member more, at the end of a side."""
        return self._with(side, (*self.of(side), member))

    def with_seat(self, user_id: int, side: Side, seat: Seat) -> Self:
        """The teams with a person in a seat of hand and brain, and in no other one."""
        teams = self.without(user_id)
        return teams._with(side, (*teams.of(side), Member(user_id, seat=seat)))

    def without(self, user_id: int) -> Self:
        """The teams without a person, before the match has begun."""
        return self._each(lambda members: tuple(member for member in members if member.user_id != user_id))

    def left(self, user_id: int, turns: int) -> Self:
        """The teams after a person has left the match, whose side has had ``turns`` turns.

        If everybody else on the side has only just joined, it is their turn at once.
        """

        def after(members: tuple[Member, ...]) -> tuple[Member, ...]:
            if all(member.user_id != user_id or member.left is not None for member in members):
                return members
            others = [member for member in members if member.left is None and member.user_id != user_id]
            # Who joins during a turn moves from the next one on. If nobody older is left, that would be too
            # late: the turn that goes on would be nobody's.
            is_new = all(member.since > turns for member in others)
            return tuple(
                replace(member, left=turns)
                if member.user_id == user_id and member.left is None
                else replace(member, since=turns)
                if is_new and member in others
                else member
                for member in members
            )

        return self._each(after)

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


def is_awaited(level: str | None, teams: Teams | None, side: Side) -> bool:
    """Whether people wait for a person who moves for a side: an opponent, or others on the side.

    ``level`` is that of the computer on the other side; None: people play there.
    """
    return level is None or (teams is not None and len(teams.present(side)) > 1)


def _could_move(member: Member, turn: int) -> bool:
    """Whether a turn of the side could be a member's."""
    return member.since <= turn and (member.left is None or turn < member.left)


def _next(members: tuple[Member, ...], last: int, turn: int) -> int:
    """The index of the first member after the last who could move in a turn."""
    return next((index for index in _after(members, last) if _could_move(members[index], turn)), last)


def _next_now(members: tuple[Member, ...], last: int, turn: int) -> int:
    """The index of the first member after the last who is present, if possible one whose turn has come."""
    present = [index for index in _after(members, last) if members[index].left is None]
    return next((index for index in present if members[index].since <= turn), present[0])


def _after(members: tuple[Member, ...], last: int) -> list[int]:
    """The indexes of all members in the order of their turns; the last one is last."""
    return [(last + step) % len(members) for step in range(1, len(members) + 1)]


def _written(member: Member) -> str:
    since = f"+{member.since}" if member.since else ""
    left = "" if member.left is None else f":{member.left}"
    return f"{member.user_id}{member.seat or ''}{since}{left}"


def _members_from(text: str) -> tuple[Member, ...]:
    return tuple(map(_member_from, text.split()))


def _member_from(word: str) -> Member:
    who, _, left = word.partition(":")
    person, _, since = who.partition("+")
    seat = Seat(person[-1]) if person[-1:] in list(Seat) else None
    user_id = int(person[:-1] if seat else person)
    return Member(user_id, int(left) if left else None, int(since) if since else 0, seat)
