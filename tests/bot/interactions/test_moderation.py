"""What moderators do by panels and forms, and what nobody else can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import ButtonStyle
from discord.ui import Button

from bot.features import FEATURES
from bot.interactions import moderated_people, moderators
from bot.interactions.bans import check_may_use
from bot.interactions.display_names import display_names
from bot.interactions.moderated_matches import show_moderated_match
from bot.interactions.moderated_people import show_bans
from bot.match.setup import Seats
from bot.match.tournament_moderation import TournamentModeration
from bot.match.tournaments import Tournaments
from bot.messages import interaction_responses
from bot.messages.member_names import MemberNames
from bot.messages.removals import Removals
from bot.messages.tournament_messages import TournamentMessages
from bot.texts import Raw, Texts, texts
from bot.tournaments.kinds import format_of
from bot.ui.buttons import TOURNAMENT_OF
from bot.ui.moderation_form import (
    CONFIRM,
    DURATION,
    FORFEIT,
    GO_ON,
    MATCHES,
    REASON,
    Question,
    ban_form,
    confirm_form,
)
from bot.ui.moderation_panel import MODERATE, confirm_view, decision, moderated_match_view
from bot.ui.panel import Panel
from bot.ui.tournament import DROP, JOIN, LEAVE, MANAGE, MINE, STAY, TOURNAMENT, state_line
from data.errors import UnknownMatch
from data.model.match import ABORTED, Match, MatchState, Place
from data.model.match_rating import MatchRating
from data.model.reasons import VOIDED
from data.model.tournament import REMOVED, Kind, NewTournament, Result, Tournament, TournamentState
from data.servers.bans import Ban
from games.base import Move, Outcome, Side
from tests.boards import post
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeGuild, FakeMember, FakeTextChannel, Method, snowflake
from tests.bot.discord_fakes import Request as Answer
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, refusal, until
from tests.bot.stories import match_of
from tests.bot.ui.shown import payload_of

LOG = 71
DAN, EVE = 104, 105
MODERATORS = (
    discord.Permissions(moderate_members=True),
    discord.Permissions(manage_guild=True),
)
MEMBER = discord.Permissions(send_messages=True, manage_messages=True, manage_events=True)


NEW_TOURNAMENT = NewTournament(
    guild_id=GUILD,
    channel_id=CHANNEL,
    locale="en-US",
    creator_id=ANA,
    kind=Kind.ROUND_ROBIN,
    game="othello",
    variant="6x6",
    control="1-day",
    rounds=None,
    level=None,
    rated=False,
)


async def press(h: Harness, panel: Panel, user: int = CHO, **fields: Any) -> Answer:
    """The answer to a press on a panel of Cho's."""
    interaction = h.interaction(user, message=h.ephemeral(), **fields)
    await FEATURES.handle_panel(interaction.typed(), panel)
    assert interaction.response.answered is not None
    return interaction.response.answered


async def confirm(
    h: Harness,
    argument: str,
    reason: str = "",
    duration: str = "",
    matches: str = "",
    user: int = CHO,
    **fields: Any,
) -> Answer:
    """The answer to a form that Cho, or somebody else, submits."""
    values: list[dict[str, Any]] = [{"component": {"custom_id": REASON, "value": reason}}]
    if duration:
        values.append({"component": {"custom_id": DURATION, "values": [duration]}})
    if matches:
        values.append({"component": {"custom_id": MATCHES, "values": [matches]}})
    data = {"components": values}
    return await press(h, Panel(CONFIRM, argument), user, data=data, **fields)


def said(h: Harness, answer: Answer, key: str) -> bool:
    return answer.text == h.reader(CHO)(key)


@pytest.fixture
async def logged(h: Harness) -> Harness:
    """The server has a log channel."""
    h.client.servers[GUILD].channels[LOG] = FakeTextChannel(h.discord, LOG)
    await h.services.settings.update(GUILD, log_channel=LOG)
    return h


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """What moderators are shown to confirm."""
    shown: list[Question] = []

    def form(question: Question, reader: Texts) -> discord.ui.Modal:
        shown.append(question)
        return confirm_form(question, reader)

    monkeypatch.setattr(moderators, "confirm_form", form)
    return shown


@pytest.fixture
def ban_questions(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """What moderators are shown before they ban somebody."""
    shown: list[Question] = []

    def form(question: Question, reader: Texts) -> discord.ui.Modal:
        shown.append(question)
        return ban_form(question, reader)

    monkeypatch.setattr(moderated_people, "ban_form", form)
    return shown


async def line(h: Harness) -> str:
    """The one line in the log channel."""
    await until(lambda: h.services.moderation_log.is_idle)
    (sent,) = (request for request in h.discord.of(Method.SEND) if request.channel_id == LOG)
    return sent.text


async def told_in(h: Harness, cup: Tournament) -> list[Answer]:
    """The lines in the channel of a tournament."""
    await until(lambda: h.services.part(TournamentMessages)._tasks.is_idle)
    return [
        request
        for request in h.discord.of(Method.SEND)
        if request.channel_id == cup.channel_id and request.text.startswith("Tournament #")
    ]


async def tournament(h: Harness, *people: int) -> Tournament:
    """A tournament whose first round has begun."""
    cup = await h.services.part(Tournaments).create(NEW_TOURNAMENT)
    for person in people:
        await h.services.part(Tournaments).join(cup.id, person)
    return await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).start(cup.id))


# --- All that a moderator can do -----------------------------------------------------------------------


async def test_all_that_a_moderator_can_do_is_in_one_panel(h: Harness) -> None:
    nothing = await press(h, Panel(MODERATE, "home"))
    assert nothing.custom_ids == ("p:moderate:person", "p:moderate:bans", "p:set:page.moderation")
    assert h.reader(CHO)("moderate.no-matches") in nothing.text
    match, cup = await h.match(), await tournament(h, ANA, BEN, CHO)
    await h.store.bans.add(Ban(GUILD, EVE, None, "spam", CHO, 1.0), 9)
    shown = await press(h, Panel(MODERATE, "home"))
    assert shown.custom_ids[:3] == ("p:moderate:match", "p:moderate:tournament", "p:moderate:person")
    chosen = await press(h, Panel(MODERATE, "match", (str(match.id),)))
    assert f"p:moderate:void.{match.id}" in chosen.custom_ids
    managed = await press(h, Panel(MODERATE, "tournament", (str(cup.id),)))
    assert f"p:moderate:call-off.{cup.id}" in managed.custom_ids
    bans = await press(h, Panel(MODERATE, "bans"))
    assert f"<@{EVE}>" in bans.text and "p:moderate:home" in bans.custom_ids


async def test_moderators_read_who_begins_the_most_matches(h: Harness, ban_questions: list[Question]) -> None:
    await h.match()
    await h.challenge()
    reader = h.reader(CHO)
    people = Raw(f"<@{ANA}> (2)")
    home = await press(h, Panel(MODERATE, "home"))
    assert reader("moderate.most-active", people=people) in home.text
    await choose(h, ANA)
    assert reader("moderate.sure.ban-activity", playing=1, begun=2) in ban_questions[0].text


async def test_moderators_read_where_their_acts_are_logged(logged: Harness) -> None:
    h, panel = logged, Panel(MODERATE, "home")
    assert f"<#{LOG}>" in (await press(h, panel)).text
    await h.services.settings.update(GUILD, log_channel=None)
    assert h.reader(CHO)("moderate.unlogged") in (await press(h, panel)).text
    shown = await press(h, panel, permissions=MODERATORS[0])
    assert h.reader(CHO)("moderate.unlogged-ask") in shown.text
    assert "p:set:page.moderation" not in shown.custom_ids, "only a manager can change settings"


