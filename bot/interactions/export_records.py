"""Answers with matches as files that other programs read; only the person sees them."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import discord

from bot.exceptions import Refusal
from bot.interactions.display_names import display_names
from bot.match.game_record import NOT_KNOWN, game_record
from bot.messages.access import check_visible
from bot.package_info import version
from bot.records.formats import FORMATS, Format, formats_of
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.match_message import level_name
from data.matches.queries import MatchFilter
from data.model import DELETED_USER, Match, MatchState
from games.base import Side
from games.clock import Budget

MOST = 100
"""How many matches one answer can have."""


class _Game(NamedTuple):
    """A match, who played it, and what they had left on the clock."""

    match: Match
    names: tuple[str, str]
    left: Mapping[int, Budget]


async def export_match(interaction: Interaction, match_id: int, form: Format | None) -> None:
    """Answer with one match. Raises `Refusal` if the person cannot see it, or it is not over."""
    match = await interaction.client.services.matches.get(match_id)
    if match.side_of(interaction.user.id) is None:
        check_visible(interaction, match)
    if match.state != MatchState.OVER or not match.begun:
        raise Refusal("export.not-over")
    await _export(interaction, [match], form)


async def export_last(interaction: Interaction, n: int, game: str | None, form: Format | None) -> None:
    """Answer with the person's last ``n`` matches that are over, or those of a game."""
    queries = interaction.client.services.store.queries
    found, _ = await queries.finished(interaction.user.id, MatchFilter(game=game), limit=min(n, MOST))
    if not found:
        raise Refusal("export.none")
    await _export(interaction, list(reversed(found)), form)


async def _export(interaction: Interaction, matches: Sequence[Match], form: Format | None) -> None:
    by_format = _by_format(matches, form)
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = texts(interaction.locale.value)
    names = await display_names(interaction, _people(matches))
    left = interaction.client.services.store.queries.times_left
    files = [
        await _file(
            one,
            [
                _Game(match, _names(match, names, reader), await left(match.id) if match.clock else NOT_KNOWN)
                for match in those
            ],
        )
        for one, those in by_format.items()
    ]
    n = sum(map(len, by_format.values()))
    left_out = len(matches) - n
    lines = [reader("export.done", n=n)]
    if left_out:
        lines.append(reader("export.left-out", n=left_out))
    await interaction.followup.send("\n-# ".join(lines), files=files, ephemeral=True)


def _by_format(matches: Iterable[Match], form: Format | None) -> Mapping[Format, Sequence[Match]]:
    """The matches by the format they are written in. Raises `Refusal` if ``form`` has none of their games."""
    found: dict[Format, list[Match]] = {}
    for match in matches:
        wanted = formats_of(match.game)[0] if form is None else form
        if match.game in wanted.games and (match.setup is None or wanted.has_setups):
            found.setdefault(wanted, []).append(match)
    if not found:
        raise Refusal("export.not-in-format")
    return found


async def _file(form: Format, exported: Sequence[_Game]) -> discord.File:
    content = await asyncio.to_thread(_written, form, exported)
    ids = [one.match.id for one in exported]
    number = str(ids[0]) if len(ids) == 1 else f"{min(ids)}-{max(ids)}"
    return discord.File(io.BytesIO(content), f"daeguk-{number}.{form.extension}")


def _written(form: Format, exported: Sequence[_Game]) -> bytes:
    games = [game_record(one.match, one.names, f"Daeguk #{one.match.id}", one.left) for one in exported]
    return form.write(games, f"Daeguk:{version()}").encode()


def _people(matches: Iterable[Match]) -> Collection[int]:
    """The people who played, without those who were erased, in order."""
    seats = (user_id for match in matches for user_id in (match.first_id, match.second_id))
    return dict.fromkeys(user_id for user_id in seats if user_id is not None and user_id != DELETED_USER)


def _names(match: Match, people: Mapping[int, str], reader: Texts) -> tuple[str, str]:
    first, second = (_name(match, side, people, reader) for side in Side)
    return first, second


def _name(match: Match, side: Side, people: Mapping[int, str], reader: Texts) -> str:
    """Who played a side: the computer by its level, a person by name; empty for one who was erased."""
    user_id = match.user_of(side)
    if user_id is not None:
        return people.get(user_id, "")
    return reader.plain("export.computer", level=level_name(match.game, match.level or "", reader))


def format_named(name: str, reader: Texts) -> Format:
    """The format that a person chose, or typed as it is called. Raises `Refusal`."""
    wanted = name.strip().casefold()
    for form in FORMATS.values():
        if wanted in (form.name, format_name(form, reader).casefold()):
            return form
    raise Refusal(
        "export.unknown-format", known=", ".join(format_name(one, reader) for one in FORMATS.values())
    )


def format_name(form: Format, reader: Texts) -> str:
    """What people call a format."""
    return reader.plain(f"export.format.{form.name}")
