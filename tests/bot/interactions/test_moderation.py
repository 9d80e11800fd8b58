"""What moderators do by panels and forms, and what nobody else can."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.features import FEATURES
from bot.interactions import moderators
from bot.interactions.bans import check_may_use
from bot.interactions.moderated_matches import show_moderated_match
from bot.interactions.moderated_people import show_bans
from bot.match.setup import Seats
from bot.match.tournaments import Tournaments
from bot.messages.removals import Removals
from bot.texts import Raw, Texts, texts
from bot.ui.moderation_form import CONFIRM, DURATION, FORFEIT, GO_ON, MATCHES, REASON, Question, confirm_form
from bot.ui.moderation_panel import MODERATE, decision
from bot.ui.panel import Panel
from data.errors import UnknownMatch
from data.model.match import ABORTED, Match, MatchState, Place
from data.model.reasons import VOIDED
from data.model.tournament import Kind, NewTournament, Result, Tournament
from data.servers.bans import Ban
from games.base import Side
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeMember, FakeTextChannel, Method, snowflake
from tests.bot.discord_fakes import Request as Answer
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, refusal, until
from tests.bot.stories import match_of

LOG = 71
DAN, EVE = 104, 105
MODERATORS = (
    discord.Permissions(moderate_members=True),
    discord.Permissions(manage_guild=True),
)
MEMBER = discord.Permissions(send_messages=True, manage_messages=True, manage_events=True)


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


async def line(h: Harness) -> str:
    """The one line in the log channel."""
    await until(lambda: h.services.moderation_log.is_idle)
    (sent,) = (request for request in h.discord.of(Method.SEND) if request.channel_id == LOG)
    return sent.text


async def tournament(h: Harness, *people: int) -> Tournament:
    """A tournament whose first round has begun."""
    new = NewTournament(
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
    cup = await h.services.part(Tournaments).create(new)
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


async def test_moderators_read_where_their_acts_are_logged(logged: Harness) -> None:
    h, panel = logged, Panel(MODERATE, "home")
    assert f"<#{LOG}>" in (await press(h, panel)).text
    await h.services.settings.update(GUILD, log_channel=None)
    assert h.reader(CHO)("moderate.unlogged") in (await press(h, panel)).text
    shown = await press(h, panel, permissions=MODERATORS[0])
    assert h.reader(CHO)("moderate.unlogged-ask") in shown.text
    assert "p:set:page.moderation" not in shown.custom_ids, "only a manager can change settings"


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
        for action, side in (("decide", ".1"), ("decide", ".2"), ("void", ""), ("delete", ""))
    )
    assert answer.custom_ids == (*numbered, "p:moderate:home")


async def test_a_decision_names_the_winner_and_says_what_changes(
    h: Harness, questions: list[Question]
) -> None:
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
    assert (form.method, form.custom_ids) == (Method.MODAL, (f"p:{CONFIRM}:void.{match.id}",))
    assert (await h.now(match)).state == MatchState.PLAYING
    answer = await confirm(h, f"void.{match.id}", "insults *everywhere*")
    over = await h.now(match)
    assert (over.state, over.winner, over.reason) == (MatchState.OVER, None, VOIDED)
    assert answer.method is Method.UPDATE
    assert answer.custom_ids == (f"p:moderate:delete.{match.id}", "p:moderate:home")
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
    assert form.custom_ids == (f"p:{CONFIRM}:remove.{cup.id}.2",)
    answer = await confirm(h, f"remove.{cup.id}.2")
    assert h.reader(CHO)("moderate.done.remove", person=Raw(f"<@{BEN}>")) in answer.text
    after = await h.services.part(Tournaments).get(cup.id)
    assert [entrant.dropped for entrant in after.entrants] == [False, True, False]
    assert f"removed <@{BEN}>" in await line(h)
    assert said(h, await confirm(h, f"remove.{cup.id}.2"), "tournament.not-joined")


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
    assert actions == ["extend", "remove", "replace", "call-off"]
    await confirm(h, f"remove.{cup.id}.2", user=ANA, permissions=nothing)
    assert f"<@{ANA}> · removed <@{BEN}>" in await line(h)
    answer = await confirm(h, f"delete-all.{cup.id}", user=ANA, permissions=nothing)
    assert answer.text == h.reader(ANA)("moderate.no-permission")


async def replace_ben(h: Harness, cup: Tournament, newcomer: int = DAN, **resolved: Any) -> Answer:
    """The answer once somebody is chosen who takes Ben's place."""
    person: dict[str, object] = {str(newcomer): {}}
    data = {"resolved": {"users": person, "members": person} | resolved}
    return await press(h, Panel(MODERATE, f"replace-by.{cup.id}.2", (str(newcomer),)), data=data)


