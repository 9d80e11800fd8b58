"""The buttons for a rematch, also against a weaker or a stronger computer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from discord.ui import LayoutView

from bot.messages.reposting import SCROLLED_MESSAGES
from bot.texts import texts
from bot.ui.links import link
from data.model.match import Match, MatchState
from games.base import Outcome, Side
from tests.bot.discord_fakes import CHANNEL, Method, components_of
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN
from tests.bot.ui.shown import components_of as components_in


async def test_a_rematch_changes_sides_and_challenges_the_opponent(h: Harness) -> None:
    over = await h.over()
    answer = await h.presses(ANA, over, "rematch")
    again = await h.store.matches.get(over.id + 1)
    assert (answer.method, answer.ephemeral, answer.mentions) == (Method.RESPOND, False, (BEN,))
    assert (again.state, again.first_id, again.challenger_id) == (MatchState.CHALLENGE, BEN, ANA)
    assert again.rematch_of == over.id and again.home.message_id == answer.message_id


async def test_both_request_a_rematch(h: Harness) -> None:
    """The second request accepts the first."""
    over = await h.over()
    await h.presses(ANA, over, "rematch")
    answer = await h.presses(BEN, over, "rematch")
    await h.settled()
    again = await h.store.matches.get(over.id + 1)
    assert again.state is MatchState.PLAYING
    expected = texts("ko")("rematch.started", id=again.id, link=link(again.home))
    assert answer.ephemeral and answer.text.replace("\\", "") == expected.replace("\\", "")
    assert [one.method for one in h.edits(again)] == [Method.TOKEN_EDIT]


async def test_a_second_press_links_to_the_rematch(h: Harness) -> None:
    over = await h.over()
    await asyncio.gather(*(h.presses(ANA, over, "rematch") for _ in range(2)))
    again = await h.store.matches.get(over.id + 1)
    late = await h.presses(ANA, over, "rematch")
    assert late.ephemeral and link(again.home) in late.text and f"#{again.id}" in late.text
    assert (await h.services.store.queries.of_user(ANA))[0].id == again.id


async def test_a_rematch_with_somebody_who_is_there_keeps_the_message(h: Harness) -> None:
    over = await h.over()
    h.services.activity.acted(BEN)
    answer = await h.presses(ANA, over, "rematch")
    again = await h.store.matches.get(over.id + 1)
    assert (answer.method, answer.message_id, answer.attachments) == (Method.UPDATE, over.home.message_id, 1)
    assert "wins" in answer.text and texts("en")("challenge.declined") not in answer.text
    assert [one.split(":")[1] for one in answer.custom_ids] == ["accept", "decline"]
    assert (again.home.message_id, (await h.now(over)).home.message_id) == (over.home.message_id, None)
    begun = await h.presses(BEN, again, "accept")
    assert (begun.method, begun.message_id) == (Method.UPDATE, over.home.message_id)
    await h.settled()
    assert h.discord.of(Method.RESPOND, Method.SEND) == []
    assert over.id not in {board.match_id for board in await h.store.boards.behind()}


async def test_a_rematch_that_is_declined_leaves_the_finished_board(h: Harness) -> None:
    over = await h.over()
    for person in (ANA, BEN):
        h.services.activity.acted(person)
    await h.presses(ANA, over, "rematch")
    again = await h.store.matches.get(over.id + 1)
    answer = await h.presses(BEN, again, "decline")
    assert "wins" in answer.text and texts("en")("challenge.declined") in answer.text
    assert f"b:rematch:{over.id}:{over.ply}.{over.takebacks}" in answer.custom_ids
    message = replace(h.board(again), components=components_of(over.id))
    answer = await h.presses(BEN, over, "rematch", message=message)
    third = await h.store.matches.get(over.id + 2)
    assert (answer.method, third.home.message_id, third.rematch_of) == (Method.UPDATE, message.id, over.id)
    assert (await h.now(again)).home.message_id is None


async def test_both_request_a_rematch_in_the_same_message(h: Harness) -> None:
    over = await h.over()
    h.services.activity.acted(BEN)
    await h.presses(ANA, over, "rematch")
    answer = await h.presses(BEN, over, "rematch", message=h.board(over))
    again = await h.store.matches.get(over.id + 1)
    assert (answer.method, answer.message_id) == (Method.UPDATE, over.home.message_id)
    assert again.state is MatchState.PLAYING


async def test_a_finished_board_that_has_scrolled_away_is_left(h: Harness) -> None:
    over = await h.over()
    h.services.activity.acted(BEN)
    for _ in range(SCROLLED_MESSAGES):
        h.services.repost_rule.message_seen(CHANNEL, h.discord.new_id())
    assert (await h.presses(ANA, over, "rematch")).method is Method.RESPOND
    assert (await h.now(over)).home.message_id == over.home.message_id


async def lost_to_computer(h: Harness) -> Match:
    match = await h.against_computer()
    lost = Outcome(Side.SECOND, "outcome.resigned")
    over = await h.store.matches.finish(match.id, match.position_id, lost)
    await h.settled()
    return over


async def test_after_two_losses_to_the_computer_an_easier_match_is_one_press_away(h: Harness) -> None:
    first = await lost_to_computer(h)
    assert "easier" not in verbs_of(await composed(h, first))
    second = await lost_to_computer(h)
    assert verbs_of(await composed(h, second))[:2] == ["rematch", "easier"]
    assert "easier" not in verbs_of(await composed(h, first)), "there were no two before"
    await h.presses(ANA, second, "easier")
    again = await h.store.matches.get(second.id + 1)
    assert (again.level, again.rematch_of, again.second_id) == ("2", second.id, ANA)
    late = await h.presses(ANA, second, "harder")
    assert link(again.home) in late.text, "there is a rematch already"


async def test_who_does_not_play_gets_no_easier_match(h: Harness) -> None:
    await lost_to_computer(h)
    over = await lost_to_computer(h)
    answer = await h.presses(BEN, over, "easier")
    assert answer.ephemeral and len(await h.services.store.queries.of_user(BEN)) == 0


async def test_between_people_there_is_no_easier_opponent(h: Harness) -> None:
    over = await h.over()
    assert (await h.presses(ANA, over, "easier")).text == texts("en")("error.unknown-button")


async def composed(h: Harness, match: Match) -> LayoutView:
    match = await h.now(match)
    return (await h.services.composer.message(match, match.home))[0]


def verbs_of(view: LayoutView) -> list[str]:
    return [each["custom_id"].split(":")[1] for each in components_in(view) if "custom_id" in each]


async def test_a_rematch_of_a_match_that_is_not_over_shows_the_board(h: Harness) -> None:
    match = await h.match()
    assert (await h.presses(ANA, match, "rematch")).method is Method.UPDATE