async def test_moderators_read_that_the_log_channel_is_gone(logged: Harness) -> None:
    h, panel = logged, Panel(MODERATE, "home")
    del h.client.servers[GUILD].channels[LOG]
    shown, reader = (await press(h, panel)).text, h.reader(CHO)
    assert reader("settings.log_channel.gone") in shown and reader("moderate.log-lost") in shown
    assert f"<#{LOG}>" not in shown
    shown = (await press(h, panel, permissions=MODERATORS[0])).text
    assert reader("moderate.log-lost-ask") in shown


# --- Matches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("permissions", MODERATORS)
async def test_a_moderator_sees_what_can_be_done_to_a_match(
    h: Harness, permissions: discord.Permissions
) -> None:
    match = await h.match()
    interaction = h.interaction(CHO, permissions=permissions)
    await show_moderated_match(interaction.typed(), match.id)
    answer = interaction.response.answered
    assert answer is not None and answer.ephemeral and answer.mentions == ()
    numbered = tuple(
        f"p:moderate:{action}.{match.id}{side}"
        for action, side in (("decide", ".1"), ("decide", ".2"), ("void", ""))
    )
    assert answer.custom_ids == (*numbered, "p:moderate:home", f"p:moderate:delete.{match.id}")


async def test_a_decision_names_the_winner_and_says_what_changes(
    logged: Harness, questions: list[Question]
) -> None:
    h = logged
    match = await h.match(moves=("b3", "b2"))
    winner = match.members(Side.SECOND)[0]
    interaction = h.interaction(CHO)
    await show_moderated_match(interaction.typed(), match.id)
    answer = interaction.response.answered
    assert answer is not None
    assert f"White wins: Person {winner}" in answer.labels
    await press(h, Panel(MODERATE, f"decide.{match.id}.2"))
    await press(h, Panel(MODERATE, f"void.{match.id}"))
    decided, ended = (question.text for question in questions)
    assert f"In play, 2 moves → **White wins: <@{winner}>**" in decided
    assert "In play, 2 moves → **no result**" in ended


@pytest.mark.parametrize(("level", "is_rival"), [("3", False), (None, True)])
def test_a_decision_names_computers_and_no_hidden_players(level: str | None, is_rival: bool) -> None:
    match = match_of("othello", "6x6", first_id=ANA, second_id=None if level else BEN, level=level)
    viewer = Side.FIRST if is_rival else None
    said = decision(match, Side.SECOND, viewer, texts("en"), {BEN: "Ben"})
    assert said == ("White wins" if is_rival else "White wins: Computer (level 3)")


async def test_the_panel_says_who_plays_which_side(h: Harness) -> None:
    match = await h.match()
    interaction = h.interaction(CHO)
    await show_moderated_match(interaction.typed(), match.id)
    answer = interaction.response.answered
    assert answer is not None
    assert f"Black: <@{match.people[0]}>\nWhite: <@{match.people[1]}>" in answer.text


@pytest.mark.parametrize(
    "argument", ["home", "person", "void.1", "decide.1.1", "delete.1", "bans.0", "lift", "ban.5"]
)
@pytest.mark.parametrize("verb", [MODERATE, CONFIRM])
async def test_nobody_else_can_do_anything(h: Harness, argument: str, verb: str) -> None:
    match = await h.match()
    answer = await press(h, Panel(verb, argument), ANA, permissions=MEMBER)
    assert answer.text == h.reader(ANA)("moderate.no-permission")
    assert await h.now(match) == match
    assert await h.store.bans.in_guild(GUILD) == []


async def test_a_match_ends_without_a_result_once_that_is_confirmed(logged: Harness) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    form = await press(h, Panel(MODERATE, f"void.{match.id}"))
    assert (form.method, form.custom_ids) == (Method.MODAL, (f"p:{CONFIRM}:void.{match.id}.playing",))
    assert (await h.now(match)).state == MatchState.PLAYING
    answer = await confirm(h, f"void.{match.id}", "insults *everywhere*")
    over = await h.now(match)
    assert (over.state, over.winner, over.reason) == (MatchState.OVER, None, VOIDED)
    assert answer.method is Method.UPDATE
    assert answer.custom_ids == ("p:moderate:home", f"p:moderate:delete.{match.id}")
    text = await line(h)
    assert f"<@{CHO}>" in text and f"#{match.id} without a result" in text
    assert r"Reason: insults \*everywhere\*" in text and "\n" not in text
    await h.settled()
    assert h.edits(match), "the board shows it"


@pytest.mark.parametrize(("side", "winner"), [("1", 1), ("2", 2)])
async def test_a_moderator_decides_who_wins(logged: Harness, side: str, winner: int) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    await confirm(h, f"decide.{match.id}.{side}")
    over = await h.now(match)
    assert (over.winner, over.reason) == (winner, "outcome.adjudicated")
    assert ("Black wins" if winner == 1 else "White wins") in await line(h)
    answer = await confirm(h, f"decide.{match.id}.{side}")
    assert said(h, answer, "match.over")


@pytest.mark.parametrize(("choice", "winner"), [("2", Side.SECOND), ("draw", None)])
async def test_the_result_of_a_casual_match_is_corrected(
    logged: Harness, choice: str, winner: Side | None
) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    over = await h.services.matches.resign(match.id, None, match.user_of(Side.SECOND) or 0)
    shown = await press(h, Panel(MODERATE, "match", (str(match.id),)))
    offered = [custom_id for custom_id in shown.custom_ids if "correct-match" in custom_id]
    assert offered == [f"p:moderate:correct-match.{match.id}.{result}" for result in (2, "draw")]
    await confirm(h, f"correct-match.{match.id}.{choice}")
    after = await h.now(match)
    assert (after.winner, after.reason) == (winner, "outcome.adjudicated")
    assert after.moves == over.moves and after.ended_at == over.ended_at
    text = await line(h)
    assert "corrected the result of" in text and ("White wins" if winner else "Draw") in text


async def test_a_match_in_play_is_not_corrected(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    assert said(h, await confirm(h, f"correct-match.{match.id}.draw"), "moderate.match-not-corrected")


async def test_a_deleted_match_is_gone_and_its_board_too(logged: Harness) -> None:
    h, match = logged, await logged.match(moves=("b3",))
    await confirm(h, f"delete.{match.id}")
    with pytest.raises(UnknownMatch):
        await h.store.matches.get(match.id)
    await until(lambda: h.services.part(Removals).is_idle)
    assert match.home.message_id in h.discord.deleted
    assert "deleted" in await line(h)
    assert await h.store.queries.of_user(ANA) == []
    await h.settled()
    assert h.edits(match) == []


async def test_a_match_of_another_server_is_none_of_theirs(h: Harness) -> None:
    match = await h.match(place=Place(GUILD + 1, CHANNEL + 1, "en"))
    for argument in (f"void.{match.id}", f"delete.{match.id}", f"decide.{match.id}.1"):
        assert said(h, await confirm(h, argument), "moderate.not-here")
    assert await h.now(match) == match


async def test_a_match_that_does_not_exist_is_none_of_the_server(h: Harness) -> None:
    match = await h.match()
    await confirm(h, f"delete.{match.id}")
    for verb in (MODERATE, CONFIRM):  # a panel or a form that is still open
        answer = await press(h, Panel(verb, f"void.{match.id}"))
        assert answer.text == h.reader(CHO)("moderate.no-match", id=match.id)


async def test_a_challenge_can_be_canceled(logged: Harness) -> None:
    challenge = await logged.challenge()
    await confirm(logged, f"void.{challenge.id}")
    assert (await logged.now(challenge)).reason == "challenge.cancelled"
    assert "canceled the challenge" in await line(logged)


# --- Several moderators, and those who play ------------------------------------------------------------


@pytest.mark.parametrize("argument", ["void.1.playing", "correct-match.1.2.first-won", "delete.1.playing"])
async def test_what_another_moderator_has_changed_meanwhile_is_not_done(
    logged: Harness, argument: str
) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    await confirm(h, "decide.1.2.playing")
    decided = await h.now(match)
    answer = await confirm(h, argument)
    assert h.reader(CHO)("moderate.changed") in answer.text, "the card shows the match as it is"
    assert "p:moderate:correct-match.1.1" in answer.custom_ids
    assert await h.now(match) == decided
    assert "decided" in await line(h), "one line: what was not done is not logged"


async def test_a_void_match_is_voided_once(logged: Harness) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    await h.services.matches.resign(match.id, None, match.people[0])
    for _ in range(2):
        answer = await confirm(h, "void.1.second-won")
    assert h.reader(CHO)("moderate.changed") in answer.text
    assert "declared" in await line(h)


async def test_moderators_who_play_are_told_and_the_log_says_so(
    logged: Harness, questions: list[Question]
) -> None:
    h = logged
    await h.match(moves=("b3", "b2"))
    for person in (CHO, ANA):
        await press(h, Panel(MODERATE, "decide.1.1"), person)
    own = h.reader(ANA)("moderate.own-match")
    assert [own in question.text for question in questions] == [False, True]
    await confirm(h, "decide.1.1.playing", user=ANA)
    assert texts("en")("log.match.own") in await line(h)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"tournament_id": 3}, "moderate.fixed-tournament"),
        ({"rated": MatchRating.read("1540~90>1552~85 1600~80>1588~76")}, ""),
        ({}, ""),
    ],
)
def test_a_result_that_is_not_replaced_says_why(changes: dict[str, Any], key: str) -> None:
    match = match_of("othello", "6x6", first_id=ANA, second_id=BEN, moves=(Move("b3"), Move("b2")))
    over = replace(match, state=MatchState.OVER, outcome=Outcome(Side.FIRST, "outcome.resigned"), **changes)
    shown = str(payload_of(moderated_match_view(over, None, {}, texts("en"))))
    assert (texts("en")("moderate.fixed-tournament") in shown) is bool(key)
    assert ("p:moderate:show.3.0" in shown) is ("tournament_id" in changes)


