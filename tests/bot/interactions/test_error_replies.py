"""Every error becomes one sentence for its reader, and an error of the bot a line of the log."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from discord import app_commands

from ai.base import levels
from bot.exceptions import Outdated, Refusal, UnknownLevel
from bot.interactions.error_replies import explain, sentence
from bot.texts import LANGUAGES, texts
from bot.texts.command_names import MOVED, typed_before, typed_name
from data.errors import (
    DatabaseRefused,
    StoreBusy,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
    UnknownMatch,
)
from games.base import BadNotation, IllegalMove, UnknownGame
from tests.bot.discord_fakes import FakeInteraction, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA
from tests.bot.stories import match_of

every_language = pytest.mark.parametrize("language", LANGUAGES)


def invoked(error: Exception) -> app_commands.CommandInvokeError:
    """An error as it comes out of a command."""
    command: Any = SimpleNamespace(name="play", qualified_name="play")
    return app_commands.CommandInvokeError(command, error)


@every_language
@pytest.mark.parametrize(
    ("error", "key", "arguments"),
    [
        (BadNotation("rule.notation", text="zz"), "rule.notation", {"text": "zz"}),
        (IllegalMove("rule.occupied", move="d4"), "rule.occupied", {"move": "d4"}),
        (Refusal("match.over"), "match.over", {}),
        (Refusal("board.elsewhere", link="x"), "board.elsewhere", {"link": "x"}),
        (Outdated(match_of("othello", "8x8")), "match.outdated", {}),
        (UnknownMatch(4), "error.unknown-match", {}),
        (StoreBusy("x"), "error.store-busy", {}),
        (StoreFull("x"), "error.store-full", {}),
        (StoreReadOnly("x"), "error.store-read-only", {}),
        (StoreFailed("x"), "error.store-failed", {}),
        (app_commands.MissingPermissions(["manage_guild"]), "error.missing-permissions", {}),
        (app_commands.CommandNotFound("x", []), "error.commands-changed", {}),
    ],
)
def test_errors_and_their_sentences(
    error: Exception, key: str, arguments: dict[str, str], language: str
) -> None:
    reader = texts(language)
    assert sentence(error, reader) == reader(key, **arguments)
    assert sentence(invoked(error), reader) == reader(key, **arguments)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "`/tournament drop` has moved: it is in `/tournament show` now."),
        ("ko", "`/대회 빠지기` 명령어가 옮겨졌습니다. 이제 `/대회 보기`에 있습니다."),
    ],
)
def test_a_command_that_has_moved_says_where_it_is(language: str, text: str) -> None:
    error = app_commands.CommandNotFound("drop", ["tournament"])
    assert sentence(error, texts(language)) == text


@every_language
def test_every_moved_command_is_gone_and_names_one_that_exists(language: str) -> None:
    reader = texts(language)
    for old, new in MOVED.items():
        assert not reader.has(f"command.{old.replace(' ', '.')}.name"), old
        assert typed_before(old, reader) and typed_name(new, reader)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "There is no level x. Choose one of these: level 1, level 2, "),
        ("ko", "“x”: 없는 단계입니다. 1단계, 2단계, "),
    ],
)
def test_levels_are_called_by_their_names(language: str, text: str) -> None:
    read = sentence(
        UnknownLevel("twelve_janggi", "x", levels("twelve_janggi"), range(600, 1612)), texts(language)
    )
    assert read.startswith(text)
    assert texts(language).plain("level.twelve_janggi.material-3") in read
    assert "material-3" not in read


@every_language
def test_games_are_called_by_their_names(language: str) -> None:
    error = UnknownGame("rule.unknown-variant", game="hare_and_hounds", variant="9x9")
    assert texts(language).plain("game.hare_and_hounds") in sentence(error, texts(language))


@pytest.mark.parametrize("kind", [StoreFull, StoreFailed])
def test_refusals_are_not_logged_but_a_store_that_fails_is(kind: type[StoreError]) -> None:
    reader = texts("en")
    with structlog.testing.capture_logs() as logs:
        sentence(Refusal("match.over"), reader)
        sentence(IllegalMove("rule.occupied", move="d4"), reader)
        sentence(UnknownMatch(4), reader)
    assert logs == []
    with structlog.testing.capture_logs() as logs:
        text = sentence(kind("trouble on /dev/x"), reader)
    assert [(line["log_level"], line["error"]) for line in logs] == [("warning", "trouble on /dev/x")]
    assert "/dev/x" not in text


@every_language
@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("secret of ours"),
        invoked(ZeroDivisionError("secret of ours")),
        DatabaseRefused("secret of ours"),
        StoreError("secret of ours"),
    ],
)
def test_the_unexpected_gets_a_reference_that_is_in_the_log(error: Exception, language: str) -> None:
    with structlog.testing.capture_logs() as logs:
        text = sentence(error, texts(language))
    found = re.search(r"`([0-9a-f]{6})`", text)
    assert found is not None
    assert "secret" not in text
    assert len(logs) == 1
    assert logs[0]["reference"] == found[1]
    assert logs[0]["log_level"] == "error"
    assert "secret of ours" in str(logs[0]["exc_info"])


def test_references_differ() -> None:
    text = {sentence(RuntimeError(), texts("en")) for _ in range(20)}
    assert len(text) == 20


def test_a_sentence_cannot_mention() -> None:
    text = sentence(BadNotation("rule.notation", text="@everyone <@1>"), texts("en"))
    assert "@everyone" not in text
    assert "<@1>" not in text


def asking(h: Harness, locale: str = "ko") -> FakeInteraction:
    """A command of a person whose Discord has this language."""
    interaction = h.interaction(ANA, type=discord.InteractionType.application_command)
    interaction.locale = discord.Locale(locale)
    return interaction


@pytest.mark.parametrize(("done", "way"), [(False, Method.RESPOND), (True, Method.FOLLOWUP)])
async def test_the_answer_is_ephemeral_and_in_the_readers_language(
    h: Harness, done: bool, way: Method
) -> None:
    interaction = asking(h)
    if done:
        await interaction.response.defer()
    await explain(interaction.typed(), Refusal("match.over"))
    (said,) = h.discord.of(way)
    assert (said.text, said.ephemeral) == (texts("ko")("match.over"), True)


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("ko", "ko"), ("fr", "en")])
async def test_the_language_is_the_readers(h: Harness, locale: str, language: str) -> None:
    await explain(asking(h, locale).typed(), Refusal("match.over"))
    assert [one.text for one in h.discord.of(Method.RESPOND)] == [texts(language)("match.over")]


@pytest.mark.parametrize("code", [10008, 10015, 10062, 40060])
async def test_an_answer_that_comes_too_late_is_one_line_of_the_log(h: Harness, code: int) -> None:
    with structlog.testing.capture_logs() as logs:
        await explain(asking(h).typed(), invoked(fault(404, code)))
    assert [(line["event"], line["log_level"]) for line in logs] == [("answered too late", "warning")]
    assert "exc_info" not in logs[0] and h.discord.requests == []


async def test_discords_own_faults_are_logged_and_go_no_further(h: Harness) -> None:
    h.discord.fail(Method.RESPOND, fault(404, 10062))
    with structlog.testing.capture_logs() as logs:
        await explain(asking(h).typed(), Refusal("match.over"))
    assert [line["event"] for line in logs] == ["could not explain an error"]
