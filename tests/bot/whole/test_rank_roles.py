"""Roles by rating through the real client: set in a panel, given, taken, and what is refused."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, update

from bot.messages.rank_roles import RankRoles
from data.tables.ratings import ratings
from games.base import Move
from sandbox.browser.form_values import ROLE_SELECT
from sandbox.testing.message import SeenMessage
from sandbox.world.permissions import MEMBER, Permission

from .test_rated_matches import MOVES
from .test_rematch import resigned
from .world import WITHIN, World

LOW, HIGH, MASTER = "Bronze", "Gold", "Master"


class Ranks:
    """A server with roles, and two of its members with ratings."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.guild = w.guild_of(w.games)
        places = w.sandbox.places
        places.change_bot_role(self.guild, int(MEMBER | Permission.MANAGE_ROLES), 10)
        self.roles = {name: places.add_role(self.guild, name, 2 + at) for at, name in enumerate((LOW, HIGH))}
        self.roles[MASTER] = places.add_role(self.guild, MASTER, 20)
        w.client.services.part(RankRoles).loop.seconds = 0.02

    async def panel(self, *choices: tuple[str, str]) -> SeenMessage:
        """The panel after choices in its menus, each the custom_id and the option."""
        alice = self.w.alice
        settings = await alice.resolved(await alice.command(self.w.games, "settings"))
        shown = await alice.resolved(await alice.click(settings, label="Roles by rating"))
        for custom_id, choice in choices:
            shown = await alice.resolved(await alice.choose(shown, choice, custom_id=f"p:ranks:{custom_id}"))
        return shown

    async def use(self, game: str = "best") -> SeenMessage:
        low, high = self.roles[LOW], self.roles[HIGH]
        return await self.panel(
            ("game", game), ("band", "0"), ("role.0", low), ("band", "1600"), ("role.1600", high)
        )

    async def rate(self, user_id: str, rating: float, deviation: float = 60.0) -> None:
        row = ratings.c.user_id == int(user_id)
        values = {"rating": rating, "deviation": deviation, "rated_at": time.time()}

        def work(connection: Connection) -> None:
            connection.execute(update(ratings).where(row).values(values))

        await self.w.store.database.write(work)

    def held(self, user_id: str) -> set[str]:
        names = {role_id: name for name, role_id in self.roles.items()}
        found = self.w.sandbox.places.roles_of(self.guild, user_id)
        return {names[one] for one in found if one in names}

    async def until(self, **held: str) -> None:
        people = {"alice": self.w.alice.id, "bob": self.w.bob.id}
        wanted = {people[name]: {role} - {""} for name, role in held.items()}
        deadline = time.monotonic() + WITHIN
        while any(self.held(one) != roles for one, roles in wanted.items()):
            assert time.monotonic() < deadline, {one: self.held(one) for one in wanted}
            await asyncio.sleep(0.01)


@pytest.fixture
async def ranks(w: World) -> AsyncIterator[Ranks]:
    match = await w.match_of_two(rated=True)
    await resigned(w, w.bob, await w.append(match, tuple(map(Move, MOVES))))
    made = Ranks(w)
    await w.client.services.part(RankRoles).close()
    w.client.services.part(RankRoles).start()
    yield made


async def test_roles_follow_ratings_and_settings(ranks: Ranks) -> None:
    w = ranks.w
    await ranks.rate(w.alice.id, 1700.0)
    await ranks.rate(w.bob.id, 1500.0)
    panel = await ranks.use()
    assert f"**1600 and above** <@&{ranks.roles[HIGH]}>" in panel.text and "⚠️" not in panel.text
    await ranks.until(alice=HIGH, bob=LOW)
    await ranks.rate(w.alice.id, 1500.0)
    await ranks.rate(w.bob.id, 1650.0, 200.0)  # provisional
    await ranks.until(alice=LOW, bob="")
    await w.restart()
    w.client.services.part(RankRoles).loop.seconds = 0.02
    await w.store.rank_roles.set_game(int(ranks.guild), "go")
    await w.client.services.part(RankRoles).close()
    w.client.services.part(RankRoles).start()
    await ranks.until(alice="", bob="")
    deadline = time.monotonic() + WITHIN
    while await w.store.rank_roles.members(int(ranks.guild)):
        assert time.monotonic() < deadline


async def test_who_erases_their_data_loses_the_role(ranks: Ranks) -> None:
    await ranks.rate(ranks.w.alice.id, 1700.0)
    await ranks.use("othello")
    await ranks.until(alice=HIGH)
    await ranks.w.store.personal_data.erase_settings(int(ranks.w.alice.id))
    await ranks.until(alice="")
    deadline = time.monotonic() + WITHIN
    while await ranks.w.store.rank_roles.of_person(int(ranks.w.alice.id)):
        assert time.monotonic() < deadline, "the role is remembered"


async def test_only_roles_below_the_bots_own_can_be_chosen(ranks: Ranks) -> None:
    w, places = ranks.w, ranks.w.sandbox.places
    risky = places.add_role(ranks.guild, "Moderator", 3, int(Permission.MANAGE_MESSAGES))
    panel = await ranks.panel(("band", "1600"))
    (menu,) = [one for one in panel.selects if "role" in one.custom_id]
    assert menu.type == ROLE_SELECT

    async def refused(role: str) -> str:
        return (await w.alice.resolved(await w.alice.choose(panel, role, custom_id=menu.custom_id))).text

    assert "permissions over other members" in await refused(risky)
    assert "isn't below my own" in await refused(ranks.roles[MASTER])
    assert "Nobody can give" in await refused(ranks.guild)
    assert (await w.store.rank_roles.settings(int(ranks.guild))).roles == {}
    await ranks.rate(w.alice.id, 1700.0)
    places.change_bot_role(ranks.guild, MEMBER, 10)
    assert "Manage Roles" in (await ranks.use()).text
    places.change_bot_role(ranks.guild, int(MEMBER | Permission.MANAGE_ROLES), 2)
    assert "isn't below my own" in (await ranks.panel()).text
    assert ranks.held(w.alice.id) == set()
    places.change_bot_role(ranks.guild, int(MEMBER | Permission.MANAGE_ROLES), 10)
    await ranks.until(alice=HIGH)


async def test_any_role_of_a_large_server_can_be_chosen_and_taken_out(ranks: Ranks) -> None:
    """Discord's own menu has them all; one of the bot's has 25 options."""
    places = ranks.w.sandbox.places
    many = [places.add_role(ranks.guild, f"Club {number}", 2) for number in range(40)]
    panel = await ranks.panel(("band", "0"), ("role.0", many[0]))
    assert f"**Any rating** <@&{many[0]}>" in panel.text
    panel = await ranks.w.alice.resolved(await ranks.w.alice.choose(panel, custom_id="p:ranks:role.0"))
    assert "**Any rating**" not in panel.text
