"""What a press on a list of matches does, and whom it refuses."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from bot.interactions.match_list import show_matches
from bot.match.setup import Seats
from bot.texts import texts
from bot.ui.match_list import PAGE
from data.model.match import MatchState, PauseReason, Place
from tests.bot.discord_fakes import (
    BOT,
    CHANNEL,
    DM_OFFSET,
    GUILD,
    Method,
    Request,
)
from tests.bot.harness import Harness
from tests.bot.interactions.panel_presses import direct, pressed
from tests.bot.service import ANA, BEN, CHO, HERE


async def listed(h: Harness, user: int = ANA) -> Request:
    interaction = h.interaction(user)
    await show_matches(interaction.typed())
    assert interaction.response.answered is not None
    return interaction.response.answered


def bringing(answer: Request) -> set[str]:
    return {one for one in answer.custom_ids if one.startswith("p:bring")}


# --- A person's matches --------------------------------------------------------------------------------


async def test_a_list_has_pages(h: Harness) -> None:
    matches = [await h.against_computer() for _ in range(PAGE + 1)]
    first = await listed(h)
    last = await pressed(h, "p:list:1")
    beyond = await pressed(h, "p:list:7")
    assert (first.method, first.ephemeral) == (Method.RESPOND, True)
    assert [f"#{match.id}]" in first.text for match in matches].count(True) == PAGE
    assert (last.method, beyond.text) == (Method.UPDATE, last.text)
    assert [f"#{match.id}]" in last.text for match in matches].count(True) == 1


async def test_the_list_of_finished_matches(h: Harness) -> None:
    over = [await h.over() for _ in range(PAGE + 1)]
    challenge = await h.challenge()
    await h.services.matches.challenges.decline(challenge.id, BEN)
    first = await listed(h)
    assert [f"p:review:{one.id}" in first.custom_ids for one in over] == [False] + [True] * PAGE
    unfinished = await pressed(h, "p:list-state:0.on..")
    assert "No matches" in unfinished.text
    beyond = await pressed(h, "p:list:9.over..")
    assert f"p:review:{over[0].id}" in beyond.custom_ids and f"p:review:{over[1].id}" not in beyond.custom_ids
    assert f"#{challenge.id}]" not in first.text + beyond.text
    review = await pressed(h, f"p:review:{over[0].id}")
    assert review.method is Method.UPDATE and " 0%" in review.text


async def test_a_list_by_opponent_and_game(h: Harness) -> None:
    alone, two = await h.against_computer(), await h.match()
    for argument, values, numbers in (
        ("p:list-opponent:0.on..", (str(BEN),), {two.id}),
        ("p:list-opponent:0.on..", (str(BOT),), {alone.id}),
        ("p:list-opponent:0.on..", (str(CHO),), set()),
        (f"p:list-opponent:0.on..{BEN}", (), {alone.id, two.id}),
        ("p:list-game:0.on..", ("othello",), {alone.id, two.id}),
        (f"p:list-game:0.on..{BEN}", ("go",), set()),
        (f"p:list-game:0.on.go.{BEN}", ("all",), {two.id}),
        ("p:list-game:0.on..", ("chess",), {alone.id, two.id}),
    ):
        answer = await pressed(h, argument, *values)
        shown = {one.id for one in (alone, two) if f"#{one.id}" in answer.text}
        assert shown == numbers, (argument, values)


async def test_a_list_has_open_challenges(h: Harness) -> None:
    create = h.services.matches.challenges.create
    match = await create("othello", "6x6", Seats(ANA, None), ANA, HERE)
    answer = await listed(h)
    assert "anyone" in answer.text and f"p:cancel:{match.id}" in answer.custom_ids


@pytest.mark.parametrize("alone", [False, True])
async def test_a_list_says_which_match_cannot_be_read(h: Harness, alone: bool) -> None:
    match = await h.match()
    other = None if alone else await h.match()
    damage = text(f"UPDATE matches SET variant = 'x' WHERE id = {match.id}")
    await h.store.database.write(lambda connection: connection.execute(damage))
    answer = await listed(h)
    assert texts("en")("error.unreadable-match", id=match.id) in answer.text
    assert other is None or f"#{other.id}]" in answer.text
    over = await pressed(h, "p:list-state:0.over..")
    assert f"#{match.id}" not in over.text


async def test_a_list_offers_to_bring_what_can_be_brought(h: Harness) -> None:
    alone, two, lost = await h.against_computer(), await h.match(), await h.suspend(await h.match())
    elsewhere = direct(h)
    await show_matches(elsewhere.typed())
    assert elsewhere.response.answered is not None
    brings = {f"p:bring:{one.id}" for one in (alone, lost)}
    assert brings == bringing(elsewhere.response.answered), f"not #{two.id}: both see it where it is"
    assert bringing(await listed(h)) == {f"p:bring:{lost.id}"}


async def test_a_match_is_brought_with_one_press(h: Harness) -> None:
    match = await h.against_computer()
    answer = await pressed(h, f"p:bring:{match.id}", by=direct(h))
    after = await h.now(match)
    assert (answer.method, answer.ephemeral, answer.mentions) == (Method.RESPOND, False, ())
    assert (after.guild_id, after.home.channel_id, after.home.message_id) == (
        None,
        DM_OFFSET + ANA,
        answer.message_id,
    )


async def test_what_is_pressed_in_vain_is_explained_in_the_readers_language(h: Harness) -> None:
    match, challenge = await h.match(), await h.challenge()
    for custom_id, user, key in (
        (f"p:bring:{match.id}", CHO, "match.not-seated"),
        (f"p:bring:{challenge.id}", ANA, "match.not-begun"),
        (f"p:bring:{challenge.id}", BEN, "match.not-begun"),
        ("p:bring:99", ANA, "error.unknown-match"),
        ("p:bring", BEN, "error.unknown-match"),
        (f"p:cancel:{challenge.id}", CHO, "challenge.not-yours"),
        (f"p:cancel:{challenge.id}", BEN, "challenge.only-challenger"),
        (f"p:cancel:{match.id}", ANA, "match.outdated"),
        ("p:list:0", CHO, "matches.none"),
        ("p:sell", ANA, "error.unknown-button"),
    ):
        answer = await pressed(h, custom_id, by=direct(h, user))
        assert (answer.text, answer.ephemeral) == (h.reader(user)(key), True), custom_id
    assert (await h.now(match), await h.now(challenge)) == (match, challenge)


@pytest.mark.parametrize("alone", [True, False])
async def test_a_challenge_whose_message_is_gone_is_cancelled_in_the_list(h: Harness, alone: bool) -> None:
    challenge = await h.challenge()
    other = None if alone else await h.against_computer()
    answer = await pressed(h, f"p:cancel:{challenge.id}")
    after = await h.now(challenge)
    assert (after.state, after.reason) == (MatchState.OVER, "challenge.cancelled")
    assert answer.method is Method.UPDATE
    if other is None:
        assert answer.text == texts("en")("matches.none")
    else:
        assert f"#{other.id}]" in answer.text and f"#{challenge.id}]" not in answer.text


async def test_a_suspended_match_is_brought_from_the_list(h: Harness) -> None:
    match = await h.suspend(await h.match(place=Place(GUILD, CHANNEL + 1, "en")))
    await pressed(h, f"p:bring:{match.id}")
    assert (await h.now(match)).paused is not PauseReason.SUSPENDED
