"""Games of other programs' files, or of a text, as matches that can be reviewed."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Sequence
from typing import Any

import discord

from bot.exceptions import Refusal
from bot.interactions.channel_checks import current_place
from bot.interactions.feature import Feature
from bot.interactions.public_posts import post_if
from bot.match.analyses import Analyses
from bot.match.limits import ANSWERS, IMPORTS
from bot.match.rate_limits import CostlyLimit
from bot.messages.access import is_member
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import defer_message
from bot.records.base import MAX_BYTES, Problem
from bot.records.reading_process import FoundGame, FoundGames, ReadingFailed, RecordReader
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.import_message import (
    FILE_FIELD,
    TEXT_FIELD,
    FoundProblem,
    Imported,
    import_view,
    problem_line,
    record_modal,
)
from bot.ui.modals import submitted_fields
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from data.matches.imported import ImportedGame
from data.model.match import Place

MAX_NAMED = 5
"""The problems that are named where nothing is imported."""
MAX_AT_ONCE = 25
"""The games of a file that are stored at once: as many as a menu of Discord's shows."""


class ImportLimit(CostlyLimit):
    """How often a person can store matches that were not played here: games of files, edited positions."""

    def __init__(self) -> None:
        super().__init__(time.monotonic, IMPORTS)


async def ask_for_record(interaction: Interaction) -> None:
    """Open the form for a record as a file or a text."""
    await interaction.response.send_modal(record_modal(texts(interaction.locale.value)))


async def import_submitted(interaction: Interaction, panel: Panel) -> None:
    """Import the file of a submitted form, or its text if it has no file."""
    del panel  # the form is all
    file, text = (
        _submitted_file(interaction),
        submitted_fields(interaction).get(TEXT_FIELD, {}).get("value") or "",
    )
    if file is None and not text.strip():
        raise Refusal("import.empty-form")
    if file is not None and file["size"] > MAX_BYTES:
        raise Refusal("record.too-large", n=MAX_BYTES // 2**20)
    with interaction.client.services.part(ImportLimit).take(interaction.user.id):
        place = _place(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        data = (
            text.encode()
            if file is None
            else await _loaded(interaction.client.http.get_from_cdn(file["url"]))
        )
        await _import(interaction, data, place)


async def import_file(interaction: Interaction, file: discord.Attachment, first: int, *, show: bool) -> None:
    """Import up to `MAX_AT_ONCE` games of a file from its ``first`` one on.

    The answer is the person's alone, unless they want to ``show`` it in the channel.
    """
    if file.size > MAX_BYTES:
        raise Refusal("record.too-large", n=MAX_BYTES // 2**20)
    async with post_if(interaction, ANSWERS, is_public=show) as post:
        with interaction.client.services.part(ImportLimit).take(interaction.user.id):
            place = (
                await current_place(interaction, None, None, shared=True, begins=False)
                if show
                else _place(interaction)
            )
            await defer_message(interaction, post)
            await _import(interaction, await _loaded(file.read()), place, first, show=show)


def _place(interaction: Interaction) -> Place:
    """The place of an interaction, for an answer that only the person sees."""
    locale = (interaction.guild_locale or interaction.locale).value
    return Place(
        interaction.guild_id, interaction.channel_id or 0, locale, tokens_only=not is_member(interaction)
    )


async def _loaded(reading: Awaitable[bytes]) -> bytes:
    try:
        return await reading
    except DISCORD_FAULTS as fault:
        raise Refusal("import.not-loaded") from fault


def _submitted_file(interaction: Interaction) -> Any | None:
    """The file of a submitted form as Discord describes it; None if there is none."""
    data: Any = interaction.data or {}
    ids = submitted_fields(interaction).get(FILE_FIELD, {}).get("values") or [""]
    return (data.get("resolved", {}).get("attachments") or {}).get(str(ids[0]))


async def _import(
    interaction: Interaction, data: bytes, place: Place, first: int = 1, *, show: bool = False
) -> None:
    """Import the games of a file from the one with the number ``first`` on, and say what was imported."""
    services, reader = interaction.client.services, texts(interaction.locale.value)
    try:
        file = await services.part(RecordReader).read(data)
    except ReadingFailed as failure:
        raise Refusal(failure.key) from failure
    games, problems = [game for game in file.games if _has_moves(game)], _problems(file)
    chosen = games[first - 1 :][:MAX_AT_ONCE]
    if not chosen:
        await interaction.edit_original_response(
            view=note_view(_nothing(problems, len(games), first, reader))
        )
        return
    stored = [ImportedGame(game.record, game.outcome) for game in chosen if game.record and game.outcome]
    matches = await services.store.imports.add(interaction.user.id, place, stored)
    services.part(Analyses).add(matches)
    notes = [*file.notes, *(note for game in chosen for note in game.notes)]
    # Names of people in the file are for whoever has it, not for a channel.
    names = () if show else [game.names for game in chosen][-len(matches) :]  # those that are kept
    view = import_view(Imported(matches, problems, notes, len(games), first, names), reader)
    await interaction.edit_original_response(view=view, allowed_mentions=discord.AllowedMentions.none())


def _has_moves(game: FoundGame) -> bool:
    return game.record is not None and bool(game.record.moves)


def _problems(file: FoundGames) -> Sequence[FoundProblem]:
    """Why games, and the file, are not read or not to their end, in the order of their lines."""
    problems = [FoundProblem(game.problem, _has_moves(game)) for game in file.games if game.problem]
    empty = [game for game in file.games if game.problem is None and not _has_moves(game)]
    problems += [FoundProblem(Problem(game.line, "import.no-moves")) for game in empty]
    problems.sort(key=lambda found_problem: found_problem.problem.line)
    return problems if file.problem is None else [*problems, FoundProblem(file.problem)]


def _nothing(problems: Sequence[FoundProblem], games: int, first: int, reader: Texts) -> Raw:
    """Why nothing is imported."""
    if games:
        return reader("import.fewer-games", n=games, first=first)
    lines = (problem_line(problem, reader) for problem in problems[:MAX_NAMED])
    return Raw("\n".join([reader("import.nothing"), *lines]))


IMPORT = Feature(
    panels={"import-text": import_submitted},
    build=lambda _: [RecordReader(), ImportLimit()],
)