async def test_an_entrant_of_another_number_is_not_removed(logged: Harness) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN, CHO)
    await h.services.part(Tournaments).drop(cup.id, ANA)  # before the start, the numbers change
    for argument in (
        f"remove.{cup.id}.2.{BEN}",
        f"replace.{cup.id}.2.{DAN}.{BEN}",
        f"remove.{cup.id}.3.{CHO}",
    ):
        assert said(h, await confirm(h, argument), "moderate.changed-tournament")
    after = await h.services.part(Tournaments).get(cup.id)
    assert [entrant.user_id for entrant in after.entrants] == [BEN, CHO]


async def test_a_result_that_was_corrected_meanwhile_is_not_corrected_again(logged: Harness) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    match = await over(h, cup)
    pairing = next(each for each in cup.pairings if each.match_id == match.id)
    place = f"result.{cup.id}.{pairing.round}.{pairing.board}"
    before = pairing_of(await h.services.part(Tournaments).get(cup.id), match)
    await confirm(h, f"{place}.draw.{before}")
    answer = await confirm(h, f"{place}.nobody.{before}")
    assert said(h, answer, "moderate.changed-tournament")
    assert pairing_of(await h.services.part(Tournaments).get(cup.id), match) == Result.DRAW.value


def pairing_of(cup: Tournament, match: Match) -> str:
    """The result that a match has in its tournament."""
    return next(each.result.value for each in cup.pairings if each.match_id == match.id and each.result)


# --- People --------------------------------------------------------------------------------------------


async def choose(h: Harness, person: int, **resolved: Any) -> Answer:
    """The answer once Cho has chosen somebody in the menu of who is banned."""
    data = {"resolved": resolved}
    return await press(h, Panel(MODERATE, "person", (str(person),)), data=data)


@pytest.mark.parametrize("permissions", MODERATORS)
async def test_moderators_and_bots_are_not_banned(h: Harness, permissions: discord.Permissions) -> None:
    member = {"permissions": str(permissions.value)}
    assert said(h, await choose(h, BEN, members={str(BEN): member}), "moderate.ban-moderator")
    assert said(h, await choose(h, BEN, users={str(BEN): {"bot": True}}), "moderate.ban-bot")
    assert said(h, await choose(h, CHO), "moderate.ban-self")


async def test_a_person_is_banned_by_a_form(logged: Harness) -> None:
    h = logged
    form = await choose(h, BEN, users={str(BEN): {"global_name": "Ben"}})
    assert form.custom_ids == (f"p:{CONFIRM}:ban.{BEN}",) and "Ben" in form.text
    answer = await confirm(h, f"ban.{BEN}", " floods\nthe channel ", "hour")
    (ban,) = await h.store.bans.in_guild(GUILD)
    assert (ban.user_id, ban.by_id, ban.reason) == (BEN, CHO, "floods the channel")
    assert ban.until is not None and ban.until - ban.banned_at == pytest.approx(3600)
    assert f"<@{BEN}>" in answer.text
    assert f"banned <@{BEN}> from the bot until <t:" in await line(h)


async def test_a_ban_that_is_there_is_said_and_can_be_undone_at_once(
    logged: Harness, ban_questions: list[Question]
) -> None:
    h = logged
    await h.store.bans.add(Ban(GUILD, BEN, None, "insults", ANA, 1.0), 9)
    await choose(h, BEN, users={str(BEN): {"global_name": "Ben"}})
    reader = h.reader(CHO)
    now = {"until": reader("moderate.for-ever"), "moderator": Raw(f"<@{ANA}>")}
    assert reader("moderate.sure.ban-replaces", **now, reason="insults") in ban_questions[0].text
    answer = await confirm(h, f"ban.{BEN}", "spam", "hour")
    assert reader("moderate.banned-replaces", **now, reason="insults") in answer.text
    assert "insults" in answer.text
    assert "instead of the ban for ever" in await line(h)
    assert answer.custom_ids == (f"p:moderate:lift.{BEN}", "p:moderate:home")
    question = await press(h, Panel(MODERATE, f"lift.{BEN}"))
    assert question.custom_ids == (f"p:{CONFIRM}:lift.{BEN}",)


@pytest.mark.parametrize("person", [ANA, BEN], ids=["challenger", "challenged"])
async def test_challenges_of_who_is_banned_end(h: Harness, person: int) -> None:
    match = await h.challenge()
    await confirm(h, f"ban.{person}", "spam", "day")
    assert (await h.now(match)).state == MatchState.OVER


@pytest.mark.parametrize(("matches", "is_over"), [(FORFEIT, True), (GO_ON, False), ("", False)])
async def test_matches_of_who_is_banned_go_on_or_are_lost(h: Harness, matches: str, is_over: bool) -> None:
    match = await h.match()
    answer = await confirm(h, f"ban.{ANA}", "spam", "day", matches)
    after = await h.now(match)
    assert (after.state == MatchState.OVER) is is_over
    assert ("lost their matches" in answer.text or "패배" in answer.text) is is_over
    if is_over:
        assert after.winner is not None and after.user_of(after.winner) == BEN


@pytest.mark.parametrize(("duration", "reason"), [("", "spam"), ("hour", "  "), ("century", "spam")])
async def test_a_ban_needs_a_time_and_a_reason(h: Harness, duration: str, reason: str) -> None:
    assert said(h, await confirm(h, f"ban.{BEN}", reason, duration), "moderate.reason-missing")
    assert await h.store.bans.in_guild(GUILD) == []


async def test_bans_are_listed_and_lifted(logged: Harness) -> None:
    h = logged
    await h.store.bans.add(Ban(GUILD, BEN, None, "spam", CHO, 1.0), 9)
    interaction = h.interaction(CHO)
    await show_bans(interaction.typed())
    shown = interaction.response.answered
    assert shown is not None and f"<@{BEN}>" in shown.text
    assert shown.custom_ids == ("p:moderate:lift", "p:moderate:home")
    form = await press(h, Panel(MODERATE, "lift", (str(BEN),)))
    assert form.custom_ids == (f"p:{CONFIRM}:lift.{BEN}",)
    answer = await confirm(h, f"lift.{BEN}")
    assert said(h, answer, "moderate.no-bans") and await h.store.bans.in_guild(GUILD) == []
    assert "lifted the ban" in await line(h)
    assert said(h, await confirm(h, f"lift.{BEN}"), "moderate.not-banned")


