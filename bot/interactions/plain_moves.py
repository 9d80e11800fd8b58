"""Moves written as plain messages: ``k10`` in the channel or thread of a board, without a reply.

Discord passes on the text of every direct message and of those that mention the bot, as ``@Daeguk k10``; that
of other messages in servers only with the message content intent, which the setting READ_MESSAGES asks for.
People chat beside their boards, so what is neither a move of a match there nor, from the person to move, a
point off the board is ignored without a word. A move is treated as one in a reply: it is played, or a short
message that vanishes says why not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import discord

from bot.exceptions import Refusal
from bot.interactions.reply_moves import explain, play_typed, without_mentions
from bot.match.hand_rules import check_named
from bot.match.limits import TYPED
from bot.match.rate_limits import RateLimit
from bot.presenters.registry import PRESENTERS
from bot.services import Client
from bot.texts import texts
from data.errors import StoreError
from data.model.board import Board
from data.model.match import Match
from games import GAMES, replay
from games.base import Game, Move, Position, RuleError
from games.grid import plain
from games.keyboard import parse_typed, readings

_MAX_CHARACTERS = 8  # ``王b1-b2`` has six
_PASSES = frozenset({"pass", "패스"})
"""Of the words for a pass those that are not said for anything else, as ``ok`` and ``-`` are."""
_SLANG = frozenset({"ㅂ2", "ㅎ2"})
"""Goodbye and hello in Korean chats, on the keys of q2 and g2."""
_POINT = re.compile(r"[a-z][0-9]{1,2}")
_SPACED_POINT = re.compile(r"[^\W\d_] [0-9]{1,2}")
"""A point with a blank in it, as ``j 12``."""


class PlainMove(NamedTuple):
    """A move that a message can only mean, and the board beside which it was written."""

    match: Match
    board: Board
    move: Move
    refusal: Refusal | RuleError | None = None
    """Why it is not played, if that is known before the match is asked."""


class MissedPoint(NamedTuple):
    """A point that a game's board does not have, and what the game says of it."""

    point: Move
    error: RuleError


def is_like_move(text: str) -> bool:
    """Whether a text can be a move by its form alone: a short word with a digit, or a pass.

    A letter comes first: ``4d`` is a move in a reply, but players of Go say their rank so.

    >>> [text for text in ("q4", "ㅂ4", "王b1-b2", "Pass", "4d", "d 4", "gg", "ㅎ2") if is_like_move(text)]
    ['q4', 'ㅂ4', '王b1-b2', 'Pass', 'd 4']
    """
    if text.casefold() in _PASSES:
        return True
    if is_spaced(text):
        text = text.replace(" ", "")
    is_word = 1 < len(text) <= _MAX_CHARACTERS and text[0].isalpha() and not any(map(str.isspace, text))
    return is_word and any(map(str.isdigit, text)) and text not in _SLANG


def is_spaced(text: str) -> bool:
    """Whether a text is a point with a blank in it, which can be chat: a move only where it can be played."""
    return bool(_SPACED_POINT.fullmatch(text))


def plain_move(matches: Sequence[Match], channel_id: int, author_id: int, text: str) -> PlainMove | None:
    """The move that a person's message in a channel is; None for anything else.

    Its match is that of the ``matches`` with a board in the channel in which it can be played. If there is
    none, it is the only one in which the text names a move, first of those in which they are to move: it says
    why not. A move about which the game has a doubt, such as an early pass, is refused. A point with a blank
    in it, which can be chat, is a move only where it can be played. A point off the board is refused if it is
    the person's turn in a single match there, though ``w8`` is also said in chats: silence is taken for a
    move that was played.
    """
    if not is_like_move(text):
        return None
    has_blank = is_spaced(text)
    word = text.replace(" ", "") if has_blank else text
    moves = [*_moves(matches, channel_id, author_id, word)]
    playable = [typed for typed in moves if _is_playable(typed, author_id)]
    if has_blank:
        moves = playable
    if len(playable) > 1:
        return playable[0]._replace(refusal=Refusal("typed.several-boards"))
    on_turn = [typed for typed in moves if _is_on_turn(typed.match, author_id)]
    for candidates in (playable, on_turn, moves):
        if len(candidates) == 1:
            (only,) = candidates
            return only._replace(refusal=Refusal("typed.early")) if _is_doubtful(only) else only
    missed = [] if moves or has_blank else [*_missed(matches, channel_id, author_id, text)]
    return missed[0] if len(missed) == 1 else None


