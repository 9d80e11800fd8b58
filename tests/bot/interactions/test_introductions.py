"""What the buttons of an introduction start, and how a command answers with one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.features import FEATURES
from bot.interactions.introductions import easy_variant, introduce
from bot.messages import interaction_responses
from bot.texts import texts
from bot.ui.links import link
from bot.ui.panel import Panel
from bot.ui.welcome import EASY_LEVEL
from data.model.match import MatchState
from games import GAMES
from tests.bot.discord_fakes import DM_OFFSET, FakeChannel, FakeInteraction, Method, Request
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until


async def pressed(h: Harness, argument: str = "", *values: str, by: FakeInteraction | None = None) -> Request:
    """The answer to a press on an introduction, by Ana if nobody else."""
    interaction = by or h.interaction(ANA)
    await FEATURES.handle_panel(interaction.typed(), Panel("play", argument, values))
    assert interaction.response.answered is not None
    return interaction.response.answered


def direct(h: Harness) -> FakeInteraction:
    return h.interaction(ANA, channel=FakeChannel(h.discord, DM_OFFSET + ANA), guild_id=None)


@pytest.mark.parametrize("slug", GAMES)
async def test_one_tap_starts_an_easy_match(h: Harness, slug: str) -> None:
    answer = await pressed(h, f"{slug.replace('_', '-')}-{EASY_LEVEL}")
    (match,) = await h.store.queries.of_user(ANA)
    assert (answer.method, answer.ephemeral, answer.message_id) == (
        Method.RESPOND,
        False,
        match.home.message_id,
    )
    assert (match.game, match.variant, match.level) == (slug, easy_variant(slug), EASY_LEVEL)
    assert match.first_id == ANA, "a newcomer moves at once"
    assert match.clock is None


def test_newcomers_play_on_the_smallest_usual_board() -> None:
    assert (easy_variant("go"), easy_variant("gomoku")) == ("9x9-korean", "freestyle-15")
    assert all(easy_variant(slug) in game.variants for slug, game in GAMES.items())


async def test_a_double_tap_starts_one_match(h: Harness) -> None:
    first, second = h.interaction(ANA), h.interaction(ANA)
    await asyncio.gather(*(pressed(h, "othello-2", by=one) for one in (first, second)))
    assert len(await h.store.queries.of_user(ANA)) == 1
    assert second.response.answered is not None and second.response.answered.method is Method.DEFER


async def test_a_match_that_waits_is_not_begun_twice(h: Harness) -> None:
    await pressed(h, "othello-2")
    (match,) = await h.store.queries.of_user(ANA)
    answer = await pressed(h, "othello-2")
    assert answer.ephemeral and link(match.home) in answer.text
    await pressed(h, "", "othello-4")
    await pressed(h, "go-2")
    assert len(await h.store.queries.of_user(ANA)) == 3
    await h.services.matches.play(match.id, None, ANA, "d3")
    await until(lambda: h.player.thinking)
    h.player.answer()
    while (await h.now(match)).ply < 2:  # noqa: ASYNC110  the computer's move has no event here
        await asyncio.sleep(0.001)
    await pressed(h, "othello-2")
    assert len(await h.store.queries.of_user(ANA)) == 4


async def test_the_menu_challenges_anyone(h: Harness) -> None:
    answer = await pressed(h, "", "othello-person")
    (match,) = await h.store.queries.of_user(ANA)
    assert match.is_open and match.state == MatchState.CHALLENGE and match.clock is not None
    assert (
        not answer.ephemeral and texts("en")("challenge.expires", when="").split("{")[0][:10] in answer.text
    )


async def test_a_person_who_is_chosen_in_the_menu_is_challenged(h: Harness) -> None:
    menu = await pressed(h, "", "friend")
    assert menu.ephemeral and menu.custom_ids == ("p:play:friend",)
    people = {"users": {str(BEN): {"id": str(BEN)}}, "members": {str(BEN): {}}}
    choosing = h.interaction(ANA, message=h.ephemeral())
    choosing.data = {"resolved": people}
    games = await pressed(h, "friend", str(BEN), by=choosing)
    assert f"p:play:friend.{BEN}.go" in games.custom_ids
    answer = await pressed(h, f"friend.{BEN}.go")
    (match,) = await h.store.queries.of_user(ANA)
    assert not answer.ephemeral and match.state == MatchState.CHALLENGE
    assert {match.first_id, match.second_id} == {ANA, BEN} and match.variant == "9x9-korean"


async def test_nobody_can_choose_to_play_themselves(h: Harness) -> None:
    choosing = h.interaction(ANA, message=h.ephemeral())
    choosing.data = {"resolved": {"users": {str(ANA): {}}, "members": {str(ANA): {}}}}
    answer = await pressed(h, "friend", str(ANA), by=choosing)
    assert answer.text == texts("en")("play.yourself")


async def test_a_larger_board_of_go_is_two_taps_away(h: Harness) -> None:
    await pressed(h, "", "go.19x19-2")
    (match,) = await h.store.queries.of_user(ANA)
    assert match.variant == "19x19-korean" and match.level is not None


async def test_nobody_else_is_in_direct_messages(h: Harness) -> None:
    answer = await pressed(h, "", "othello-person", by=direct(h))
    assert answer.text == texts("en")("play.person-in-dm")
    assert (await pressed(h, "othello-2", by=direct(h))).method is Method.RESPOND
    assert len(await h.store.queries.of_user(ANA)) == 1


@pytest.mark.parametrize("argument", ["", "chess-2", "othello-8", "othello"])
async def test_what_starts_nothing(h: Harness, argument: str) -> None:
    answer = await pressed(h, argument)
    assert answer.ephemeral and answer.text == texts("en")("error.unknown-button")
    assert await h.store.queries.of_user(ANA) == []


# --- Commands ------------------------------------------------------------------------------------------


async def answered(h: Harness, slug: str | None, by: FakeInteraction | None = None) -> Request:
    interaction = by or h.interaction(ANA)
    await introduce(interaction.typed(), slug)
    assert interaction.response.answered is not None
    return interaction.response.answered


async def test_help_is_the_welcome_with_sections(h: Harness) -> None:
    answer = await answered(h, None)
    assert (answer.ephemeral, answer.attachments) == (True, 0)
    assert texts("en")("welcome.title") in answer.text
    assert {"p:play:go-2", "p:help:settings"} <= {*answer.custom_ids}


@pytest.mark.parametrize("slug", GAMES)
async def test_help_with_a_game(h: Harness, slug: str) -> None:
    answer = await answered(h, slug)
    assert (answer.ephemeral, answer.attachments) == (True, 1)
    assert texts("en")(f"help.{slug}") in answer.text and "Elo" in answer.text


async def test_a_picture_that_takes_long_is_announced(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 0.001)
    render = h.services.composer.render

    async def slow(*arguments: Any) -> Any:
        await asyncio.sleep(0.05)
        return await render(*arguments)

    monkeypatch.setattr(type(h.services.composer), "render", lambda _, *arguments: slow(*arguments))
    interaction = h.interaction(ANA)
    answer = await answered(h, "othello", interaction)
    assert (answer.method, answer.ephemeral, answer.thinking) == (Method.DEFER, True, True)
    (edit,) = h.discord.of(Method.EDIT_RESPONSE)
    assert texts("en")("help.othello") in edit.text
    assert edit.attachments == 1


@pytest.mark.parametrize(
    ("argument", "custom_id"), [("learning", "p:help"), ("", "p:help:games"), ("game.go", "p:help:games")]
)
async def test_help_opens_its_sections_in_place(h: Harness, argument: str, custom_id: str) -> None:
    interaction = h.interaction(ANA, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), Panel("help", argument))
    answer = interaction.response.answered
    assert answer is not None and answer.method is Method.UPDATE and custom_id in answer.custom_ids


async def test_a_section_that_does_not_exist_is_refused(h: Harness) -> None:
    interaction = h.interaction(ANA, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), Panel("help", "chess"))
    answer = interaction.response.answered
    assert answer is not None and answer.text == texts("en")("error.unknown-button")
