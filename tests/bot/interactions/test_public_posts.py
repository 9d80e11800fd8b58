"""Who can post through the bot: by their own permissions, in the server's channels, and not too often."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.exceptions import Refusal
from bot.interactions import public_posts
from bot.interactions.bring_match import bring
from bot.interactions.channel_checks import check_can_post
from bot.interactions.commands.team import team_place
from bot.interactions.introductions import play_introduced
from bot.interactions.leaderboard import post_leaderboard
from bot.interactions.public_posts import public_post
from bot.interactions.seeks import press_seek
from bot.interactions.start_match import Request, start_match
from bot.interactions.tournament_plans import planned, press_plan
from bot.interactions.tournaments import press_tournament
from bot.match.limits import ANSWERS, BOARDS, MENTIONS
from bot.match.seeks import Seeks
from bot.match.tournaments import Tournaments
from bot.messages.kept_messages import KeptMessage, kept_notice
from bot.messages.server_messages import kept_in_server
from bot.ui.leaderboard import LeaderboardPage
from bot.ui.panel import Panel
from bot.ui.tournament import JOIN, TOURNAMENT
from bot.ui.tournament_form import CREATE
from bot.ui.tournament_plan import Plan
from bot.ui.welcome import Start
from data.matches.seeks import NewSeek
from data.model.rating_categories import Category
from games.base import Side
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeInteraction, FakeTextChannel, FakeThread, Method
from tests.bot.discord_fakes import Request as SentRequest
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, HERE

ROOT = Path(public_posts.__file__).parents[2]
ALL = discord.Permissions.all()
MUTED = discord.Permissions(view_channel=True, read_message_history=True, manage_events=True)
"""A person who can neither write nor use commands."""


def without(**denied: bool) -> discord.Permissions:
    """The permissions of a member but these."""
    has = discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, use_application_commands=True
    )
    has.update(**dict.fromkeys(denied, False))
    return has


async def refusal(interaction: FakeInteraction) -> str | None:
    try:
        await check_can_post(interaction.typed())
    except Refusal as refused:
        return refused.key
    return None


# --- The check ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("has", "key"),
    [
        (without(), None),
        (without(attach_files=True, embed_links=True), None),
        (without(send_messages_in_threads=True), None),
        (without(send_messages=True), "post.no-messages"),
        (without(use_application_commands=True), "post.no-commands"),
        (MUTED, "post.no-commands"),
    ],
)
async def test_a_persons_own_permissions(h: Harness, has: discord.Permissions, key: str | None) -> None:
    assert await refusal(h.interaction(ANA, permissions=has)) == key


async def test_in_a_thread_those_for_threads_count(h: Harness) -> None:
    thread = FakeThread(h.discord, 72, CHANNEL)
    muted = h.interaction(ANA, channel=thread, permissions=without(send_messages_in_threads=True))
    assert await refusal(muted) == "post.no-messages"
    assert await refusal(h.interaction(ANA, channel=thread, permissions=without(send_messages=True))) is None


async def test_who_is_timed_out_posts_nothing(h: Harness) -> None:
    interaction = h.interaction(ANA)
    interaction.user.timed_out = True
    assert await refusal(interaction) == "post.timed-out"


@pytest.mark.parametrize(
    ("everybody", "key"),
    [
        (without(send_messages=True), None),
        (without(), "post.no-messages"),
        (MUTED, "post.no-messages"),
    ],
)
async def test_a_channel_for_commands_alone(
    h: Harness, everybody: discord.Permissions, key: str | None
) -> None:
    """Nobody writes there, and everybody can use commands: who cannot write is not muted."""
    channel = FakeTextChannel(h.discord, 71)
    channel.everybody_may = everybody
    interaction = h.interaction(ANA, channel=channel, permissions=without(send_messages=True))
    assert await refusal(interaction) == key


async def test_messages_outside_servers_have_no_permissions(h: Harness) -> None:
    assert await refusal(h.interaction(ANA, guild_id=None, permissions=discord.Permissions.none())) is None


# --- Every road --------------------------------------------------------------------------------------

Road = Callable[[Harness, FakeInteraction], Awaitable[None]]


async def _play(h: Harness, interaction: FakeInteraction) -> None:
    await start_match(interaction.typed(), Request("othello", "6x6", Side.FIRST, level="3"))


async def _challenge(h: Harness, interaction: FakeInteraction) -> None:
    await start_match(interaction.typed(), Request("othello", "6x6", Side.FIRST, opponent_id=BEN))


async def _welcome(h: Harness, interaction: FakeInteraction) -> None:
    await play_introduced(interaction.typed(), Panel("play", Start("othello").argument))


async def _leaderboard(h: Harness, interaction: FakeInteraction) -> None:
    await post_leaderboard(interaction.typed(), LeaderboardPage(Category.OTHELLO))


async def _seek(h: Harness, interaction: FakeInteraction) -> None:
    ben = NewSeek(BEN, GUILD, HERE.channel_id, "othello", "6x6", None, False, None)
    await h.services.part(Seeks).seek(ben, HERE)
    await press_seek(interaction.typed(), Panel("seek", "accept.1"))


async def _tournament(h: Harness, interaction: FakeInteraction) -> None:
    await press_plan(interaction.typed(), Panel("tournament-new", f"{CREATE}.{Plan().fitting().text}"))


async def _join(h: Harness, interaction: FakeInteraction) -> None:
    made = await h.services.part(Tournaments).create(planned(interaction.typed(), Plan().fitting(), None))
    await press_tournament(interaction.typed(), Panel(TOURNAMENT, f"{JOIN}.{made.id}"))


async def _team(h: Harness, interaction: FakeInteraction) -> None:
    await team_place(interaction.typed(), "othello")


async def _bring(h: Harness, interaction: FakeInteraction) -> None:
    match = await h.against_computer()
    await h.suspend(match)
    await bring(interaction.typed(), await h.now(match))


PANELS: dict[str, Road] = {
    "play": _play,
    "challenge": _challenge,
    "welcome": _welcome,
    "leaderboard": _leaderboard,
    "seek": _seek,
    "bring": _bring,
    "tournament": _tournament,
    "join": _join,
    "team": _team,
}


@pytest.mark.parametrize("road", PANELS.values(), ids=PANELS)
async def test_a_muted_person_posts_nothing(h: Harness, road: Road) -> None:
    with pytest.raises(Refusal) as refused:
        await road(h, h.interaction(ANA, permissions=MUTED))
    assert refused.value.key == "post.no-commands"
    assert posted(h) == []


def posted(h: Harness) -> list[SentRequest]:
    """What was posted, but for the list with Ben's seek, which is not Ana's and is posted when it is due."""
    requests = h.discord.of(Method.RESPOND, Method.SEND, Method.DEFER)
    return [request for request in requests if not (request.nonce or "").startswith("seek")]


@pytest.mark.parametrize("road", PANELS.values(), ids=PANELS)
async def test_nothing_is_posted_outside_the_channels_of_a_server(h: Harness, road: Road) -> None:
    h.client.servers[GUILD].channels[71] = FakeTextChannel(h.discord, 71)
    await h.services.settings.update(GUILD, channels=(71,))
    with pytest.raises(Refusal) as refused:
        await road(h, h.interaction(ANA))
    assert refused.value.key == "play.not-in-this-channel"
    assert posted(h) == []


async def test_a_muted_person_takes_no_press_for_an_answer(h: Harness) -> None:
    """Accepting, a rematch and a posted replay are posts; moves, resigning and declining are not."""
    challenge = await h.challenge()
    refused = await h.presses(BEN, challenge, "accept", permissions=MUTED)
    assert refused.ephemeral and refused.text == h.reader(BEN)("post.no-commands")
    await h.presses(BEN, challenge, "decline", permissions=MUTED)
    assert (await h.now(challenge)).reason == "challenge.declined"
    playing = await h.match(moves=("b3", "b2"))
    await h.presses(ANA, playing, "move", "b1", permissions=MUTED)
    assert (await h.now(playing)).ply == 3
    over = await h.over()
    for verb, argument in (("rematch", ""), ("replay", "post.webp")):
        answer = await h.presses(ANA, over, verb, argument, permissions=MUTED)
        assert answer.ephemeral and answer.text == h.reader(ANA)("post.no-commands")


# --- How often ---------------------------------------------------------------------------------------


async def test_a_person_posts_no_more_than_by_hand(h: Harness) -> None:
    for _ in range(BOARDS.allowed):
        await _play(h, h.interaction(ANA))
    with pytest.raises(Refusal) as refused:
        await _play(h, h.interaction(ANA))
    assert refused.value.key == BOARDS.refusal
    for _ in range(ANSWERS.allowed):
        await _leaderboard(h, h.interaction(ANA))
    with pytest.raises(Refusal) as refused:
        await _leaderboard(h, h.interaction(ANA))
    assert refused.value.key == ANSWERS.refusal
    await _play(h, h.interaction(BEN))


async def test_a_challenge_that_is_canceled_has_mentioned(h: Harness) -> None:
    """Challenge, cancel, next: five people, then it is over for ten minutes."""

    async def challenge(other: int) -> None:
        request = Request("othello", "6x6", Side.FIRST, opponent_id=other)
        match = await start_match(h.interaction(ANA).typed(), request)
        await h.services.matches.challenges.cancel(match.id, ANA)

    for other in range(200, 200 + MENTIONS.allowed):
        await challenge(other)
    with pytest.raises(Refusal) as refused:
        await challenge(CHO)
    assert refused.value.key == MENTIONS.refusal
    mentioned = [one.mentions for one in h.discord.of(Method.RESPOND) if one.mentions]
    assert len(mentioned) == MENTIONS.allowed


async def test_a_refused_match_is_no_post(h: Harness) -> None:
    await h.services.settings.update(GUILD, matches=1)
    await _play(h, h.interaction(ANA))
    for _ in range(2 * BOARDS.allowed):
        with pytest.raises(Refusal) as refused:
            await _play(h, h.interaction(ANA))
        assert refused.value.key == "limit.in-guild"


async def test_a_block_that_fails_gives_its_place_back(h: Harness) -> None:
    for _ in range(2 * BOARDS.allowed):
        with pytest.raises(ZeroDivisionError):
            async with public_post(h.interaction(ANA).typed(), BOARDS):
                raise ZeroDivisionError
    await _play(h, h.interaction(ANA))


# --- No road is forgotten ----------------------------------------------------------------------------

SENDING = {"send_message", "defer", "send", "reply"}
"""Methods of discord.py by which something new appears in a channel, unless they are ephemeral."""
KNOWN = {
    ("reply_moves.py", "reply"): "answers a message of the person's own, and is deleted",
}


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr, node


def is_private(call: ast.Call) -> bool:
    """Whether a call is ephemeral, or only says that a press has arrived."""
    named: dict[str | None, Any] = {one.arg: one.value for one in call.keywords}
    if isinstance(named.get("ephemeral"), ast.Constant):
        return named["ephemeral"].value is True
    return not call.args and not call.keywords


def test_what_people_do_is_posted_by_a_permit_alone() -> None:
    """Commands and presses send only what is ephemeral; the rest takes a `PublicPost`, which mypy checks."""
    public = {
        (path.name, name)
        for path in (ROOT / "bot/interactions").rglob("*.py")
        for name, call in calls(path)
        if name in SENDING and not is_private(call)
    }
    assert public == set(KNOWN)


def test_permits_are_made_in_one_place() -> None:
    makers = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "PublicPost"
    }
    assert makers == {"bot/interactions/public_posts.py"}


BACKGROUND = {
    "channels.py": "carries out what the others send",
    "kept_messages.py": "what the others describe",
    "board_editor.py": "boards: begun by a permit, and moved below by others' messages",
    "board_messages.py": "threads of boards, opened by a permit",
    "daily_puzzles.py": "once a day, where an admin wants it",
    "interaction_responses.py": "takes a permit, or is private",
    "moderation_log.py": "one line an act of a moderator, where an admin wants it; mentions nobody",
    "notifications.py": "once a turn, to a player of the match",
    "race_message.py": "one message a race, which takes a permit; posted anew at most every 15 s",
    "server_messages.py": "what turn lists and races of servers describe",
    "seek_boards.py": "one message a server; seeks take a permit",
    "tournament_notices.py": "once each: who has won, that the channel is gone",
    "tournament_message.py": "what entrants have joined; challenges on a ladder take a permit",
    "server_races.py": "one message a week in a server, where an admin wants it; mentions nobody",
    "recaps.py": "one message a month in a server, where an admin wants it; mentions nobody",
    "turn_lists.py": "one message a server, where an admin wants it; mentions nobody",
    "vacation_notices.py": "`limits.VACATION_NOTICES`",
    "welcomes.py": "`limits.WELCOMES`; once, when the bot joins",
}
"""What else sends messages, and what limits it."""


def posts(path: Path) -> bool:
    """Whether a module sends messages, or describes messages that a `Keeper` posts."""
    nodes = ast.walk(ast.parse(path.read_text()))
    made = {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}
    sent = {
        name for name, call in calls(path) if name in SENDING | {"create_thread"} and not is_private(call)
    }
    return bool(sent or made & {KeptMessage.__name__, kept_notice.__name__, kept_in_server.__name__})


def test_whatever_posts_by_itself_is_known() -> None:
    background = [path for path in (ROOT / "bot").rglob("*.py") if "interactions" not in path.parts]
    assert {path.name for path in background if posts(path)} == set(BACKGROUND)
