"""Overviews of matches that are over, in ephemeral messages, edited while their matches are judged."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import discord
import structlog
from discord.ui import LayoutView

from bot.drawing.graph import draw_graph
from bot.match.analyses import Analyses
from bot.match.report import Report
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY, in_time
from bot.tasks import Tasks
from bot.texts import Texts, texts
from bot.ui.graph import TimesLeft, graph_of
from bot.ui.overview import opening_scene, overview_view
from data.errors import StoreError
from data.model.match import Match
from games.base import Side

log = structlog.get_logger(__name__)

FOLLOWED_SECONDS = 14 * 60.0
"""How long an overview is edited: the token that edits an ephemeral message lives 15 minutes."""
MAX_FOLLOWED = 200
"""Overviews that are edited; others show how far their match is when they are opened."""

Note = Callable[[Report, int, Texts], Awaitable[str]]
"""What a feature says of a match to the person who reads its overview; nothing if it is empty."""


class Overviews:
    """Shows overviews. ``times_left`` returns what the movers of a match had left on the clock."""

    def __init__(
        self,
        analyses: Analyses,
        composer: Composer,
        times_left: Callable[[int], Awaitable[TimesLeft]],
    ) -> None:
        self._analyses = analyses
        self._composer = composer
        self._times_left = times_left
        self._note: Note = _nothing
        self._followed: dict[int, asyncio.Task[None]] = {}  # by message
        self._tasks = Tasks()

    def set_note(self, note: Note) -> None:
        """Let a feature add a line to every overview: there is room for one."""
        self._note = note

    async def show(
        self, interaction: discord.Interaction, match: Match, viewer: Side | None, *, explained: bool = False
    ) -> None:
        """Answer a press with a match's overview, or with what its parts mean.

        ``viewer`` is the side that reads of it (`bot.ui.match_message.player`).
        """
        await self.leave(interaction)
        report = await in_time(interaction, self._analyses.report(match))
        compose = partial(self._compose, interaction, match, viewer)
        view, picture = await in_time(interaction, compose(report, explained=explained))
        message_id = await _answer(interaction, view, picture)
        if not (report.is_final or explained) and len(self._followed) < MAX_FOLLOWED:
            task = self._tasks.run(self._follow(interaction, match, report.done, compose), match=match.id)
            self._followed[message_id] = task
            task.add_done_callback(lambda done: self._forget(message_id, done))

    async def leave(self, interaction: discord.Interaction) -> None:
        """Stop editing the message with the button that was pressed; it will show something else."""
        message_id = interaction.message.id if interaction.message is not None else 0
        task = self._followed.pop(message_id, None)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})  # so that no edit comes after the answer

    async def close(self) -> None:
        """Stop editing. A button of an overview goes on."""
        await self._tasks.close()

    def _forget(self, message_id: int, task: asyncio.Task[None]) -> None:
        if self._followed.get(message_id) is task:
            del self._followed[message_id]

    async def _follow(
        self,
        interaction: discord.Interaction,
        match: Match,
        shown: int,
        compose: Callable[[Report], Awaitable[tuple[LayoutView, discord.File]]],
    ) -> None:
        """Edit an overview until its match is judged, its time is up, or it is gone."""
        try:
            async with asyncio.timeout(FOLLOWED_SECONDS):
                async for report in self._analyses.follow(match):
                    if report.is_final or report.done > shown:
                        view, picture = await compose(report)
                        await interaction.edit_original_response(
                            view=view, attachments=[picture], allowed_mentions=NOBODY
                        )
        except TimeoutError:
            return
        except (StoreError, *DISCORD_FAULTS) as fault:
            log.info("overview not edited", match=match.id, fault=str(fault))

    async def _compose(
        self,
        interaction: discord.Interaction,
        match: Match,
        viewer: Side | None,
        report: Report,
        explained: bool = False,
    ) -> tuple[LayoutView, discord.File]:
        """The overview as its reader sees it, with the picture of a board or, ``explained``, of the graph."""
        reader_id, reader = interaction.user.id, texts(interaction.locale.value)
        left = await self._times_left(match.id)
        report = replace(report, match=match).read_by(reader_id)
        note = "" if explained else await self._note(report, reader_id, reader)
        view = overview_view(
            report, viewer, reader, reader_id, explained=explained, timed=bool(left), note=note
        )
        if explained:
            return view, await self._draw_graph(report, left, reader, reader_id)
        return view, await self._draw_board(report, reader_id)

    async def _draw_graph(
        self, report: Report, left: TimesLeft, reader: Texts, reader_id: int
    ) -> discord.File:
        look = await self._composer.own_look(reader_id, report.match.guild_id)
        graph = graph_of(report, look.theme, left, reader)
        return await self._composer.render(partial(draw_graph, graph))

    async def _draw_board(self, report: Report, reader_id: int) -> discord.File:
        look = await self._composer.own_look(reader_id, report.match.guild_id)
        return await self._composer.draw(opening_scene(report), look)


async def _nothing(report: Report, reader_id: int, reader: Texts) -> str:
    """No feature adds a line."""
    del report, reader_id, reader
    return ""


async def _answer(interaction: discord.Interaction, view: LayoutView, picture: discord.File) -> int:
    """Answer a press; returns the number of the message that shows the overview."""
    if interaction.response.is_done() or interaction.message is None:
        sent = await interaction.edit_original_response(
            view=view, attachments=[picture], allowed_mentions=NOBODY
        )
        return sent.id
    await interaction.response.edit_message(view=view, attachments=[picture], allowed_mentions=NOBODY)
    return interaction.message.id
