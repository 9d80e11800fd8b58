"""Composes the message of a match: its language, its picture, its components. Nothing is sent from here."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

import discord
from discord.ui import LayoutView

from bot.drawing.base import LineMoves, Scene
from bot.drawing.graph import draw_graph
from bot.drawing.profile import draw_profile
from bot.drawing.showcase import all_games_picture, game_picture
from bot.drawing.standings import draw_standings
from bot.match.computer import Wait
from bot.match.hints import Hint
from bot.match.report import Report
from bot.messages.pictures import Pictures
from bot.presenters.board_scene import BoardScene
from bot.texts import Texts, texts
from bot.ui.buttons import keypad_of
from bot.ui.clocks import ClockDisplay
from bot.ui.graph import TimesLeft, graph_of
from bot.ui.match_message import PICTURE
from bot.ui.message import has_picture, message_view
from bot.ui.picture import NO_LABELS, Look, picture, scene_picture
from bot.ui.profile import profile_chart
from bot.ui.standings_table import standings_table
from bot.ui.tournament import has_table, tournament_view
from data.errors import UnavailableMatch
from data.model.board import Board
from data.model.match import Match
from data.model.tournament import Tournament
from data.people.store import Person
from data.ratings.profile import Profile
from data.servers.settings import SettingsStore
from games.base import Move, Position

PIECES = {"ko": "hangul", "en": "symbols"}
"""How Twelve Janggi's tiles look to those who have not chosen, by language."""


class Composer:
    """Composes messages; ``pictures`` draws what is on them.

    ``guild`` returns a server that the bot is in, ``wait`` what a match's computer waits for before it
    thinks, as its board shows it, ``hint`` the hint on its board, ``uptime`` what the clocks of a server
    count, ``match`` the match with a number, ``person`` what a person has set, ``now`` the unix time,
    ``votes`` how many votes each move has.
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
    ) -> None:
        self._settings = settings
        self._pictures = pictures
        self._guild = guild
        self._wait = wait
        self._hint = hint
        self._uptime = uptime
        self._match = match
        self._person = person
        self._now = now
        self._votes = votes

    async def message(
        self, match: Match, board: Board, selection: str = ""
    ) -> tuple[LayoutView, list[discord.File]]:
        """The components and attachments of a match's board, in any state, with ``selection`` marked."""
        reader, over = await self.language(board), await self._kept_board(match)
        keypad, hint = keypad_of(match, board.side, selection, reader), self._hint(match)
        reader_id = _only_reader(match)
        clocks, look = await self.clocks(reader_id), await self.look(board.guild_id, board.locale, reader_id)
        votes = await self._votes(match) if match.is_voted else None
        view = message_view(
            match,
            board,
            reader,
            keypad,
            wait=self._wait(match),
            hint=hint,
            clocks=clocks,
            over=over,
            votes=votes,
        )
        if has_picture(match):
            move = hint.move if hint is not None else None
            return view, [
                await self.draw(
                    BoardScene.of(match),
                    look,
                    suggestion=move,
                    selection=selection,
                    labels=keypad.labels_around(move),
                )
            ]
        return view, [await self.draw(BoardScene.of(over), look)] if over is not None else []

    async def _kept_board(self, match: Match) -> Match | None:
        """The match that is over whose message the challenge to a rematch took, and keeps showing."""
        if match.begun or match.rematch_of is None:
            return None
        try:
            over = await self._match(match.rematch_of)
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

    async def tournament(
        self, tournament: Tournament, reader: Texts | None = None
    ) -> tuple[LayoutView, list[discord.File]]:
        """The message of a tournament, in the server's language or that of ``reader``."""
        reader = reader or await self.language_in(tournament.guild_id, tournament.locale)
        view = tournament_view(tournament, reader)
        if not has_table(tournament):
            return view, []
        table = standings_table(tournament, await self._theme(tournament.guild_id))
        return view, [_file(await self._pictures.get(table, partial(draw_standings, table)))]

    async def draw(
        self,
        scene: BoardScene,
        look: Look,
        *,
        suggestion: Move | None = None,
        selection: str = "",
        labels: Mapping[str, str] = NO_LABELS,
        numbers: bool = False,
        line: LineMoves = (),
        ownership: bytes = b"",
    ) -> discord.File:
        """The picture of a board; the arguments are those of `bot.ui.picture.picture`."""
        draw = partial(
            picture,
            scene,
            look,
            suggestion=suggestion,
            selection=selection,
            labels=dict(labels),
            numbers=numbers,
            line=line,
            ownership=ownership,
        )
        marks = suggestion, selection, tuple(labels.items()), numbers, line, ownership
        return _file(await self._pictures.get((scene, look, *marks), draw))

    async def look(
        self, guild_id: int | None, locale: str | None = None, reader_id: int | None = None
    ) -> Look:
        """How pictures look to everybody in a server, or in direct messages; or else to one person there."""
        if reader_id is not None:
            return await self.own_look(reader_id, guild_id)
        reader = texts(locale) if guild_id is None else await self.language_in(guild_id, locale)
        return Look(await self._theme(guild_id), PIECES[reader.language])

    async def own_look(self, person_id: int, guild_id: int | None) -> Look:
        """How pictures look that only this person sees, in a server or in direct messages."""
        person = await self._person(person_id)
        pieces = person.pieces or PIECES[texts(person.reads).language]
        return Look(person.theme or await self._theme(guild_id), pieces, person.coordinates)

    async def graph(self, report: Report, left: TimesLeft, reader_id: int) -> discord.File:
        """The graph of a match as one person sees it; ``left`` is what was left on the clocks."""
        look = await self.own_look(reader_id, report.match.guild_id)
        return _file(await self._pictures.draw(partial(draw_graph, graph_of(report, look.theme, left))))

    async def profile(
        self, profile: Profile, reader: Texts, guild_id: int | None, reader_id: int | None
    ) -> discord.File:
        """The picture of a person's profile as one person sees it; without one, as everybody in a server."""
        if reader_id is None:
            theme = await self._theme(guild_id)
        else:
            theme = (await self.own_look(reader_id, guild_id)).theme
        chart = profile_chart(profile, theme, reader)
        return _file(await self._pictures.draw(partial(draw_profile, chart)))

    async def draw_scene(
        self, slug: str, scene: Scene[Position], guild_id: int | None, reader_id: int
    ) -> discord.File:
        """The picture of a scene that belongs to no match, as one person sees it, with coordinates."""
        look = await self.own_look(reader_id, guild_id)
        scene = replace(scene, theme=look.theme, style=look.pieces)
        return _file(await self._pictures.draw(partial(scene_picture, slug, scene)))

    async def showcase(self, guild_id: int | None, reader: Texts, slug: str | None = None) -> discord.File:
        """The picture that introduces a game, or all of them: a server's theme, a language's pieces."""
        look = Look(await self._theme(guild_id), PIECES[reader.language])
        drawing = partial(game_picture, slug) if slug is not None else all_games_picture
        key = slug, look.theme, look.pieces
        return _file(await self._pictures.get(key, partial(drawing, look.theme, look.pieces)))

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


def _file(png: bytes) -> discord.File:
    return discord.File(io.BytesIO(png), PICTURE)


def _only_reader(match: Match) -> int | None:
    """The one person who sees a match's message: the computer's opponent, in direct messages."""
    return match.challenger_id if match.guild_id is None and match.level is not None else None
