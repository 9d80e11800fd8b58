"""Matches that are over as files that other programs read; only the person sees them."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import discord

from bot.exceptions import Refusal
from bot.interactions.display_names import display_names
from bot.match.analyses import Analyses
from bot.match.game_record import NOT_KNOWN, game_record
from bot.match.own_board import board_in
from bot.match.report import Report
from bot.messages.access import check_visible
from bot.records.base import GameRecord
from bot.records.formats import Format, formats_of
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.annotations import annotated
from bot.ui.level_names import level_name
from bot.ui.players import is_hidden
from daeguk.installation import version
from data.errors import UnknownMatch
from data.matches.queries import MatchFilter
from data.model.match import Match, MatchState
from games.base import Side
from games.clock import Budget

MOST = 100
"""How many matches one answer can have."""
MAX_NUMBERS = 25
"""How many matches can be asked for by number."""
_BETWEEN = re.compile(r"[\s,;]+")  # numbers of matches
_NUMBER = re.compile("#?([0-9]{1,15})")


class _Game(NamedTuple):
    """A match, who played it, and what they had left on the clock."""

    match: Match
    names: tuple[str, str]
    left: Mapping[int, Budget]
    report: Report | None
    """What is written of its analysis; None for nothing."""


def match_numbers(text: str) -> Sequence[int]:
    """The numbers of matches that a person typed, each once. Raises `Refusal`."""
    numbers = dict[int, None]()
    for word in filter(None, _BETWEEN.split(text)):
        number = _NUMBER.fullmatch(word)
        if number is None:
            raise Refusal("export.no-number", text=word[:40])
        numbers[int(number[1])] = None
    if not numbers:
        raise Refusal("export.no-number", text=text[:40])
    if len(numbers) > MAX_NUMBERS:
        raise Refusal("export.too-many", n=MAX_NUMBERS)
    return list(numbers)


async def export_matches(
    interaction: Interaction, numbers: Sequence[int], form: Format | None, *, analysis: bool
) -> None:
    """Answer with the matches of these numbers.

    Raises `Refusal` if the person cannot see one, or one is not over.
    """
    visible = {number: await _visible(interaction, number) for number in numbers}
    if unknown := [number for number, match in visible.items() if match is None]:
        raise Refusal("export.not-visible", n=len(unknown), numbers=_written_numbers(unknown))
    matches = [match for match in visible.values() if match is not None]
    if running := [match.id for match in matches if match.state != MatchState.OVER or not match.begun]:
        raise Refusal("export.not-over", n=len(running), numbers=_written_numbers(running))
    await _export(interaction, matches, form, analysis=analysis)


async def _visible(interaction: Interaction, number: int) -> Match | None:
    """A match; None if there is none, or the person cannot see it."""
    try:
        match = await interaction.client.services.matches.get(number)
        if match.side_of(interaction.user.id) is None:
            check_visible(interaction, match)
    except (UnknownMatch, Refusal):
        return None
    return match


def _written_numbers(numbers: Iterable[int]) -> str:
    return ", ".join(f"#{number}" for number in numbers)


async def export_last(
    interaction: Interaction, n: int, game: str | None, form: Format | None, *, analysis: bool
) -> None:
    """Answer with the person's last ``n`` matches that are over, or those of a game."""
    queries = interaction.client.services.store.queries
    finished, _ = await queries.finished(interaction.user.id, MatchFilter(game=game), limit=min(n, MOST))
    if not finished:
        raise Refusal("export.none")
    await _export(interaction, list(reversed(finished)), form, analysis=analysis)


async def _export(
    interaction: Interaction, matches: Sequence[Match], form: Format | None, *, analysis: bool
) -> None:
    """Answer with a file for each format, with a reply that says what is left out."""
    by_format = _by_format(matches, form)
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = texts(interaction.locale.value)
    names = await display_names(interaction, _people(matches))
    files, n, unfinished = [], 0, 0
    for file_format, of_format in by_format.items():
        exported = []
        for match in of_format:
            players = _names(interaction, match, names, reader)
            exported.append(await _game(interaction, match, players, analysis and file_format.has_comments))
        files.append(await _file(file_format, exported, reader))
        n += len(exported)
        unfinished += sum(_is_unfinished(game.report) for game in exported)
    lines = [reader("export.done", n=n)]
    if n < len(matches):
        lines.append(reader("export.left-out", n=len(matches) - n))
    if unfinished:
        lines.append(reader("export.not-analyzed", n=unfinished))
    await interaction.followup.send("\n-# ".join(lines), files=files, ephemeral=True)


async def _game(interaction: Interaction, match: Match, names: tuple[str, str], analysis: bool) -> _Game:
    services = interaction.client.services
    left = await services.store.queries.times_left(match.id) if match.clock else NOT_KNOWN
    report = await services.part(Analyses).report(match) if analysis and match.moves else None
    return _Game(match, names, left, report)


def _is_unfinished(report: Report | None) -> bool:
    return report is not None and not report.is_final


def _by_format(matches: Iterable[Match], form: Format | None) -> Mapping[Format, Sequence[Match]]:
    """The matches by the format they are written in. Raises `Refusal` if ``form`` has none of their games."""
    by_format: dict[Format, list[Match]] = {}
    for match in matches:
        wanted = formats_of(match.game)[0] if form is None else form
        if match.game in wanted.games and (match.setup is None or wanted.has_setups):
            by_format.setdefault(wanted, []).append(match)
    if not by_format:
        raise Refusal("export.not-in-format")
    return by_format


async def _file(form: Format, exported: Sequence[_Game], reader: Texts) -> discord.File:
    content = await asyncio.to_thread(_written, form, exported, reader)
    ids = [game.match.id for game in exported]
    number = str(ids[0]) if len(ids) == 1 else f"{min(ids)}-{max(ids)}"
    return discord.File(io.BytesIO(content), f"daeguk-{number}.{form.extension}")


def _written(form: Format, exported: Sequence[_Game], reader: Texts) -> bytes:
    games = [_record(game, reader) for game in exported]
    return form.write(games, f"Daeguk:{version()}").encode()


def _record(game: _Game, reader: Texts) -> GameRecord:
    record = game_record(game.match, game.names, f"Daeguk #{game.match.id}", game.left)
    if game.report is None or not game.report.is_final:
        return record
    return annotated(record, game.report, reader)


def _people(matches: Iterable[Match]) -> Collection[int]:
    """The people who played, without those who were erased, in order."""
    return dict.fromkeys(user_id for match in matches for user_id in match.people)


def _names(
    interaction: Interaction, match: Match, people: Mapping[int, str], reader: Texts
) -> tuple[str, str]:
    """What the players are called; of two boards each names one of them, except to the other player."""
    is_player = match.side_of(interaction.user.id) is not None
    board = board_in(match, interaction.guild_id, interaction.channel_id)
    viewer = None if is_player else board.side
    first, second = (
        _name(match, side, {} if is_hidden(match, side, viewer) else people, reader) for side in Side
    )
    return first, second


def _name(match: Match, side: Side, people: Mapping[int, str], reader: Texts) -> str:
    """Who played a side: the computer by its level, people by name; empty for one who was erased."""
    if members := match.members(side):
        return ", ".join(filter(None, (people.get(user_id) for user_id in members)))
    return reader.plain("export.computer", level=level_name(match.game, match.level or "", reader))