async def may_use(h: Harness, guild_id: int | None, user: int) -> str:
    """The text key with which somebody is kept out; empty for those who are not."""
    try:
        client: Any = h.client
        await check_may_use(client, guild_id, user)
    except Exception as error:
        return str(getattr(error, "key", error))
    return ""


async def test_who_is_banned_cannot_use_the_bot_in_that_server(h: Harness) -> None:
    await h.store.bans.add(Ban(GUILD, BEN, None, "spam", CHO, 1.0), 9)
    await h.store.bans.add(Ban(GUILD, ANA, 2e10, "spam", CHO, 1.0), 9)
    assert [await may_use(h, GUILD, person) for person in (ANA, BEN, CHO)] == [
        "ban.until",
        "ban.for-ever",
        "",
    ]
    assert [await may_use(h, guild, BEN) for guild in (GUILD + 1, None)] == ["", ""]
    challenge = h.services.matches.challenges.create
    here = Place(GUILD, CHANNEL, "en")
    assert await refusal(challenge("othello", "6x6", Seats(CHO, BEN), CHO, here)) == "challenge.banned"


# --- Tournaments ---------------------------------------------------------------------------------------


async def test_an_entrant_is_removed(logged: Harness) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    form = await press(h, Panel(MODERATE, f"remove.{cup.id}", ("2",)))
    assert form.custom_ids == (f"p:{CONFIRM}:remove.{cup.id}.2.{BEN}",)
    answer = await confirm(h, f"remove.{cup.id}.2")
    assert h.reader(CHO)("moderate.done.remove", person=Raw(f"<@{BEN}>")) in answer.text
    after = await h.services.part(Tournaments).get(cup.id)
    assert [entrant.dropped for entrant in after.entrants] == [False, True, False]
    assert f"removed <@{BEN}>" in await line(h)
    assert said(h, await confirm(h, f"remove.{cup.id}.2"), "moderate.changed-tournament")


async def test_who_leaves_a_running_tournament_is_asked_and_told_and_logged_and_can_be_put_back(
    logged: Harness,
) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    reader, title = h.reader(BEN), h.reader(BEN)("tournament.number", id=cup.id)
    question = await press(h, Panel(TOURNAMENT, f"{DROP}.{cup.id}"), BEN)
    assert question.custom_ids == (f"p:tournament:leave.{cup.id}", f"p:tournament:stay.{cup.id}")
    assert reader("tournament.leave.sure", title=title) in question.text
    stayed = await press(h, Panel(TOURNAMENT, f"{STAY}.{cup.id}"), BEN)
    assert stayed.text == reader("tournament.leave.stayed", title=title)
    assert await h.services.part(Tournaments).get(cup.id) == cup
    left = await press(h, Panel(TOURNAMENT, f"{LEAVE}.{cup.id}"), BEN)
    assert reader("tournament.leave.done", title=title) in left.text
    assert f"<@{BEN}> · left Tournament #{cup.id}" in await line(h)
    shown = await press(h, Panel(MODERATE, f"show.{cup.id}.0"))
    assert f"p:moderate:put-back.{cup.id}" in shown.custom_ids
    form = await press(h, Panel(MODERATE, f"put-back.{cup.id}", ("2",)))
    assert form.custom_ids == (f"p:{CONFIRM}:put-back.{cup.id}.2.{BEN}",)
    await confirm(h, f"put-back.{cup.id}.2")
    after = await h.services.part(Tournaments).get(cup.id)
    assert [entrant.dropped for entrant in after.entrants] == [False] * 3


async def test_the_panel_waits_for_no_name_of_who_has_joined_by_a_press(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    simul = await h.services.part(Tournaments).create(replace(NEW_TOURNAMENT, kind=Kind.SIMUL))
    for person in (BEN, CHO):
        await press(h, Panel(TOURNAMENT, f"{JOIN}.{simul.id}"), person)
    asked_about: list[int] = []

    async def fetched(_: object, user_id: int) -> None:
        asked_about.append(user_id)

    monkeypatch.setattr(FakeGuild, "fetch_member", fetched)
    panel = await press(h, Panel(TOURNAMENT, f"{MANAGE}.{simul.id}"), ANA)
    assert f"p:moderate:edit.{simul.id}" in panel.custom_ids and asked_about == []


async def test_a_ladder_is_shown_after_many_newer_simuls(h: Harness) -> None:
    acts = h.services.part(Tournaments)
    ladder = await acts.create(replace(NEW_TOURNAMENT, kind=Kind.LADDER, control="1-day"))
    for _ in range(25):
        simul = await acts.create(replace(NEW_TOURNAMENT, kind=Kind.SIMUL))
        await acts.cancel(simul.id)
    assert f"#{ladder.id}" in (await press(h, Panel(TOURNAMENT_OF, str(ladder.id)))).text
    elsewhere = await acts.create(replace(NEW_TOURNAMENT, guild_id=GUILD + 1))
    answer = await press(h, Panel(TOURNAMENT_OF, str(elsewhere.id)))
    assert answer.text == h.reader(CHO)("tournament.unknown", id=elsewhere.id)


async def test_who_waits_for_the_names_in_a_pairing_is_answered_in_time(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await tournament(h, ANA, BEN, CHO)
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 0.001)

    async def slow(*_: object) -> dict[int, str]:
        await until(lambda: h.discord.of(Method.DEFER))
        return {ANA: "Ana"}

    monkeypatch.setattr(MemberNames, "of", slow)
    place = f"{cup.pairings[0].round}.{cup.pairings[0].board}"
    assert (await press(h, Panel(MODERATE, f"pairing.{cup.id}", (place,)))).method is Method.DEFER


async def test_a_giver_who_leaves_before_the_start_is_asked_and_calls_the_simul_off(logged: Harness) -> None:
    h, acts = logged, logged.services.part(Tournaments)
    simul = await acts.create(replace(NEW_TOURNAMENT, kind=Kind.SIMUL))
    await acts.join(simul.id, BEN)
    question = await press(h, Panel(TOURNAMENT, f"{DROP}.{simul.id}"), ANA)
    assert question.custom_ids == (f"p:tournament:leave.{simul.id}", f"p:tournament:stay.{simul.id}")
    assert (await acts.get(simul.id)).state is TournamentState.OPEN
    left = await press(h, Panel(TOURNAMENT, f"{LEAVE}.{simul.id}"), ANA)
    assert "so it was canceled" in left.text
    assert (await acts.get(simul.id)).state is TournamentState.CANCELED
    assert f"<@{ANA}> · canceled Simul #{simul.id}" in await line(h)


async def test_who_removes_a_giver_before_the_start_reads_that_it_is_called_off(h: Harness) -> None:
    simul = await h.services.part(Tournaments).create(replace(NEW_TOURNAMENT, kind=Kind.SIMUL))
    await h.services.part(Tournaments).join(simul.id, BEN)
    questions = [await press(h, Panel(MODERATE, f"remove.{simul.id}", (number,))) for number in ("1", "2")]
    warning = h.reader(CHO)("tournament.simul.leaving")
    assert [warning in question.text for question in questions] == [True, False]


async def test_the_giver_is_shown_all_boards_and_an_opponent_their_own(h: Harness) -> None:
    acts = h.services.part(Tournaments)
    simul = await acts.create(replace(NEW_TOURNAMENT, kind=Kind.SIMUL))
    for person in (BEN, CHO):
        await acts.join(simul.id, person)
    simul = await acts.go_on(await acts.start(simul.id))
    numbers = [pairing.match_id or 0 for pairing in simul.pairings]
    for match in await h.store.queries.by_number(numbers):
        await post(h.store, match, 5000 + match.id)
    giver, opponent = [await press(h, Panel(TOURNAMENT, f"{MINE}.{simul.id}"), who) for who in (ANA, BEN)]
    assert f"[#{numbers[0]}]" in giver.text and "1 board is waiting" in giver.text
    assert f"<@{ANA}>" in opponent.text and "waiting" not in opponent.text


async def test_a_pause_in_an_arena_is_said_without_a_question(h: Harness) -> None:
    arena = replace(NEW_TOURNAMENT, kind=Kind.ARENA, control="5+5", minutes=60)
    cup = await h.services.part(Tournaments).create(arena)
    for person in (ANA, BEN, CHO):
        await h.services.part(Tournaments).join(cup.id, person)
    await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).start(cup.id))
    answer = await press(h, Panel(TOURNAMENT, f"{DROP}.{cup.id}"), BEN)
    assert answer.text == h.reader(BEN)("tournament.leave.paused")
    entrant = (await h.services.part(Tournaments).get(cup.id)).entrant_of(BEN)
    assert entrant is not None and entrant.dropped


