"""The buttons of challenges."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.match.setup import Seats
from bot.texts import texts
from tests.bot.board_checks import updated
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, BEN, CHO, HERE


async def test_a_challenge_pressed_by_the_wrong_person(h: Harness) -> None:
    match = await h.challenge()
    for user, verb, key in (
        (ANA, "accept", "challenge.only-challenged"),
        (BEN, "cancel", "challenge.only-challenger"),
        (CHO, "accept", "challenge.not-yours"),
        (CHO, "decline", "challenge.not-yours"),
        (CHO, "cancel", "challenge.not-yours"),
    ):
        assert await refused(h, user, match, verb) == h.reader(user)(key)


async def test_everybody_sees_two_buttons_and_the_second_declines_or_cancels(h: Harness) -> None:
    for user, reason in ((ANA, "challenge.cancelled"), (BEN, "challenge.declined")):
        match = await h.challenge()
        await h.presses(user, match, "decline")
        assert (await h.now(match)).reason == reason
        await h.settled()


async def test_an_ended_challenge_answers_an_old_button(h: Harness) -> None:
    match = await h.challenge()
    await h.presses(ANA, match, "cancel")
    await h.presses(BEN, match, "accept")
    await h.settled()
    assert [one.text for one in h.discord.of(Method.FOLLOWUP)] == [texts("ko")("match.outdated")]


@pytest.mark.parametrize(
    ("user", "verb", "reason"),
    [
        (BEN, "decline", "challenge.declined"),
        (ANA, "cancel", "challenge.cancelled"),
        (BEN, "accept", None),
    ],
)
async def test_a_challenge_is_answered(h: Harness, user: int, verb: str, reason: str | None) -> None:
    match = await h.challenge()
    answer = await h.presses(user, match, verb)
    updated(h, answer, match)
    after = await h.now(match)
    assert (after.reason, after.begun) == (reason, reason is None)
    if reason is not None:
        assert answer.custom_ids == () and texts("en")(reason) in answer.text


async def test_the_second_to_accept_an_open_challenge_sees_the_match(h: Harness) -> None:
    create = h.services.matches.challenges.create
    match = await h._posted(await create("othello", "6x6", Seats(ANA, None), ANA, HERE), timedelta(0))
    updated(h, await h.presses(BEN, match, "accept"), match)
    assert await refused(h, CHO, match, "accept") == texts("en")("challenge.taken")
    assert (await h.now(match)).second_id == BEN


async def test_an_accepted_challenge_moves_to_a_thread_if_the_server_wants_that(h: Harness) -> None:
    match = await h.challenge()
    await h.services.settings.update(match.guild_id or 0, threads=True)
    await h.presses(BEN, match, "accept")
    after = await h.now(match)
    assert after.home.thread_id == after.home.channel_id == match.home.message_id


async def test_the_limits_of_the_person_who_accepts(h: Harness) -> None:
    match = await h.challenge()
    await h.services.settings.update(match.guild_id or 0, matches=1)
    await h.services.matches.start_against_computer("othello", "6x6", Seats(BEN, None), "3", HERE)
    assert await refused(h, BEN, match, "accept") == texts("ko")("limit.in-guild", n=1)