async def test_a_newcomer_without_a_member_in_the_choice_is_looked_up(logged: Harness) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    assert said(h, await replace_ben(h, cup, members={}), "play.not-here")
    h.client.servers[GUILD].members[DAN] = FakeMember(DAN)
    assert (await replace_ben(h, cup, members={})).custom_ids == (f"p:{CONFIRM}:replace.{cup.id}.2.{DAN}",)


async def test_the_number_of_a_newcomer_is_as_long_as_those_of_discord(logged: Harness) -> None:
    newcomer = snowflake()
    cup = await tournament(logged, ANA, BEN, CHO)
    answer = await replace_ben(logged, cup, newcomer)
    assert answer.custom_ids == (f"p:{CONFIRM}:replace.{cup.id}.2.{newcomer}",)


async def test_a_player_is_replaced_and_the_newcomer_plays_the_match_that_has_not_begun(
    logged: Harness,
) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO, EVE)
    before = next(pairing for pairing in cup.open_pairings if pairing.has(2))
    await press(h, Panel(MODERATE, f"replace.{cup.id}", ("2",)))
    assert (await replace_ben(h, cup)).custom_ids == (f"p:{CONFIRM}:replace.{cup.id}.2.{DAN}",)
    await confirm(h, f"replace.{cup.id}.2.{DAN}")
    after = await h.services.part(Tournaments).go_on(await h.services.part(Tournaments).get(cup.id))
    assert [entrant.user_id for entrant in after.entrants] == [ANA, DAN, CHO, EVE]
    now = next(pairing for pairing in after.open_pairings if pairing.has(2))
    assert (now.round, now.board) == (before.round, before.board)
    assert DAN in (await h.store.matches.get(now.match_id or 0)).people
    old = await h.store.matches.get(before.match_id or 0)
    assert (old.state, old.reason) == (MatchState.OVER, ABORTED)
    assert f"gave the place of <@{BEN}> in Tournament #{cup.id} to <@{DAN}>" in await line(h)


async def test_a_match_that_has_begun_goes_on_when_a_player_is_replaced(h: Harness) -> None:
    cup = await tournament(h, ANA, BEN, CHO, EVE)
    pairing = next(pairing for pairing in cup.open_pairings if pairing.has(2))
    match = await h.store.matches.get(pairing.match_id or 0)
    for move in ("b3", "b2"):
        match = await h.services.matches.play(match.id, None, match.people[match.ply % 2], move)
    after = await h.services.part(Tournaments).replace(cup.id, 2, DAN)
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
    assert "1–0" in shown.text and f"p:moderate:result.{cup.id}.{place}.draw" in shown.custom_ids
    await press(h, Panel(MODERATE, f"result.{cup.id}.{place}.draw"))
    people = f"<@{match.people[0]}> – <@{match.people[1]}>"
    assert f"{people}: **1–0** → **½–½**" in questions[0].text
    await confirm(h, f"result.{cup.id}.{place}.draw")
    after = await h.services.part(Tournaments).get(cup.id)
    corrected = next(each for each in after.pairings if each.match_id == match.id)
    assert corrected.result is Result.DRAW
    assert (await h.now(match)).winner == match.winner, "the match stays as it is"
    assert f"{people} 1–0 → ½–½" in await line(h)


@pytest.mark.parametrize("days", [1, 7])
async def test_players_to_move_get_more_days(logged: Harness, days: int) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, CHO)
    numbers = [pairing.match_id for pairing in cup.pairings if pairing.match_id is not None]
    (before,) = await h.store.queries.by_number(numbers)
    await press(h, Panel(MODERATE, f"extend.{cup.id}.{days}"))
    await confirm(h, f"extend.{cup.id}.{days}")
    after = await h.now(before)
    assert before.clock is not None and after.clock is not None
    assert before.clock.falls_at is not None
    assert after.clock.falls_at == before.clock.falls_at + days * 86_400
    assert "more day" in await line(h)
    await h.services.part(Tournaments).cancel(cup.id)
    assert said(h, await confirm(h, f"extend.{cup.id}.{days}"), "moderate.not-extended")


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