@pytest.mark.parametrize("action", ["show", "remove", "replace", "pairing", "extend", "call-off"])
@pytest.mark.parametrize("verb", [MODERATE, CONFIRM])
async def test_who_may_not_manage_a_tournament_reads_who_can(h: Harness, verb: str, action: str) -> None:
    cup = await tournament(h, ANA, BEN, CHO)
    nothing = discord.Permissions(send_messages=True)
    answer = await press(h, Panel(verb, f"{action}.{cup.id}.1"), BEN, permissions=nothing)
    assert answer.text == h.reader(BEN)("tournament.only-organizer", creator=Raw(f"<@{ANA}>"))
    assert answer.ephemeral


async def test_its_creator_manages_a_tournament_and_does_not_delete_it(logged: Harness) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    nothing = discord.Permissions(send_messages=True)
    shown = await press(h, Panel(MODERATE, f"show.{cup.id}.0"), ANA, permissions=nothing)
    actions = [custom_id.split(":")[2].split(".")[0] for custom_id in shown.custom_ids]
    assert actions == ["extend", "remove", "replace", "pairing", "edit", "show", "call-off"]
    await confirm(h, f"remove.{cup.id}.2", user=ANA, permissions=nothing)
    assert f"<@{ANA}> · removed <@{BEN}>" in await line(h)
    answer = await confirm(h, f"delete-all.{cup.id}", user=ANA, permissions=nothing)
    assert answer.text == h.reader(ANA)("moderate.no-permission")


NO_POWERS = discord.Permissions(send_messages=True)


async def simul_of(h: Harness, *people: int, **changes: Any) -> Tournament:
    """A simul that Ana gives, which has not started."""
    simul = await h.services.part(Tournaments).create(
        replace(NEW_TOURNAMENT, **{"kind": Kind.SIMUL, **changes})
    )
    for person in people:
        simul = await h.services.part(Tournaments).join(simul.id, person)
    return simul


def managing(shown: Answer) -> list[str]:
    """What can be done in the panel that manages a tournament."""
    return [custom_id.split(":")[2].split(".")[0] for custom_id in shown.custom_ids]


async def test_who_may_not_organize_starts_edits_and_cancels_a_simul_and_removes_people(h: Harness) -> None:
    simul = await simul_of(h, BEN, CHO)
    shown = await press(h, Panel(MODERATE, f"show.{simul.id}.0"), ANA, permissions=NO_POWERS)
    assert managing(shown) == ["remove", "start", "edit", "show", "call-off"]
    await confirm(h, f"remove.{simul.id}.3", user=ANA, permissions=NO_POWERS)
    assert len((await h.services.part(Tournaments).get(simul.id)).entrants) == 2


@pytest.mark.parametrize("kind", [Kind.SIMUL, Kind.COMPUTER_SIMUL])
@pytest.mark.parametrize(
    "argument", ["add.1", "add-chosen.1", "replace.1.2", "replace-by.1.2", "put-back.1.2", "extend.1.7"]
)
async def test_who_may_not_organize_has_no_power_over_others_in_a_simul(
    h: Harness, kind: Kind, argument: str
) -> None:
    simul = await simul_of(h, BEN, kind=kind, level="1" if kind is Kind.COMPUTER_SIMUL else None)
    answer = await press(h, Panel(MODERATE, argument), ANA, permissions=NO_POWERS)
    assert answer.text == h.reader(ANA)("tournament.simul.only-organizers")
    for confirmed in (f"add.1.{DAN}", f"replace.1.2.{DAN}.{BEN}", f"put-back.1.2.{BEN}", "extend.1.7"):
        answer = await confirm(h, confirmed, user=ANA, permissions=NO_POWERS)
        assert answer.text == h.reader(ANA)("tournament.simul.only-organizers")
    assert await h.services.part(Tournaments).get(simul.id) == simul


async def test_who_may_organize_adds_people_to_a_simul(h: Harness) -> None:
    simul = await simul_of(h, BEN)
    await h.services.settings.update(GUILD, organizers=GUILD)
    shown = await press(h, Panel(MODERATE, f"show.{simul.id}.0"), ANA, permissions=NO_POWERS)
    assert managing(shown) == ["remove", "replace", "start", "edit", "add", "show", "call-off"]
    await confirm(h, f"add.{simul.id}.{DAN}", user=ANA, permissions=NO_POWERS)
    assert (await h.services.part(Tournaments).get(simul.id)).entrant_of(DAN) is not None


@pytest.mark.parametrize("control", ["round-15m", "1-day"])
async def test_who_opened_a_simul_does_not_decide_its_boards(h: Harness, control: str) -> None:
    simul, acts = await simul_of(h, BEN, CHO, control=control), h.services.part(Tournaments)
    simul = await acts.go_on(await acts.start(simul.id))
    shown = await press(h, Panel(MODERATE, f"show.{simul.id}.0"), ANA, permissions=NO_POWERS)
    assert not {"pairing", "extend"} & set(managing(shown))
    result = f"result.{simul.id}.1.1.{Result.FIRST.value}"
    answer = await confirm(h, result, user=ANA, permissions=NO_POWERS)
    assert answer.text == h.reader(ANA)("tournament.simul.only-organizers")


async def open_tournament(h: Harness, *people: int) -> Tournament:
    """A tournament that has not started."""
    acts = h.services.part(Tournaments)
    cup = await acts.create(replace(NEW_TOURNAMENT, title="Autumn Cup"))
    for person in people:
        await acts.join(cup.id, person)
    return await acts.get(cup.id)


async def submit_edits(h: Harness, cup: Tournament, title: str, control: str, starts: str) -> Answer:
    """The answer to the form that edits a tournament."""
    fields = ("title", {"value": title}), ("control", {"values": [control]}), ("starts", {"values": [starts]})
    data = {"components": [{"component": {"custom_id": name, **value}} for name, value in fields]}
    return await press(h, Panel(CONFIRM, f"edit.{cup.id}"), data=data)


async def test_a_tournament_is_edited_before_it_starts(logged: Harness) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN)
    form = await press(h, Panel(MODERATE, f"edit.{cup.id}"))
    assert form.custom_ids == (f"p:{CONFIRM}:edit.{cup.id}",)
    answer = await submit_edits(h, cup, "Spring Cup", "5+5", "1-hour")
    after = await h.services.part(Tournaments).get(cup.id)
    assert (after.title, after.control) == ("Spring Cup", "5+5")
    now = h.services.part(Tournaments).now()
    assert after.starts_at is not None and after.starts_at - now == pytest.approx(3600, abs=60)
    assert "Autumn Cup → Spring Cup" in answer.text
    assert "edited Autumn Cup: Title: Autumn Cup → Spring Cup · Clock: " in await line(h)
    await h.services.part(Tournaments).join(cup.id, CHO)
    await h.services.part(Tournaments).start(cup.id)
    late = await submit_edits(h, cup, "Winter Cup", "1-day", "unchanged")
    assert said(h, late, "tournament.started-already")


