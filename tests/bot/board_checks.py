"""What tests of board messages have in common."""

from __future__ import annotations

from datetime import timedelta

from data.model.board import Board
from data.model.match import Match, MatchState, NewMatch, Place
from games.base import Side
from tests.bot.discord_fakes import Method, Request
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, HERE


async def moved_elsewhere(h: Harness, match: Match, move: str = "b3") -> Match:
    """The match after a move of Ana's that no interaction on the board carries, once that is shown."""
    played = await h.services.matches.play(match.id, None, ANA, move)
    await h.settled()
    return await h.now(played)


def retired(h: Harness, old: Match, new: Match) -> None:
    """The old message has a link to the new one, and no buttons."""
    last = [edit for edit in h.discord.of(Method.EDIT) if edit.message_id == old.home.message_id][-1]
    address = f"https://discord.com/channels/{new.guild_id}/{new.home.channel_id}/{new.home.message_id}"
    assert address in last.text and last.custom_ids == () and last.attachments == 0


def updated(h: Harness, answer: Request, match: Match) -> None:
    """The press was answered with the board, and nothing else edited it."""
    assert (answer.method, answer.message_id) == (Method.UPDATE, match.home.message_id)
    assert answer in h.edits(match) and {one.method for one in h.edits(match)} == {Method.UPDATE}


# --- Two boards -----------------------------------------------------------------------------------------

THERE = Place(guild_id=8 << 22, channel_id=80, locale="en-US")
TWICE = NewMatch(
    game="othello",
    variant="6x6",
    state=MatchState.PLAYING,
    first_id=ANA,
    second_id=BEN,
    challenger_id=ANA,
    place=HERE,
    elsewhere=(Side.SECOND, THERE),
)


async def at_both_boards(h: Harness) -> tuple[Match, Board]:
    """A match of Ana, who moves first, and Ben, at the board of each, and Ben's board."""
    match = await h._posted(await h.store.matches.create(TWICE), age=timedelta(0))
    await h.settled()
    match = await h.now(match)
    h.services.repost_rule.caught_up(THERE.channel_id, [])
    return match, match.boards[1]
