"""Random changes by random people, each compared with the same change of a dictionary."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from dataclasses import replace
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

from data.errors import Stale
from data.matches.boards import BoardKey
from data.model.board import Board
from data.model.match import Match, MatchState, Offer, OfferKind, Played, PositionId
from data.servers.settings import GuildSettings
from data.store import open_store
from games.base import Move, Outcome, Side
from tests.data.conftest import append, new_match

PEOPLE = (1, 2, 2**62)
users = st.sampled_from(PEOPLE)
sides = st.sampled_from(list(Side))
moves = st.sampled_from(["d3", "c4", "b2-b3", "J*c2", "pass", "한 수"])
outcomes = st.builds(Outcome, st.none() | sides, st.sampled_from(["outcome.more", "outcome.resigned"]))
kinds = st.sampled_from([OfferKind.TAKEBACK, OfferKind.DRAW])
offers = st.none() | st.builds(Offer, kinds, sides, st.integers(0, 5))
wrong_by = st.sampled_from(
    [PositionId(0, 0)] * 4 + [PositionId(1, 0), PositionId(-1, 0), PositionId(0, 1), PositionId(0, -1)]
)

# The fields of a match in the dictionary.
FIELDS = (
    "state",
    "first_id",
    "second_id",
    "level",
    "moves",
    "takebacks",
    "version",
    "offer",
    "offers_made",
    "winner",
    "reason",
    "created_at",
    "updated_at",
    "ended_at",
    "expires_at",
)
BOARD_FIELDS = ("shown_version", "message_id", "channel_id", "thread_id")
OVER = {"offer": None, "expires_at": None, "state": "over"}


class StoreAndDictionary(RuleBasedStateMachine):
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
        address = f"sqlite:///{self.folder.name}/daeguk.db"
        self.store = self.run(open_store(address, clock=lambda: self.now))
        self.matches = self.store.matches

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.compare_everything()
            self.run(self.store.close())
            self.runner.close()
            self.folder.cleanup()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def same(self, match: Match) -> None:
        home = {name: getattr(match.home, name) for name in BOARD_FIELDS}
        stored = {name: getattr(match, name) for name in FIELDS} | home
        assert stored == self.model[match.id]

    def changed(self, number: int, allowed: bool, change: Coroutine[Any, Any, Match], **values: Any) -> None:
        """``change`` raises Stale unless it is allowed; then the match has ``values``."""
        if not allowed:
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

    def position_id(self, number: int, wrong: PositionId) -> tuple[PositionId, bool]:
        """The position id plus ``wrong``, and whether a move from it is allowed."""
        present = self.model[number]
        position_id = PositionId(len(present["moves"]) + wrong.ply, present["takebacks"] + wrong.takebacks)
        return position_id, present["state"] == "playing" and wrong == PositionId(0, 0)

    # --- Changes --------------------------------------------------------------------------------------

    @rule(target=numbers, first=users, second=users, computer=st.booleans(), asks=st.booleans())
    def create(self, first: int, second: int, computer: bool, asks: bool) -> int:
        self.now += 1
        is_challenge = asks and not computer
        values: dict[str, Any] = {
            "state": MatchState.CHALLENGE if is_challenge else MatchState.PLAYING,
            "first_id": first,
            "second_id": None if computer else second,
            "level": "3" if computer else None,
            "channel_id": 9,
            "expires_at": self.now + 9 if is_challenge else None,
        }
        new = new_match(variant="6x6", challenger_id=first, guild_id=None, **values)
        match: Match = self.run(self.matches.create(new))
        initial = {"moves": (), "takebacks": 0, "version": 0, "shown_version": -1, "offers_made": frozenset()}
        moments = {"created_at": self.now, "updated_at": self.now}
        self.model[match.id] = {**dict.fromkeys(FIELDS + BOARD_FIELDS), **values, **initial, **moments}
        self.same(match)
        return match.id

    @rule(number=numbers)
    def accept(self, number: int) -> None:
        allowed = self.model[number]["state"] == "challenge"
        self.changed(number, allowed, self.matches.accept(number), state="playing", expires_at=None)

    @rule(number=numbers, reason=st.sampled_from(["challenge.declined", "challenge.expired"]))
    def end_challenge(self, number: int, reason: str) -> None:
        allowed = self.model[number]["state"] == "challenge"
        self.changed(number, allowed, self.matches.end_challenge(number, reason), **OVER, reason=reason)

    @rule(
        number=numbers,
        wrong=wrong_by,
        user=st.none() | users,
        text=st.lists(moves, min_size=1, max_size=4),
        outcome=st.none() | st.none() | outcomes,
    )
    def append(
        self, number: int, wrong: PositionId, user: int | None, text: list[str], outcome: Outcome | None
    ) -> None:
        position_id, allowed = self.position_id(number, wrong)
        played = [Played(Move(move), user) for move in text]
        end: dict[str, object] = (
            {"offers_made": frozenset()}
            if outcome is None
            else {**OVER, "winner": outcome.winner, "reason": outcome.reason}
        )
        after = {"offer": None, "moves": (*self.model[number]["moves"], *text), **end}
        self.changed(
            number, allowed, append(self.matches, number, position_id, played, outcome=outcome), **after
        )

    @rule(number=numbers, wrong=wrong_by, back=st.integers(1, 4))
    def take_back(self, number: int, wrong: PositionId, back: int) -> None:
        position_id, allowed = self.position_id(number, wrong)
        to_ply = max(0, position_id.ply - back)
        if position_id.ply <= 0:
            with pytest.raises(ValueError, match="take back"):
                self.run(self.matches.take_back(number, position_id, to_ply))
            return
        present = self.model[number]
        after = {"moves": present["moves"][:to_ply], "takebacks": present["takebacks"] + 1}
        after |= {"offer": None, "offers_made": frozenset()}
        self.changed(number, allowed, self.matches.take_back(number, position_id, to_ply), **after)

    @rule(number=numbers, wrong=wrong_by, seen=st.booleans(), before=offers, offer=offers)
    def set_offer(
        self, number: int, wrong: PositionId, seen: bool, before: Offer | None, offer: Offer | None
    ) -> None:
        position_id, allowed = self.position_id(number, wrong)
        present, made_before = self.model[number]["offer"], self.model[number]["offers_made"]
        before = present if seen else before
        made = offer or before
        made_before = made_before | {(made.kind, made.side)} if made else made_before
        change = self.matches.set_offer(number, position_id, before, offer)
        self.changed(number, allowed and before == present, change, offer=offer, offers_made=made_before)

    @rule(number=numbers, wrong=wrong_by, outcome=outcomes)
    def finish(self, number: int, wrong: PositionId, outcome: Outcome) -> None:
        position_id, allowed = self.position_id(number, wrong)
        after = {**OVER, "winner": outcome.winner, "reason": outcome.reason}
        self.changed(number, allowed, self.matches.finish(number, position_id, outcome), **after)

    @rule(number=numbers, message=st.integers(1, 2**62), thread=st.none() | st.integers(1, 2**62))
    def post(self, number: int, message: int, thread: int | None) -> None:
        present = self.model[number]
        present.update(shown_version=present["version"], message_id=message, channel_id=message + 1)
        present["thread_id"] = present["thread_id"] if thread is None else thread
        board = replace(
            self.board(number),
            message_id=message,
            channel_id=message + 1,
            thread_id=present["thread_id"],
        )
        self.same(self.run(self.store.boards.posted(number, board, present["version"])))

    def board(self, number: int) -> Board:
        """The board of a match."""
        match: Match = self.run(self.matches.get(number))
        return match.home

    @rule(versions=st.dictionaries(st.integers(1, 9), st.integers(0, 9)))
    def show(self, versions: dict[int, int]) -> None:
        there = versions.keys() & self.model.keys()
        keys = {number: self.board(number).id if number in there else 99_999 for number in versions}
        shown = {BoardKey(number, keys[number]): version for number, version in versions.items()}
        self.run(self.store.boards.shown(shown))
        for number in there:
            present = self.model[number]
            present["shown_version"] = max(present["shown_version"], versions[number])

    @rule(
        guild=st.sampled_from([7, 2**62]), language=st.sampled_from([None, "ko", "en"]), threads=st.booleans()
    )
    def set_up(self, guild: int, language: str | None, threads: bool) -> None:
        self.guilds[guild] = GuildSettings(guild, language, None, threads)
        assert (
            self.run(self.store.settings.update(guild, language=language, threads=threads))
            == self.guilds[guild]
        )

    @rule()
    def start_again(self) -> None:
        self.compare_everything()
        self.run(self.store.close())
        self._open()
        self.compare_everything()

    def compare_everything(self) -> None:
        for number in self.model:
            self.same(self.run(self.matches.get(number)))
        for guild, expected in self.guilds.items():
            assert self.run(self.store.settings.guild(guild)) == expected
        self.compare_lists()

    async def challenges(self) -> list[int]:
        return [match.id for match in await self.store.queries.challenges()]

    async def behind(self) -> list[int]:
        return [key.match_id for key in await self.store.boards.behind()]

    def compare_lists(self) -> None:
        model, queries = self.model, self.store.queries
        for found, numbers in (
            (self.challenges(), [n for n, one in model.items() if one["state"] == "challenge"]),
            (
                queries.against_computer(),
                [n for n, one in model.items() if one["state"] == "playing" and one["level"]],
            ),
            (self.behind(), [n for n, one in model.items() if one["shown_version"] < one["version"]]),
        ):
            assert self.run(found) == numbers
        for match in self.run(queries.of_user(PEOPLE[0])):
            assert PEOPLE[0] in (match.first_id, match.second_id)
            assert match.state != "over"
            self.same(match)


def test_the_store_changes_as_a_dictionary_does(empty_database: Path) -> None:
    StoreAndDictionary.empty = empty_database
    run_state_machine_as_test(
        StoreAndDictionary,
        settings=settings(
            max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