async def test_the_computer_of_a_tournament_is_chosen_before_it_starts(logged: Harness) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN)
    data = {"components": [{"component": {"custom_id": "level", "values": ["3"]}}]}
    answer = await press(h, Panel(CONFIRM, f"edit.{cup.id}"), data=data)
    assert (await h.services.part(Tournaments).get(cup.id)).level == "3"
    change = "Computer: No computer → level 3"
    assert change.casefold() in answer.text.casefold() and change.casefold() in (await line(h)).casefold()
    begun = await h.services.part(Tournaments).start(cup.id)
    assert [entrant.level for entrant in begun.entrants] == [None, None, "3"], "two people and a computer"
    data = {"components": [{"component": {"custom_id": "level", "values": ["0"]}}]}
    late = await press(h, Panel(CONFIRM, f"edit.{cup.id}"), data=data)
    assert said(h, late, "tournament.started-already")


async def test_a_bot_that_is_to_be_added_says_where_a_computer_is_chosen(h: Harness) -> None:
    cup = await open_tournament(h, ANA, BEN)
    chosen = Panel(MODERATE, f"add-chosen.{cup.id}", (str(DAN),))
    answer = await press(h, chosen, data={"resolved": {"users": {str(DAN): {"bot": True}}}})
    assert said(h, answer, "moderate.add.a-bot")


async def test_the_panel_that_starts_or_cancels_a_tournament_shows_it_as_it_is_then(h: Harness) -> None:
    for kind in (Kind.ROUND_ROBIN, Kind.KNOCKOUT):
        cup = await h.services.part(Tournaments).create(replace(NEW_TOURNAMENT, kind=kind))
        for entrant in (ANA, BEN, CHO):
            await h.services.part(Tournaments).join(cup.id, entrant)
        shown = await press(h, Panel(TOURNAMENT, f"start.{cup.id}"))
        cup = await h.services.part(Tournaments).get(cup.id)
        assert cup.round == 1 and len(cup.open_pairings) == 1
        assert state_line(cup, h.reader(CHO)) in shown.text
    assert await h.services.part(Tournaments).go_on(cup)
    limit = h.reader(CHO)("moderate.first-limit", when=Raw("")).rstrip()
    assert limit in (await press(h, Panel(MODERATE, f"show.{cup.id}.0"))).text
    await press(h, Panel(MODERATE, f"call-off.{cup.id}"))
    canceled = await confirm(h, f"call-off.{cup.id}")
    assert h.reader(CHO)("tournament.cancelled-running") in canceled.text and limit not in canceled.text


async def test_the_panel_that_removes_a_player_shows_what_follows(h: Harness) -> None:
    cup = await tournament(h, ANA, BEN, CHO)
    (pairing,) = cup.open_pairings
    match = await h.store.matches.get(pairing.match_id or 0)
    number = pairing.first
    answer = await confirm(h, f"remove.{cup.id}.{number}")
    after = await h.services.part(Tournaments).get(cup.id)
    assert after.round > 1, "the only match of the round is forfeited"
    assert state_line(after, h.reader(CHO)) in answer.text
    assert (await h.now(match)).reason == REMOVED


async def test_an_insulting_title_is_changed_while_a_tournament_is_played(logged: Harness) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN, CHO)
    await h.services.part(Tournaments).start(cup.id)
    form = await press(h, Panel(MODERATE, f"edit.{cup.id}"))
    assert form.custom_ids == (f"p:{CONFIRM}:edit.{cup.id}",)
    data = {"components": [{"component": {"custom_id": "title", "value": "Spring Cup"}}]}
    answer = await press(h, Panel(CONFIRM, f"edit.{cup.id}"), data=data)
    assert (await h.services.part(Tournaments).get(cup.id)).title == "Spring Cup"
    assert "Autumn Cup → Spring Cup" in answer.text and "Autumn Cup → Spring Cup" in await line(h)
    await h.services.part(Tournaments).cancel(cup.id)
    late = await press(h, Panel(CONFIRM, f"edit.{cup.id}"), data=data)
    assert said(h, late, "tournament.over")


async def test_a_form_that_changes_nothing_is_not_logged(logged: Harness) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN)
    await submit_edits(h, cup, "Autumn Cup", "1-day", "unchanged")
    assert await h.services.part(Tournaments).get(cup.id) == cup
    await until(lambda: h.services.moderation_log.is_idle)
    assert not [request for request in h.discord.of(Method.SEND) if request.channel_id == LOG]


async def test_a_player_is_added(logged: Harness) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN)
    shown = await press(h, Panel(MODERATE, f"add.{cup.id}"))
    assert f"p:moderate:add-chosen.{cup.id}" in shown.custom_ids
    person: dict[str, object] = {str(DAN): {}}
    data = {"resolved": {"users": person, "members": person}}
    form = await press(h, Panel(MODERATE, f"add-chosen.{cup.id}", (str(DAN),)), data=data)
    assert form.custom_ids == (f"p:{CONFIRM}:add.{cup.id}.{DAN}",)
    answer = await confirm(h, f"add.{cup.id}.{DAN}")
    assert h.reader(CHO)("moderate.done.add", newcomer=Raw(f"<@{DAN}>")) in answer.text
    after = await h.services.part(Tournaments).get(cup.id)
    assert [entrant.user_id for entrant in after.entrants] == [ANA, BEN, DAN]
    assert f"added <@{DAN}> to Autumn Cup" in await line(h)
    again = await confirm(h, f"add.{cup.id}.{DAN}")
    assert said(h, again, "moderate.replace.plays-already")


async def test_who_joins_a_swiss_late_reads_from_which_round_on_they_play(h: Harness) -> None:
    cup = await h.services.part(Tournaments).create(replace(NEW_TOURNAMENT, kind=Kind.SWISS))
    for entrant in (ANA, BEN, CHO, EVE):
        await h.services.part(Tournaments).join(cup.id, entrant)
    await press(h, Panel(TOURNAMENT, f"join.{cup.id}"), 106)
    assert not h.discord.of(Method.FOLLOWUP), "it has not begun"
    await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).start(cup.id))
    await press(h, Panel(TOURNAMENT, f"join.{cup.id}"), 107)
    (told,) = h.discord.of(Method.FOLLOWUP)
    assert told.ephemeral and told.text == h.reader(107)("tournament.joined-late", n=2)
    added = await confirm(h, f"add.{cup.id}.{DAN}")
    assert h.reader(CHO)("moderate.done.add-late", newcomer=Raw(f"<@{DAN}>"), n=2) in added.text


async def test_who_is_banned_is_removed_from_tournaments_and_the_moderator_reads_what_that_costs(
    logged: Harness, ban_questions: list[Question]
) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, DAN, EVE)
    await choose(h, BEN)
    title = f"Tournament #{cup.id}"
    lost = h.reader(CHO)("moderate.sure.forfeits", n=3)
    assert title in ban_questions[0].text and lost in ban_questions[0].text
    theirs = next(pairing for pairing in cup.open_pairings if pairing.has(2))
    answer = await confirm(h, f"ban.{BEN}", "spam", "day", GO_ON)
    assert title in answer.text and lost in answer.text
    match = await h.store.matches.get(theirs.match_id or 0)
    assert (match.state, match.reason) == (MatchState.OVER, REMOVED)
    assert match.winner is theirs.side_of(2).other
    after = await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).get(cup.id))
    assert after.entrant(2).removed and after.entrant(2).dropped
    assert f"removed from {title} (3 matches forfeited)" in await line(h)


