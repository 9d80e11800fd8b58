"""Composes the message of a match: its language, its picture, its components. Nothing is sent from here.

What else the bot shows is composed where it belongs, with `Composer.language_in`, `Composer.shared_look`,
`Composer.own_look` and `Composer.render`.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import replace
from functools import partial

import discord

from bot.drawing.base import Scene
from bot.match.computer import NO_WAIT, Wait
from bot.match.hints import Hint
from bot.match.level_steps import Step
from bot.match.own_board import only_reader
from bot.messages.interaction_responses import Composed
from bot.messages.occasions import Occasions
from bot.messages.pictures import Draw, Pictures
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts, texts
from bot.ui.buttons import keypad_of
from bot.ui.claim_marks import hinted_stones
from bot.ui.clocks import ClockDisplay
from bot.ui.match_message import PICTURE
from bot.ui.message import has_picture, message_view
from bot.ui.picture import Look, picture, scene_picture
from bot.ui.text_board import with_text_board
from data.errors import UnavailableMatch
from data.model.board import Board
from data.model.match import Match, MatchState
from data.people.store import Person
from data.servers.settings import SettingsStore
from games import replay
from games.base import Move, Position

PIECES = {"ko": "hangul", "en": "symbols"}
"""How Twelve Janggi's tiles look to those who have not chosen, by language."""