def _moves(matches: Sequence[Match], channel_id: int, author_id: int, text: str) -> Iterator[PlainMove]:
    """What a text means in each match that a person plays beside a board in a channel."""
    for match, board in _beside(matches, channel_id, author_id):
        with suppress(RuleError):
            yield PlainMove(match, board, parse_typed(GAMES[match.game], text, replay(match.record)))


def _missed(matches: Sequence[Match], channel_id: int, author_id: int, text: str) -> Iterator[PlainMove]:
    """What a text misses in each match beside a board in a channel in which it is the person's turn."""
    for match, board in _beside(matches, channel_id, author_id):
        if _is_on_turn(match, author_id):
            missed = missed_point(GAMES[match.game], text, replay(match.record))
            if missed is not None:
                yield PlainMove(match, board, missed.point, missed.error)


def missed_point(rules: Game, text: str, position: Position) -> MissedPoint | None:
    """The point off the board that a text names; None for anything else, or where no move is a point."""
    if not any(map(_POINT.fullmatch, position.legal_moves())):
        return None
    point = next(filter(None, map(_POINT.fullmatch, map(plain, readings(text)))), None)
    if point is None:
        return None
    try:
        parse_typed(rules, point[0], position)
    except RuleError as error:
        return MissedPoint(Move(point[0]), error)
    return None


def _beside(matches: Sequence[Match], channel_id: int, author_id: int) -> Iterator[tuple[Match, Board]]:
    """The matches that a person plays beside a board in a channel, each with that board."""
    for match in matches:
        if not match.is_active or match.is_voted or match.side_of(author_id) is None:
            continue
        boards = [board for board in match.boards if board.channel_id == channel_id and board.message_id]
        yield from ((match, board) for board in boards[:1])


def _is_on_turn(match: Match, person_id: int) -> bool:
    return match.user_of(replay(match.record).to_move) == person_id


def _is_doubtful(typed: PlainMove) -> bool:
    return bool(PRESENTERS[typed.match.game].doubt(replay(typed.match.record), typed.move, texts(None)))


def _is_playable(typed: PlainMove, person_id: int) -> bool:
    position = replay(typed.match.record)
    if not _is_on_turn(typed.match, person_id) or typed.move not in position.legal_moves():
        return False
    try:
        check_named(typed.match, typed.move)
    except Refusal:
        return False
    return True


class PlainMoves:
    """Plays plain messages; it looks up the matches of a person `TYPED` times, and ignores what is more."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._limit = RateLimit[int](client.services.times.running, TYPED)

    async def play(self, message: discord.Message) -> bool:
        """Play a message that is a move, or say why not; False, and nothing done, if it is none."""
        text, author = written(message, self._client.user), message.author
        if author.bot or not is_plain(message) or not is_like_move(text):
            return False
        if self._limit.is_reached(author.id):
            return False
        self._limit.count(author.id)
        try:
            matches = await self._client.services.store.queries.of_user(author.id)
        except StoreError:
            return False
        typed = plain_move(matches, message.channel.id, author.id, text)
        if typed is None:
            return False
        match, board = typed.match, typed.board
        if typed.refusal is not None:
            await explain(self._client, message, board, typed.refusal)
        else:
            await play_typed(self._client, message, match, board, typed.move, match.position_id)
        return True


def written(message: discord.Message, bot: discord.ClientUser | None) -> str:
    """The text of a message; of one that mentions the bot, what is not a mention."""
    return without_mentions(message) if bot in message.mentions else message.content.strip()


def is_plain(message: discord.Message) -> bool:
    """Whether a message is nothing but its text."""
    is_usual = message.type is discord.MessageType.default and message.reference is None
    return is_usual and not message.attachments and not message.stickers
