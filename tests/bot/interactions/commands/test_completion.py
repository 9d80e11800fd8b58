"""Completions never raise: whatever is wrong, there is no choice, and at most one line in the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import structlog
from sqlalchemy import text

from bot.interactions.commands.find_match import complete_match, complete_seen_match
from bot.interactions.commands.moderate import complete_moderated_match
from bot.interactions.commands.move import NO_MOVE, complete_move
from bot.interactions.commands.variants import complete_variant
from data.errors import StoreBusy
from data.matches.queries import MatchQueries
from tests.bot.discord_fakes import GUILD, FakeInteraction, FakeMember
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO

Complete = Callable[..., Awaitable[Sequence[Any]]]
COMPLETIONS: tuple[Complete, ...] = (complete_match, complete_seen_match, complete_move)
TYPED: dict[Complete, str] = {complete_move: "c"}
"""What is typed where nothing is completed before that."""
every_completion = pytest.mark.parametrize("complete", COMPLETIONS)


def typing(h: Harness, user: int, match_id: object = None) -> FakeInteraction:
    """An interaction of a person who types an option, after this number of a match."""
    typed_before = SimpleNamespace(match=match_id)
    return h.interaction(user, type=discord.InteractionType.autocomplete, namespace=typed_before)


@every_completion
async def test_there_are_choices(h: Harness, complete: Complete) -> None:
    await h.match()
    assert await complete(typing(h, ANA), TYPED.get(complete, ""))


@pytest.mark.parametrize(
    ("game", "typed", "name"),
    [
        ("gomoku", "free", "Freestyle 15×15 — five or more win, nothing is forbidden"),
        ("othello", "10", "10×10"),
        ("twelve_janggi", "", "classic"),
    ],
)
async def test_variants_are_completed_with_the_rules_that_their_names_do_not_say(
    h: Harness, game: str, typed: str, name: str
) -> None:
    namespace, complete = SimpleNamespace(game=game), cast(Complete, complete_variant)
    choices = await complete(
        h.interaction(ANA, type=discord.InteractionType.autocomplete, namespace=namespace), typed
    )
    assert choices[0].name == name


@every_completion
@pytest.mark.parametrize("number", [None, 4, -1, 2**62])
async def test_of_no_match_nothing_is_completed_and_nothing_logged(
    h: Harness, complete: Complete, number: int | None
) -> None:
    with structlog.testing.capture_logs() as logs:
        assert await complete(typing(h, CHO, number), "d") == []
    assert logs == []


@every_completion
@pytest.mark.parametrize("is_named", [True, False])
async def test_of_a_match_that_cannot_be_read_nothing_is_completed_and_nothing_logged(
    h: Harness, complete: Complete, is_named: bool
) -> None:
    """The reader logs it, once."""
    match = await h.match()
    damage = text(f"UPDATE matches SET variant = 'x' WHERE id = {match.id}")
    await h.store.database.write(lambda connection: connection.execute(damage))
    with structlog.testing.capture_logs() as logs:
        assert await complete(typing(h, ANA, match.id if is_named else None), TYPED.get(complete, "")) == []
    assert logs == []


@every_completion
@pytest.mark.parametrize(
    ("error", "level"), [(StoreBusy("held by a test"), "warning"), (RuntimeError("a bug"), "error")]
)
async def test_what_fails_is_one_line_of_the_log(
    h: Harness, monkeypatch: pytest.MonkeyPatch, complete: Complete, error: Exception, level: str
) -> None:
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(MatchQueries, "of_user", fail)
    with structlog.testing.capture_logs() as logs:
        assert await complete(typing(h, ANA), TYPED.get(complete, "")) == []
    assert [line["log_level"] for line in logs] == [level]


async def test_a_match_is_chosen_by_the_opponent_the_day_and_how_far_it_is(h: Harness) -> None:
    match, complete = await h.match("go", "19x19-korean"), cast(Complete, complete_match)
    day = datetime.fromtimestamp(match.updated_at, UTC).date().isoformat()
    (of_ana,) = await complete(typing(h, ANA), f"person {BEN}")
    assert of_ana.name == f"Person {BEN} · Go 19×19 · {day} · move 0 · #{match.id}"
    (of_ben,) = await complete(typing(h, BEN), f"person {ANA}")
    assert of_ben.name == f"Person {ANA} · 바둑 19×19 · {day} · 0수 · #{match.id}"
    assert of_ana.value == of_ben.value == match.id


async def test_somebody_without_a_name_is_left_out_and_the_computer_has_its_level(h: Harness) -> None:
    complete: Complete = complete_match
    person, computer = await h.match(), await h.against_computer()
    del h.client.servers[GUILD].members[BEN]
    names = {choice.value: choice.name for choice in await complete(typing(h, ANA), "")}
    assert names[person.id].startswith("Othello 6×6 · ")
    assert names[computer.id].startswith("Computer (lv. 3/8) · Othello 6×6 · ")


async def test_a_match_of_others_in_the_channel_names_both(h: Harness) -> None:
    await h.match()
    complete: Complete = complete_seen_match
    (choice,) = await complete(typing(h, CHO), "")
    assert choice.name.startswith(f"Person {ANA} – Person {BEN} · Othello 6×6 · ")


async def test_moderators_choose_matches_by_the_names_of_players(h: Harness) -> None:
    match = await h.match()
    h.client.servers[GUILD].members |= {person: FakeMember(person) for person in (ANA, BEN)}
    complete: Complete = complete_moderated_match
    (choice,) = await complete(typing(h, CHO), "")
    assert choice.name.startswith(f"Person {ANA} – Person {BEN} · ")
    assert choice.name.endswith(f" · #{match.id}") and choice.value == match.id


async def test_before_anything_is_typed_a_choice_that_is_no_move_says_what_to_type(h: Harness) -> None:
    match = await h.match()
    complete: Complete = complete_move
    (choice,) = await complete(typing(h, ANA), "")
    assert choice.value == NO_MOVE and f"#{match.id}" in choice.name
    assert not await complete(typing(h, BEN), ""), "it is not their turn"


async def test_a_move_that_is_typed_in_full_comes_before_longer_ones(h: Harness) -> None:
    """As d1 before d10, which is nearer to the last move: Enter takes the first choice."""
    await h.match("go", "13x13-korean", moves=("d11", "e11"))
    complete: Complete = complete_move
    choices = await complete(typing(h, ANA), "d1")
    assert {choice.value for choice in choices} == {"d1", "d10", "d12", "d13"}
    assert choices[0].value == "d1"
