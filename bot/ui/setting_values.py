"""The values of settings in words: for the menus of panels, and for the log of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import discord

from bot.guild_settings import ANY, AUTOMATIC, CLOCKS, OFF, ON, SETTINGS, VARIANTS, chosen_value
from bot.match.server_rules import NUMBERED_LEVELS, OTHER
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts, escaped, texts
from bot.time_zones import ZONES, zone_name
from data.servers.settings import GuildSettings

_MAX_NAMED = 10  # channels, in a line


def value_label(name: str, value: str, locale: str, reader: Texts) -> str:
    """A value of one of `SETTINGS` as its dropdown shows it; ``locale`` is the server's in Discord."""
    if value == AUTOMATIC:
        own = texts(locale).language
        return reader.plain("settings.automatic", language=reader.plain(f"choice.language.{own}"))
    if value in (ON, OFF):
        return reader.plain(f"settings.{value}")
    if value.isdecimal():
        return reader.plain(f"settings.{name}.n", n=int(value))
    if value == ANY:
        return reader.plain("settings.boards.any")
    return reader.plain(f"choice.{name}.{value}")


def level_label(level: str, reader: Texts) -> str:
    """A choice of the computer's levels: a number, or all others."""
    if level == OTHER:
        return reader.plain("settings.levels.other")
    return reader.plain("settings.levels.n", level=level)


def hour_label(hour: int) -> str:
    """An hour, as 09:00."""
    return f"{hour:02}:00"


def zone_options(zone: str) -> list[discord.SelectOption]:
    """The time zones that a menu offers, and the server's ``zone``."""
    zones = [*ZONES, *([zone] if zone not in ZONES else [])]
    return [discord.SelectOption(label=name, value=name, default=name == zone) for name in zones]


def setting_changes(before: GuildSettings, after: GuildSettings, locale: str, reader: Texts) -> Iterator[Raw]:
    """The sentences of the log for the settings that differ: their names, old and new values."""
    for name in (*SETTINGS, *_IN_WORDS, "quiet"):
        if getattr(before, name) != getattr(after, name):
            old, new = (_setting(name, settings, locale, reader) for settings in (before, after))
            yield reader("log.setting", name=reader(f"settings.{name}"), old=old, new=new)


def _setting(name: str, settings: GuildSettings, locale: str, reader: Texts) -> Raw:
    if name in SETTINGS:
        return escaped(value_label(name, chosen_value(name, settings), locale, reader))
    if name == "quiet":
        return _quiet(settings, locale, reader)
    return _IN_WORDS[name](settings, reader)


def games_named(games: Iterable[str], reader: Texts) -> Raw:
    """The names of games; of none, that all are meant."""
    names = ", ".join(reader(f"game.{slug}") for slug in games)
    return Raw(names) if names else reader("settings.games.all")


def _levels(settings: GuildSettings, reader: Texts) -> Raw:
    levels = settings.levels
    if not levels:
        return reader("settings.levels.all")
    others = [reader.plain("settings.levels.other")] if OTHER in levels else []
    return escaped(", ".join([*(level for level in NUMBERED_LEVELS if level in levels), *others]))


def _channels(settings: GuildSettings, reader: Texts) -> Raw:
    channels = settings.channels
    named = [f"<#{channel_id}>" for channel_id in channels[:_MAX_NAMED]]
    more = [f"+{len(channels) - _MAX_NAMED}"] if len(channels) > _MAX_NAMED else []
    return Raw(", ".join([*named, *more])) if named else reader("settings.channels.all")


def channel_mention(channel_id: int | None, reader: Texts) -> Raw:
    """A channel, or that there is none."""
    return Raw(f"<#{channel_id}>") if channel_id is not None else reader("settings.off")


def _organizers(settings: GuildSettings, reader: Texts) -> Raw:
    if settings.organizers is None:
        return reader("settings.organizers.managers")
    if settings.organizers == settings.guild_id:
        return reader("settings.organizers.everyone")
    return Raw(f"<@&{settings.organizers}>")


def _quiet(settings: GuildSettings, locale: str, reader: Texts) -> Raw:
    if settings.quiet is None:
        return reader("settings.off")
    start, end = map(hour_label, settings.quiet)
    return Raw(f"{start}–{end} ({escaped(zone_name(settings.zone, locale))})")


def _defaults(words: Iterable[str], name: Callable[[str, str], str], reader: Texts) -> Raw:
    """The defaults of games; ``name`` says a game's value in words."""
    pairs = (word.partition(":") for word in words)
    named = [f"{reader(f'game.{slug}')}: {escaped(name(slug, value))}" for slug, _, value in pairs]
    return Raw(", ".join(named)) if named else reader("settings.defaults.none")


def _variants(settings: GuildSettings, reader: Texts) -> Raw:
    return _defaults(
        settings.variants,
        lambda slug, variant: PRESENTERS[slug].variant_name(variant, reader) or variant,
        reader,
    )


def _clocks(settings: GuildSettings, reader: Texts) -> Raw:
    return _defaults(settings.clocks, lambda _, name: reader.plain(f"choice.clock.{name}"), reader)


_IN_WORDS: dict[str, Callable[[GuildSettings, Texts], Raw]] = {
    "games": lambda settings, reader: games_named(settings.games, reader),
    "levels": _levels,
    "channels": _channels,
    "organizers": _organizers,
    "zone": lambda settings, reader: escaped(settings.zone or reader.plain("settings.zone.automatic")),
    VARIANTS: _variants,
    CLOCKS: _clocks,
    "log_channel": lambda settings, reader: channel_mention(settings.log_channel, reader),
}
