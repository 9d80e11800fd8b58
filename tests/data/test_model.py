"""Random changes by random people, each compared with what a plain dictionary makes of it."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from data.database import open_database
from data.errors import Stale
from data.match import Stamp
from data.matches import Match, Offer, Played
from data.settings import GuildSettings
from games.base import Move, Outcome, Side

PEOPLE = (1, 2, 2**62)
users = st.sampled_from(PEOPLE)
sides = st.sampled_from(list(Side))
moves = st.sampled_from(["d3", "c4", "b2-b3", "J*c2", "pass", "한 수"])
outcomes = st.builds(Outcome, st.none() | sides, st.sampled_from(["outcome.more", "outcome.resigned"]))
offers = st.none() | st.builds(Offer, st.sampled_from(["undo", "draw"]), sides, st.integers(0, 5))
wrong_by = st.sampled_from([Stamp(0, 0)] * 4 + [Stamp(1, 0), Stamp(-1, 0), Stamp(0, 1), Stamp(0, -1)])

# What a match is in the dictionary: the fields that changes are about.
FIELDS = (
    "state", "first_id", "second_id", "level", "moves", "takebacks", "version", "shown_version", "offer",
    "winner", "reason", "message_id", "channel_id", "thread_id", "created_at", "updated_at", "ended_at",
    "expires_at",
)  # fmt: skip
OVER = {"offer": None, "expires_at": None, "state": "over"}


class Store(RuleBasedStateMachine):
    """The store beside the dictionary."""

    empty: Path
    numbers = Bundle("numbers")

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        shutil.copyfile(self.empty, Path(self.folder.name) / "daeguk.db")
        self.runner, self.now = asyncio.Runner(), 1000.0
        self.model: dict[int, dict[str, Any]] = {}
        self.guilds: dict[int, GuildSettings] = {}
        self._open()

    def _open(self) -> None:
        address = f"sqlite+aiosqlite:///{self.folder.name}/daeguk.db"
        self.database = self.run(open_database(address, clock=lambda: self.now))
        self.store = self.database.matches

    def teardown(self) -> None:
        if hasattr(self, "database"):
            self.look_at_everything()
            self.run(self.database.close())
            self.runner.close()
            self.folder.cleanup()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def same(self, match: Match) -> None:
        told = {name: getattr(match, name) for name in FIELDS}
        assert told == self.model[match.id]

    def changed(self, number: int, may: bool, change: Coroutine[Any, Any, Match], **values: Any) -> None:
        """``change`` is Stale unless it may be made; then the dictionary has ``values``, and is the same."""
        if not may:
            with pytest.raises(Stale) as stale:
                self.run(change)
            self.same(stale.value.match)
            return
        self.now += 1
        present = self.model[number]
        present.update(version=present["version"] + 1, updated_at=self.now, **values)
        if present["state"] == "over":
            present.update(ended_at=self.now)
        self.same(self.run(change))

    def stamp(self, number: int, wrong: Stamp) -> tuple[Stamp, bool]:
        """A stamp that is wrong by so much, and whether a match of such a stamp can be played."""
        present = self.model[number]
        stamp = Stamp(len(present["moves"]) + wrong.ply, present["takebacks"] + wrong.takebacks)
        return stamp, present["state"] == "playing" and wrong == Stamp(0, 0)

    # --- What may happen -----------------------------------------------------------------------------

    @rule(target=numbers, first=users, second=users, computer=st.booleans(), asks=st.booleans())
    def create(self, first: int, second: int, computer: bool, asks: bool) -> int:
        self.now += 1
        values: dict[str, Any] = {
            "state": "challenge" if asks and not computer else "playing", "first_id": first,
            "second_id": None if computer else second, "level": "3" if computer else None, "channel_id": 9,
            "expires_at": self.now + 9 if asks and not computer else None,
        }  # fmt: skip
        match: Match = self.run(
            self.store.create(game="othello", variant="6x6", challenger_id=first, guild_id=None, **values)
        )
        fresh = {"moves": (), "takebacks": 0, "version": 0, "shown_version": -1}
        moments = {"created_at": self.now, "updated_at": self.now}
        self.model[match.id] = {**dict.fromkeys(FIELDS), **values, **fresh, **moments}
        self.same(match)
        return match.id

    @rule(number=numbers)
    def accept(self, number: int) -> None:
        may = self.model[number]["state"] == "challenge"
        self.changed(number, may, self.store.accept(number), state="playing", expires_at=None)

    @rule(number=numbers, reason=st.sampled_from(["challenge.declined", "challenge.expired"]))
    def end_challenge(self, number: int, reason: str) -> None:
        may = self.model[number]["state"] == "challenge"
        self.changed(number, may, self.store.end_challenge(number, reason), **OVER, reason=reason)

    @rule(
        number=numbers, wrong=wrong_by, user=st.none() | users, text=st.lists(moves, min_size=1, max_size=4),
        outcome=st.none() | st.none() | outcomes,
    )  # fmt: skip
    def append(
        self, number: int, wrong: Stamp, user: int | None, text: list[str], outcome: Outcome | None
    ) -> None:
        stamp, may = self.stamp(number, wrong)
        played = [Played(Move(move), user) for move in text]
        end = {} if outcome is None else {**OVER, "winner": outcome.winner, "reason": outcome.reason}
        after = {"offer": None, "moves": (*self.model[number]["moves"], *text), **end}
        self.changed(number, may, self.store.append(number, stamp, played, outcome=outcome), **after)

    @rule(number=numbers, wrong=wrong_by, back=st.integers(1, 4))
    def take_back(self, number: int, wrong: Stamp, back: int) -> None:
        stamp, may = self.stamp(number, wrong)
        to_ply = max(0, stamp.ply - back)
        if stamp.ply <= 0:
            with pytest.raises(ValueError, match="take back"):
                self.run(self.store.take_back(number, stamp, to_ply))
            return
        present = self.model[number]
        after = {"moves": present["moves"][:to_ply], "takebacks": present["takebacks"] + 1, "offer": None}
        self.changed(number, may, self.store.take_back(number, stamp, to_ply), **after)

    @rule(number=numbers, wrong=wrong_by, seen=st.booleans(), before=offers, offer=offers)
    def set_offer(
        self, number: int, wrong: Stamp, seen: bool, before: Offer | None, offer: Offer | None
    ) -> None:
        stamp, may = self.stamp(number, wrong)
        present = self.model[number]["offer"]
        before = present if seen else before
        change = self.store.set_offer(number, stamp, before, offer)
        self.changed(number, may and before == present, change, offer=offer)

    @rule(number=numbers, wrong=wrong_by, outcome=outcomes)
    def finish(self, number: int, wrong: Stamp, outcome: Outcome) -> None:
        stamp, may = self.stamp(number, wrong)
        after = {**OVER, "winner": outcome.winner, "reason": outcome.reason}
        self.changed(number, may, self.store.finish(number, stamp, outcome), **after)

    @rule(number=numbers, message=st.integers(1, 2**62), thread=st.none() | st.integers(1, 2**62))
    def post(self, number: int, message: int, thread: int | None) -> None:
        present = self.model[number]
        present.update(shown_version=present["version"], message_id=message, channel_id=message + 1)
        present["thread_id"] = present["thread_id"] if thread is None else thread
        self.same(self.run(self.store.posted(number, present["version"], message + 1, message, thread)))

    @rule(versions=st.dictionaries(st.integers(1, 9), st.integers(0, 9)))
    def show(self, versions: dict[int, int]) -> None:
        self.run(self.store.shown(versions))
        for number in versions.keys() & self.model.keys():
            present = self.model[number]
            present["shown_version"] = max(present["shown_version"], versions[number])

    @rule(
        guild=st.sampled_from([7, 2**62]), language=st.sampled_from([None, "ko", "en"]), threads=st.booleans()
    )
    def set_up(self, guild: int, language: str | None, threads: bool) -> None:
        self.guilds[guild] = GuildSettings(guild, language, None, threads)
        assert (
            self.run(self.database.settings.update(guild, language=language, threads=threads))
            == self.guilds[guild]
        )

    @rule()
    def start_again(self) -> None:
        self.look_at_everything()
        self.run(self.database.close())
        self._open()
        self.look_at_everything()

    def look_at_everything(self) -> None:
        for number in self.model:
            self.same(self.run(self.store.get(number)))
        for guild, expected in self.guilds.items():
            assert self.run(self.database.settings.guild(guild)) == expected
        self.look_at_lists()

    def look_at_lists(self) -> None:
        model, store = self.model, self.store
        for found, numbers in (
            (store.challenges(), [n for n, one in model.items() if one["state"] == "challenge"]),
            (
                store.against_computer(),
                [n for n, one in model.items() if one["state"] == "playing" and one["level"]],
            ),
            (store.behind(), [n for n, one in model.items() if one["shown_version"] < one["version"]]),
        ):
            assert [match.id for match in self.run(found)] == numbers
        for match in self.run(store.of_user(PEOPLE[0])):
            assert PEOPLE[0] in (match.first_id, match.second_id)
            assert match.state != "over"
            self.same(match)


def test_the_store_does_what_a_dictionary_would(empty_database: Path):
    Store.empty = empty_database
    run_state_machine_as_test(
        Store,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