@pytest.mark.parametrize("moves", [("b3",), ("b3", "b2")])
async def test_a_match_with_a_move_goes_on_when_a_player_is_removed(h: Harness, moves: Sequence[str]) -> None:
    cup = await tournament(h, ANA, BEN, CHO, EVE)
    pairing = next(pairing for pairing in cup.open_pairings if pairing.has(2))
    match = await h.store.matches.get(pairing.match_id or 0)
    for move in moves:
        match = await h.services.matches.play(match.id, None, match.people[match.ply % 2], move)
    acts = h.services.part(TournamentModeration)
    assert await acts.count_unplayed(cup, 2) == 2
    await acts.remove(cup, 2)
    assert (await h.now(match)).state == MatchState.PLAYING


@pytest.mark.parametrize(
    ("kind", "key"), [(Kind.ROUND_ROBIN, "remove-for-good"), (Kind.SWISS, "remove-can-join")]
)
async def test_the_question_before_a_removal_says_whether_they_can_join_again(
    logged: Harness, questions: list[Question], kind: Kind, key: str
) -> None:
    h = logged
    cup = await h.services.part(Tournaments).create(replace(NEW_TOURNAMENT, kind=kind))
    for entrant in (ANA, BEN, CHO):
        await h.services.part(Tournaments).join(cup.id, entrant)
    reader, person = h.reader(CHO), Raw(f"<@{BEN}>")
    await press(h, Panel(MODERATE, f"remove.{cup.id}", ("2",)))
    assert reader("moderate.sure.remove-open", person=person) in questions[-1].text
    await h.services.part(Tournaments).start(cup.id)
    await press(h, Panel(MODERATE, f"remove.{cup.id}", ("2",)))
    assert reader("moderate.sure.remove", person=person) in questions[-1].text
    assert reader(f"moderate.sure.{key}") in questions[-1].text


async def test_a_reason_is_asked_for_where_it_is_kept(h: Harness) -> None:
    match, ask = await h.match(moves=("b3", "b2")), Panel(MODERATE, "void.1")
    unlogged = await press(h, ask)
    assert unlogged.custom_ids == (f"p:{CONFIRM}:void.1.playing", "p:moderate:match.1")
    assert "In play, 2 moves → **no result**" in unlogged.text
    back = await press(h, Panel(MODERATE, "match.1"))
    assert "p:moderate:void.1" in back.custom_ids
    channels = h.client.servers[GUILD].channels
    channels[LOG] = FakeTextChannel(h.discord, LOG)
    await h.services.settings.update(GUILD, log_channel=LOG)
    logged = await press(h, ask)
    assert logged.method is Method.MODAL
    del channels[LOG]
    assert (await press(h, ask)).custom_ids == unlogged.custom_ids, "the channel is gone"
    await confirm(h, "void.1.playing")
    assert (await h.now(match)).reason == VOIDED


async def replace_ben(h: Harness, cup: Tournament, newcomer: int = DAN, **resolved: Any) -> Answer:
    """The answer once somebody is chosen who takes Ben's place."""
    person: dict[str, object] = {str(newcomer): {}}
    data = {"resolved": {"users": person, "members": person} | resolved}
    return await press(h, Panel(MODERATE, f"replace-by.{cup.id}.2", (str(newcomer),)), data=data)


async def test_a_newcomer_without_a_member_in_the_choice_is_looked_up(logged: Harness) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    assert said(h, await replace_ben(h, cup, members={}), "play.not-here")
    h.client.servers[GUILD].members[DAN] = FakeMember(DAN)
    assert (await replace_ben(h, cup, members={})).custom_ids == (
        f"p:{CONFIRM}:replace.{cup.id}.2.{DAN}.{BEN}",
    )


async def test_the_number_of_a_newcomer_is_as_long_as_those_of_discord(logged: Harness) -> None:
    newcomer = snowflake()
    cup = await tournament(logged, ANA, BEN, CHO)
    answer = await replace_ben(logged, cup, newcomer)
    assert answer.custom_ids == (f"p:{CONFIRM}:replace.{cup.id}.2.{newcomer}.{BEN}",)


async def test_a_player_is_replaced_and_the_newcomer_plays_the_match_that_has_not_begun(
    logged: Harness,
) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO, EVE)
    before = next(pairing for pairing in cup.open_pairings if pairing.has(2))
    await press(h, Panel(MODERATE, f"replace.{cup.id}", ("2",)))
    assert (await replace_ben(h, cup)).custom_ids == (f"p:{CONFIRM}:replace.{cup.id}.2.{DAN}.{BEN}",)
    await confirm(h, f"replace.{cup.id}.2.{DAN}")
    after = await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).get(cup.id))
    assert [entrant.user_id for entrant in after.entrants] == [ANA, DAN, CHO, EVE]
    now = next(pairing for pairing in after.open_pairings if pairing.has(2))
    assert (now.round, now.board) == (before.round, before.board)
    assert DAN in (await h.store.matches.get(now.match_id or 0)).people
    old = await h.store.matches.get(before.match_id or 0)
    assert (old.state, old.reason) == (MatchState.OVER, ABORTED)
    assert f"gave the place of <@{BEN}> in Tournament #{cup.id} to <@{DAN}>" in await line(h)
    (told,) = await told_in(h, cup)
    assert told.text == f"Tournament #{cup.id}: <@{DAN}> plays in place of <@{BEN}>."
    assert {*told.mentions} == {BEN, DAN}


async def test_a_match_that_has_begun_goes_on_when_a_player_is_replaced(h: Harness) -> None:
    cup = await tournament(h, ANA, BEN, CHO, EVE)
    pairing = next(pairing for pairing in cup.open_pairings if pairing.has(2))
    match = await h.store.matches.get(pairing.match_id or 0)
    for move in ("b3", "b2"):
        match = await h.services.matches.play(match.id, None, match.people[match.ply % 2], move)
    after = await h.services.part(TournamentModeration).replace(cup, 2, DAN)
    assert next(each for each in after.open_pairings if each.has(2)).match_id == match.id
    assert (await h.now(match)).state == MatchState.PLAYING


async def test_only_people_of_the_server_who_are_not_in_it_replace_somebody(h: Harness) -> None:
    cup = await tournament(h, ANA, BEN, CHO)
    assert said(h, await replace_ben(h, cup, members={}), "play.not-here")
    assert said(h, await replace_ben(h, cup, users={str(DAN): {"bot": True}}), "play.a-bot")
    assert said(h, await replace_ben(h, cup, ANA), "moderate.replace.plays-already")
    await h.store.bans.add(Ban(GUILD, DAN, None, "spam", CHO, 1.0), 9)
    banned = h.reader(CHO)("moderate.replace.banned", person=Raw(f"<@{DAN}>"))
    assert (await replace_ben(h, cup)).text == banned
    assert (await confirm(h, f"replace.{cup.id}.2.{DAN}")).text == banned


async def over(h: Harness, cup: Tournament) -> Match:
    """The first match of a tournament, which its first player has won."""
    pairing = next(each for each in cup.pairings if each.match_id is not None)
    match = await h.store.matches.get(pairing.match_id or 0)
    for move in ("b3", "b2"):
        match = await h.services.matches.play(match.id, None, match.people[match.ply % 2], move)
    over = await h.services.matches.resign(match.id, None, match.people[1])
    await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).get(cup.id))
    return over