class Composer:
    """Composes messages; ``pictures`` draws what is on them.

    ``guild`` returns a server that the bot is in, ``wait`` what a match's computer waits for before it
    thinks, as its board shows it, ``hint`` the hint on its board, ``uptime`` what the clocks of a server
    count, ``match`` the match with a number, ``person`` what a person has set, ``now`` the unix time,
    ``votes`` how many votes each move has, ``suggests`` whether a match's board suggests moves,
    ``explains`` whether it explains how to play one, ``occasions`` what a match is part of,
    ``steps`` which opponent is offered beside a rematch. ``wait``, ``hint`` and ``suggests`` are not asked
    about a match of two people, ``occasions`` only about one of a tournament, ``steps`` once it is over.
    The bot ``reads_messages`` in servers.
    """

    def __init__(
        self,
        settings: SettingsStore,
        pictures: Pictures,
        guild: Callable[[int], discord.Guild | None],
        wait: Callable[[Match], Wait],
        hint: Callable[[Match], Hint | None],
        uptime: Callable[[int | None], float],
        match: Callable[[int], Awaitable[Match]],
        person: Callable[[int], Awaitable[Person]],
        now: Callable[[], float],
        votes: Callable[[Match], Awaitable[Counter[Move]]],
        suggests: Callable[[Match], Awaitable[bool]],
        explains: Callable[[Match], Awaitable[bool]],
        occasions: Occasions,
        steps: Callable[[Match], Awaitable[Step | None]],
        reads_messages: bool = False,
    ) -> None:
        self._settings = settings
        self._pictures = pictures
        self._guild = guild
        self._wait = wait
        self.hint = hint
        self._uptime = uptime
        self._match = match
        self._person = person
        self._now = now
        self._votes = votes
        self.suggests = suggests
        self._explains = explains
        self.occasions = occasions
        self._steps = steps
        self._reads_messages = reads_messages

    async def message(self, match: Match, board: Board, selection: str = "") -> Composed:
        """The components and attachments of a match's board, in any state, with ``selection`` marked."""
        reader, scene = await self.language(board), BoardScene.of(match)
        over = await self._kept_board(match.rematch_of) if match.rematch_of and not match.begun else None
        # Two people wait for no search, and nothing helps them.
        against_computer = match.level is not None
        hint = self.hint(match) if against_computer else None
        suggests = against_computer and hint is None and await self.suggests(match)
        hinted = hint.move if hint is not None else None
        keypad = keypad_of(match, board.side, selection, reader, suggests=suggests, hinted=hinted)
        explains = scene.is_playing and (
            (suggests and keypad.suggests)
            or bool(PRESENTERS[match.game].introduction(scene.position, reader))
        )
        reader_id = only_reader(match)
        view = message_view(
            match,
            board,
            reader,
            keypad,
            wait=self._wait(match) if against_computer else NO_WAIT,
            hint=hint,
            clocks=await self.clocks(reader_id),
            over=over,
            votes=await self._votes(match) if match.is_voted else None,
            occasion=await self.occasions.of(match, reader) if match.tournament_id is not None else None,
            explains=explains and await self._explains(match),
            step=await self._steps(match) if match.state == MatchState.OVER else None,
            reads_messages=self._reads_messages,
        )
        if reader_id is not None and match.begun and (await self._person(reader_id)).text_board:
            view = with_text_board(view, match.game, replay(match.record), reader)
        if over is None and not has_picture(match):
            return view, []
        if reader_id is None:
            look = await self.shared_look(board.guild_id, reader)
        else:
            look = await self.own_look(reader_id, board.guild_id)
        if over is not None:
            return view, [await self.draw(BoardScene.of(over), look)]
        marked = scene.marked(keypad, selection, hinted)
        if hint is not None and (ringed := hinted_stones(scene.position, hint)):
            marked = replace(marked, group=ringed)
        return view, [await self.draw(marked, look)]

    async def _kept_board(self, over_id: int) -> Match | None:
        """The match that is over whose message the challenge to a rematch took, and keeps showing."""
        try:
            over = await self._match(over_id)
        except UnavailableMatch:
            return None
        return over if over.home.message_id is None and has_picture(over) else None

    async def language(self, board: Board) -> Texts:
        """The language of a board: the server's, or the one that its match was begun in."""
        if board.guild_id is None:
            return texts(board.locale)
        return await self.language_in(board.guild_id, board.locale)

    async def language_in(self, guild_id: int, locale: str | None) -> Texts:
        """The language of messages in a server, or that of ``locale`` if the server is not known."""
        settings, guild = await self._settings.guild(guild_id), self._guild(guild_id)
        return texts(settings.language or (guild.preferred_locale.value if guild else locale))

    async def draw(self, scene: BoardScene, look: Look) -> discord.File:
        """The picture of a board."""
        return await self.render(partial(picture, scene, look), (scene, look))

    async def look(
        self, guild_id: int | None, locale: str | None = None, reader_id: int | None = None
    ) -> Look:
        """How pictures look to everybody in a server, or in direct messages; or else to one person there."""
        if reader_id is not None:
            return await self.own_look(reader_id, guild_id)
        reader = texts(locale) if guild_id is None else await self.language_in(guild_id, locale)
        return await self.shared_look(guild_id, reader)

    async def shared_look(self, guild_id: int | None, reader: Texts) -> Look:
        """How pictures look to all who read this language: the server's theme, the language's pieces."""
        return Look(await self._theme(guild_id), PIECES[reader.language])

    async def chart_theme(self, guild_id: int | None, reader_id: int | None = None) -> str:
        """The theme of charts and tables: the one reader's who sees them, the server's, or else dark."""
        own = (await self._person(reader_id)).theme if reader_id is not None else None
        settings = await self._settings.guild(guild_id) if guild_id else None
        return own or (settings.theme if settings else None) or "dark"

    async def own_look(self, person_id: int, guild_id: int | None) -> Look:
        """How pictures look that only this person sees, in a server or in direct messages."""
        person = await self._person(person_id)
        pieces = person.pieces or PIECES[texts(person.reads).language]
        return Look(person.theme or await self._theme(guild_id), pieces, person.coordinates)

    async def draw_scene(
        self, slug: str, scene: Scene[Position], guild_id: int | None, reader_id: int
    ) -> discord.File:
        """The picture of a scene that belongs to no match, as one person sees it, with coordinates."""
        look = await self.own_look(reader_id, guild_id)
        scene = replace(scene, theme=look.theme, style=look.pieces)
        return await self.render(partial(scene_picture, slug, scene))

    async def render(self, draw: Draw, key: Hashable | None = None) -> discord.File:
        """A picture as an attachment; with a ``key`` it is drawn once, and kept."""
        png = await (self._pictures.draw(draw) if key is None else self._pictures.get(key, draw))
        return discord.File(io.BytesIO(png), PICTURE)

    async def _theme(self, guild_id: int | None) -> str:
        settings = await self._settings.guild(guild_id) if guild_id else None
        return (settings.theme if settings else None) or Look().theme

    async def clocks(self, reader_id: int | None = None) -> ClockDisplay:
        """How clocks are shown to one person; without one, to everybody."""
        style = (await self._person(reader_id)).clocks if reader_id is not None else None
        return ClockDisplay(self.epoch, style)

    def epoch(self, guild_id: int | None) -> float:
        """The unix time at which a server's clocks would have counted 0, had they never stopped."""
        return self._now() - self._uptime(guild_id)
