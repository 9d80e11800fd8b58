"""What is stored of people: the language of their Discord, and what they set for themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from sqlalchemy import Connection, bindparam, select

from data.engine.database import Database
from data.engine.upserts import insert_or_update
from data.tables.people import people


@dataclass(frozen=True, slots=True)
class Person:
    """A person who has used the bot; the defaults are those of a new person."""

    user_id: int
    locale: str | None = None
    """Discord's locale as last seen; None if it was not seen yet."""
    notifications: bool = True
    """Whether they want to be notified of their turns."""
    language: str | None = None
    """The language of what only they read; None for that of their Discord."""
    theme: str | None = None
    """The theme of pictures that only they see; None for the server's."""
    pieces: str | None = None
    """How Twelve Janggi's tiles look in those pictures; None for the usual look in their language."""
    confirm: bool = False
    """Whether a tap for a move asks before it plays."""
    coordinates: bool = True
    """Whether pictures that only they see name columns and rows."""
    clocks: str | None = None
    """What they see of a running clock where only they do: "countdown" or "time"; None for the usual."""
    suggestions: bool | None = None
    """Whether boards of matches against the computer suggest points; None: in their first matches."""
    thinking: str | None = None
    """Whether the computer thinks as long as a person: "natural" or "instant"; None: as on the server."""
    world: bool = False
    """Whether they want to be on the leaderboard of all servers, with their name."""
    text_board: bool = False
    """Whether boards that only they see have a board in letters."""

    @property
    def reads(self) -> str | None:
        """The language of what only they read, or a locale; None if neither is known."""
        return self.language or self.locale


class PersonChanges(TypedDict, total=False):
    """The fields of `Person` that can change."""

    notifications: bool
    language: str | None
    theme: str | None
    pieces: str | None
    confirm: bool
    coordinates: bool
    clocks: str | None
    suggestions: bool | None
    thinking: str | None
    world: bool
    text_board: bool


_SELECT = select(people).where(people.c.user_id == bindparam("user"))


class PeopleStore:
    """People by their id in Discord."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Person:
        """The person with this id; the defaults if nothing is stored."""
        return await self._database.read(lambda connection: _load(connection, user_id))

    async def seen(self, locales: Mapping[int, str]) -> None:
        """Store the locales of some people, by id."""

        def work(connection: Connection) -> None:
            for user_id, locale in sorted(locales.items()):
                _set(connection, user_id, {"locale": locale})

        await self._database.write(work)

    async def update(self, user_id: int, **changes: Unpack[PersonChanges]) -> Person:
        """Change what a person has set; returns them as they are then."""
        values: dict[str, Any] = {**changes}
        if "notifications" in values:
            values["pings"] = values.pop("notifications")

        def work(connection: Connection) -> None:
            _set(connection, user_id, values)

        await self._database.write(work)
        return await self.get(user_id)


def _load(connection: Connection, user_id: int) -> Person:
    row = connection.execute(_SELECT, {"user": user_id}).one_or_none()
    if row is None:
        return Person(user_id)
    return Person(
        user_id,
        locale=row.locale,
        notifications=row.pings,
        language=row.language,
        theme=row.theme,
        pieces=row.pieces,
        confirm=row.confirm,
        coordinates=row.coordinates,
        clocks=row.clocks,
        suggestions=row.suggestions,
        thinking=row.thinking,
        world=row.world,
        text_board=row.text_board,
    )


def _set(connection: Connection, user_id: int, values: Mapping[str, str | bool | None]) -> None:
    row = {"user_id": user_id, "locale": None, "pings": True, **values}
    insert_or_update(connection, people, row, values)