async def test_a_result_is_corrected(logged: Harness, questions: list[Question]) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    match = await over(h, cup)
    now = await h.services.part(Tournaments).get(cup.id)
    pairing = next(each for each in now.pairings if each.match_id == match.id)
    place = f"{pairing.round}.{pairing.board}"
    shown = await press(h, Panel(MODERATE, f"pairing.{cup.id}", (place,)))
    winner = f"<@{match.people[0]}> won"
    assert winner in shown.text and f"p:moderate:result.{cup.id}.{place}.draw" in shown.custom_ids
    names = await display_names(h.interaction(CHO).typed(), list(match.people))
    assert shown.labels == (f"{names[match.people[1]]} won", "Draw", "Void", "Back")
    await press(h, Panel(MODERATE, f"result.{cup.id}.{place}.draw"))
    people = f"<@{match.people[0]}> – <@{match.people[1]}>"
    assert f"{people}: **{winner}** → **Draw**" in questions[0].text
    assert h.reader(CHO)("moderate.sure.result-pairings") in questions[0].text
    await confirm(h, f"result.{cup.id}.{place}.draw")
    after = await h.services.part(Tournaments).get(cup.id)
    corrected = next(each for each in after.pairings if each.match_id == match.id)
    assert corrected.result is Result.DRAW
    assert (await h.now(match)).winner == match.winner, "the match stays as it is"
    assert corrected.corrected
    assert f"{people}: {winner} → Draw" in await line(h)


@pytest.mark.parametrize("corrector", [CHO, BEN, ANA])
async def test_the_channel_reads_that_an_organizer_has_corrected_their_own_result(
    logged: Harness, questions: list[Question], corrector: int
) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    match = await over(h, cup)
    pairing = next(
        each
        for each in (await h.services.part(Tournaments).get(cup.id)).pairings
        if each.match_id == match.id
    )
    place, is_own = f"{pairing.round}.{pairing.board}", corrector in match.people
    await press(h, Panel(MODERATE, f"result.{cup.id}.{place}.draw"), corrector)
    assert (h.reader(corrector)("moderate.own-match") in questions[0].text) == is_own
    await confirm(h, f"result.{cup.id}.{place}.draw", user=corrector)
    assert ("a match of their own" in await line(h)) == is_own
    lines = await told_in(h, cup)
    assert len(lines) == is_own
    for told in lines:
        title, people = f"Tournament #{cup.id}", f"<@{match.people[0]}> – <@{match.people[1]}>"
        act = f"<@{corrector}> corrected the result of their own match"
        assert told.text == f"{title}: {act}: {people}: <@{match.people[0]}> won → Draw"
        assert {*told.mentions} == {*match.people} - {corrector}


async def test_a_correction_says_which_matches_it_calls_off_and_what_void_means(
    logged: Harness, questions: list[Question]
) -> None:
    h = logged
    cup = await h.services.part(Tournaments).create(replace(NEW_TOURNAMENT, kind=Kind.KNOCKOUT))
    for entrant in (ANA, BEN, CHO, EVE):
        await h.services.part(Tournaments).join(cup.id, entrant)
    cup = await h.services.part(Tournaments).start(cup.id)
    cup = await h.services.part(Tournaments).go_on(cup)
    for pairing in cup.open_pairings:
        match = await h.store.matches.get(pairing.match_id or 0)
        await h.services.matches.resign(match.id, None, match.people[1])
    cup = await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).get(cup.id))
    shown = await press(h, Panel(MODERATE, f"pairing.{cup.id}", ("1.1",)))
    assert h.reader(CHO)("moderate.result.void-knockout") in shown.text
    await press(h, Panel(MODERATE, f"result.{cup.id}.1.1.second"))
    assert h.reader(CHO)("moderate.sure.result-called-off", n=2) in questions[0].text


@pytest.mark.parametrize(
    ("argument", "style"), [("add.1.5", ButtonStyle.primary), ("remove.1.2", ButtonStyle.danger)]
)
def test_the_button_that_confirms_is_red_only_if_something_is_taken_away(
    argument: str, style: ButtonStyle
) -> None:
    shown = confirm_view(Question(argument, "title", "text"), Panel(MODERATE, "home"), texts("en"))
    confirming = next(item for item in shown.walk_children() if isinstance(item, Button))
    assert confirming.style is style


@pytest.mark.parametrize("days", [1, 7])
async def test_players_to_move_get_more_days(logged: Harness, days: int) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    numbers = [pairing.match_id for pairing in cup.pairings if pairing.match_id is not None]
    (before,) = await h.store.queries.by_number(numbers)
    form = await press(h, Panel(MODERATE, f"extend.{cup.id}.{days}"))
    assert form.custom_ids == (f"p:{CONFIRM}:extend.{cup.id}.{days}.0",)
    await confirm(h, f"extend.{cup.id}.{days}.0")
    after = await h.now(before)
    assert before.clock is not None and after.clock is not None
    assert before.clock.falls_at is not None
    assert after.clock.falls_at == before.clock.falls_at + days * 86_400
    assert "more day" in await line(h)
    late = await confirm(h, f"extend.{cup.id}.1.0")
    assert said(h, late, "moderate.changed-tournament"), "another moderator was asked before that"
    assert await h.now(before) == after
    form = await press(h, Panel(MODERATE, f"extend.{cup.id}.1"))
    assert form.custom_ids == (f"p:{CONFIRM}:extend.{cup.id}.1.{days * 86_400}",)
    await h.services.part(Tournaments).cancel(cup.id)
    assert said(h, await confirm(h, f"extend.{cup.id}.{days}"), "moderate.not-extended")


async def test_an_arena_is_ended_early_with_its_standings(logged: Harness, questions: list[Question]) -> None:
    h, acts = logged, logged.services.part(Tournaments)
    cup = await acts.create(replace(NEW_TOURNAMENT, kind=Kind.ARENA, control="5+5", minutes=60))
    for person in (ANA, BEN, CHO, CHO + 1):
        await acts.join(cup.id, person)
    cup = await acts.go_on(await acts.start(cup.id))
    won = await over(h, cup)
    shown = await press(h, Panel(MODERATE, f"show.{cup.id}.0"), ANA)
    assert f"p:moderate:end-now.{cup.id}" in shown.custom_ids
    await press(h, Panel(MODERATE, f"end-now.{cup.id}"), ANA)
    assert h.reader(ANA)("moderate.sure.end-now") in questions[0].text
    answer = await confirm(h, f"end-now.{cup.id}", user=ANA)
    after = await acts.get(cup.id)
    first = format_of(after).standings(after)[0]
    assert after.state is TournamentState.OVER and not after.open_pairings
    assert (after.entrant(first.number).user_id, first.points) == (won.people[0], 4)
    assert "ended Tournament" in await line(h) and "end-now" not in " ".join(answer.custom_ids)
    again = await confirm(h, f"end-now.{cup.id}", user=ANA)
    assert again.text == h.reader(ANA)("tournament.over")


async def test_only_what_ends_by_its_time_is_ended_early(h: Harness) -> None:
    cup = await tournament(h, ANA, BEN, CHO)
    shown = await press(h, Panel(MODERATE, f"show.{cup.id}.0"))
    assert "end-now" not in " ".join(shown.custom_ids)
    assert said(h, await confirm(h, f"end-now.{cup.id}"), "tournament.over")


async def test_a_tournament_is_canceled_or_deleted(logged: Harness) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    answer = await confirm(h, f"call-off.{cup.id}")
    assert (await h.services.part(Tournaments).get(cup.id)).state == "cancelled"
    assert h.reader(CHO)("tournament.cancelled") in answer.text
    assert "canceled" in await line(h)
    answer = await confirm(h, f"delete-all.{cup.id}")
    assert "deleted" in answer.text
    assert await h.store.tournaments.find(cup.id) is None


@pytest.mark.parametrize(
    "argument",
    [
        "nonsense.1",
        "remove.1.99",
        "extend.1.99",
        "pairing.1",
        "result.1.9.9.draw",
        "show.77.0",
        "void",
        "decide.0.3",
    ],
)
@pytest.mark.parametrize("verb", [MODERATE, CONFIRM])
async def test_forged_presses_are_refused(h: Harness, verb: str, argument: str) -> None:
    await tournament(h, ANA, BEN, CHO)
    answer = await press(h, Panel(verb, argument))
    assert answer.ephemeral and answer.method is Method.RESPOND and "reference" not in answer.text
