"""The panel in which an admin chooses the default variant and clock of a game in a server."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.guild_settings import DEFAULT_CLOCK, NO_CLOCK, clocks_of, game_default
from bot.presenters.registry import PRESENTERS
from bot.presenters.variants import VariantOption, compose_variant, parts_of_variant
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, select
from bot.ui.settings_panel import DEFAULTS, GAMES_PAGE, page_panel
from data.servers.settings import GuildSettings

CLOCK = "clock"
"""The menu of clocks; the others are parts of the variant. An argument is a game and a menu."""
_HANDICAP = "handicap"
_COLOR = discord.Color(0x5865F2)


def game_defaults_view(
    slug: str, settings: GuildSettings, reader: Texts, *, changed: bool = False
) -> LayoutView:
    """The menus of a game's variant and clock; ``changed`` says that a choice was just saved."""
    lines: list[str] = [reader("settings.defaults.title", game=reader(f"game.{slug}"))]
    if changed:
        lines.append(f"-# {reader('settings.saved', name=reader.plain('settings.defaults.short'))}")
    lines.append(f"-# {reader('settings.defaults.hint')}")
    back = button(page_panel(GAMES_PAGE), label=reader.plain("daily.settings.back"))
    rows = [ActionRow[AnyView](menu) for menu in _menus(slug, settings, reader)]
    return layout(
        Container(TextDisplay("\n".join(lines)), *rows, ActionRow[AnyView](back), accent_color=_COLOR)
    )


def chosen_parts(slug: str) -> list[VariantOption]:
    """The parts of a variant that a server chooses: no handicap, which is for two players."""
    parts = PRESENTERS[slug].variant_options
    return [part for part in parts if len(part.values) > 1 and part.name != _HANDICAP]


def with_part(slug: str, name: str, value: str, settings: GuildSettings) -> str:
    """The default variant of a game with another value of one of its parts."""
    return compose_variant(PRESENTERS[slug].variant_options, {**_parts(slug, settings), name: value})


def _parts(slug: str, settings: GuildSettings) -> dict[str, str]:
    """The values of the parts of a game's default variant, by their names; those of the bot are left out."""
    variant = game_default(settings.variants, slug)
    return dict(parts_of_variant(PRESENTERS[slug].variant_options, variant)) if variant else {}


def _menus(slug: str, settings: GuildSettings, reader: Texts) -> Iterator[Item[AnyView]]:
    current = _parts(slug, settings)
    for part in chosen_parts(slug):
        labels = {value: reader.plain(f"choice.{part.name}.{slug}.{value}") for value in part.values}
        chosen = current.get(part.name) or next(iter(part.values))
        yield _menu(slug, part.name, labels, chosen, next(iter(part.values)), reader)
    labels = {name: reader.plain(f"choice.clock.{name}") for name in (NO_CLOCK, *clocks_of(slug))}
    chosen = game_default(settings.clocks, slug) or DEFAULT_CLOCK
    yield _menu(slug, CLOCK, labels, chosen, DEFAULT_CLOCK, reader)


def _menu(
    slug: str, name: str, labels: dict[str, str], chosen: str, default: str, reader: Texts
) -> Item[AnyView]:
    """A menu; ``default`` is what the bot has where a server chooses nothing."""
    options = [
        discord.SelectOption(
            label=reader.plain("settings.default", value=label) if value == default else label,
            value=value,
            default=value == chosen,
        )
        for value, label in labels.items()
    ]
    part = reader.plain(f"settings.part.{name}")
    return select(Panel(DEFAULTS, f"{slug}.{name}"), options=options, placeholder=part)
