"""The last interaction of each person in each match."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.interactions.commands.find_match import find_match
from bot.messages import interaction_tokens
from bot.messages.interaction_tokens import PersonTokens
from tests.bot.discord_fakes import FakeInteraction
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN


def webhook_of(token: Any) -> object:
    """What a token answers with: in these tests a fake."""
    webhook: object = token.webhook
    return webhook


def kept(tokens: PersonTokens, interaction: FakeInteraction, match_id: int = 1) -> FakeInteraction:
    tokens.keep(interaction.typed(), match_id)
    return interaction


async def test_each_person_has_a_token_in_each_match(h: Harness) -> None:
    tokens = PersonTokens()
    ana, ben, other = (
        kept(tokens, h.interaction(user), match_id) for user, match_id in ((ANA, 1), (BEN, 1), (ANA, 2))
    )
    for match_id, one in ((1, ana), (1, ben), (2, other)):
        token = tokens.of(match_id, one.user.id)
        assert token is not None
        assert webhook_of(token) is one.followup
        assert token.person_id == one.user.id
    assert tokens.of(2, BEN) is None
    newest = kept(tokens, h.interaction(ANA))
    token = tokens.of(1, ANA)
    assert token is not None
    assert webhook_of(token) is newest.followup
    assert token.reader("learn.yes") == "Yes"


async def test_a_spent_token_is_none(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = PersonTokens()
    kept(tokens, h.interaction(ANA))
    token = tokens.of(1, ANA)
    assert token is not None and 0 < token.seconds_left <= interaction_tokens.TOKEN_SECONDS
    monkeypatch.setattr(interaction_tokens, "TOKEN_SECONDS", 0.0)
    assert tokens.of(1, ANA) is None


async def test_the_oldest_tokens_are_forgotten(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interaction_tokens, "_MAX_TOKENS", 2)
    tokens = PersonTokens()
    for match_id in (1, 2, 3):
        kept(tokens, h.interaction(ANA), match_id)
    assert [tokens.of(match_id, ANA) is None for match_id in (1, 2, 3)] == [True, False, False]


async def test_presses_and_commands_are_kept(h: Harness) -> None:
    match, tokens = await h.match(), h.services.person_tokens
    await h.presses(BEN, match, "move", "b3")  # refused
    assert tokens.of(match.id, BEN) is not None
    command = h.interaction(ANA, type=discord.InteractionType.application_command)
    assert (await find_match(command.typed(), None)).id == match.id
    token = tokens.of(match.id, ANA)
    assert token is not None
    assert webhook_of(token) is command.followup


async def test_the_completion_of_a_command_sends_nothing_later(h: Harness) -> None:
    match = await h.match()
    typing = h.interaction(ANA, type=discord.InteractionType.autocomplete)
    await find_match(typing.typed(), match.id)
    assert h.services.person_tokens.of(match.id, ANA) is None
