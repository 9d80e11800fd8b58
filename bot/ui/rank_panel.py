"""The panel in which an admin maps ratings to roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, role_select, select
from bot.ui.ratings import category_name
from data.model.rating_categories import Category
from data.servers.rank_roles import BEST, RankSettings

RANKS, GAME, BAND, ROLE = "ranks", "game", "band", "role"
OFF = "off"
BANDS = (0, 1000, 1200, 1400, 1600, 1800, 2000, 2200)
"""The lowest ratings that can have a role."""
_COLOR = discord.Color(0x5865F2)

WhyNot = Callable[[int], str | None]
"""The text key of why the bot cannot give a role; None if it can."""


def rank_view(
    settings: RankSettings,
    names: Mapping[int, str],
    why_not: WhyNot,
    reader: Texts,
    band: int | None = None,
) -> LayoutView:
    """The bands with their roles, and menus of the game, the band, and the role of the chosen ``band``.

    ``names`` are those of the server's roles, by id.
    """
    box: Container[AnyView] = Container(accent_color=_COLOR)
    box.add_item(TextDisplay("\n".join(_lines(settings, why_not, reader))))
    box.add_item(ActionRow(_game_menu(settings, reader)))
    box.add_item(ActionRow(_band_menu(settings, names, band, reader)))
    if band is not None:
        box.add_item(ActionRow(_role_menu(settings, band, reader)))
    back = button(Panel("reset-no"), label=reader.plain("ranks.back"))
    box.add_item(ActionRow(back))
    return layout(box)


def _lines(settings: RankSettings, why_not: WhyNot, reader: Texts) -> Iterator[str]:
    yield f"### {reader('ranks.title')}"
    yield f"-# {reader('ranks.hint')}"
    for lowest, role_id in sorted(settings.roles.items(), reverse=True):
        yield f"**{band_label(lowest, reader)}** <@&{role_id}>"
    if settings.game:
        yield from _first_problem(settings.roles.values(), why_not, reader)


def _first_problem(role_ids: Iterable[int], why_not: WhyNot, reader: Texts) -> Iterator[str]:
    """A line about the first role that the bot cannot give; nothing if it can give all of them."""
    for role_id in role_ids:
        problem = why_not(role_id)
        if problem is not None:
            yield f"{Icon.WARNING} {reader(problem, role=Raw(f'<@&{role_id}>'))}"
            return


def band_label(lowest: int, reader: Texts) -> str:
    """A band of ratings by its lowest one."""
    return reader.plain("ranks.band", least=lowest) if lowest else reader.plain("ranks.band-any")


def counted_rating(game: str | None, reader: Texts) -> str:
    """Which rating gives roles; None: none does."""
    if game is None:
        return reader.plain("ranks.off")
    return reader.plain("ranks.best") if game == BEST else category_name(Category(game), reader)


def role_mention(role_id: int | None, reader: Texts) -> Raw:
    """A role, or that there is none."""
    return Raw(f"<@&{role_id}>") if role_id is not None else reader("ranks.no-role")


def _game_menu(settings: RankSettings, reader: Texts) -> Item[AnyView]:
    names = {OFF: reader.plain("ranks.off"), BEST: reader.plain("ranks.best")}
    names |= {category.value: category_name(category, reader) for category in Category}
    chosen = settings.game or OFF
    options = [
        discord.SelectOption(label=name, value=value, default=value == chosen)
        for value, name in names.items()
    ]
    return select(Panel(RANKS, GAME), options=options, placeholder=reader.plain("menu.game"))


def _band_menu(
    settings: RankSettings, names: Mapping[int, str], band: int | None, reader: Texts
) -> Item[AnyView]:
    options = []
    for lowest in BANDS:
        name = names.get(settings.roles.get(lowest, 0))
        label = band_label(lowest, reader) + (f" → {name}" if name else "")
        options.append(discord.SelectOption(label=label[:100], value=str(lowest), default=lowest == band))
    return select(Panel(RANKS, BAND), options=options, placeholder=reader.plain("ranks.choose-band"))


def _role_menu(settings: RankSettings, band: int, reader: Texts) -> Item[AnyView]:
    """Discord's own menu of roles, which can be searched: a server has up to 250."""
    placeholder = reader.plain("ranks.choose-role", band=band_label(band, reader))
    panel = Panel(RANKS, f"{ROLE}.{band}")
    return role_select(panel, chosen=settings.roles.get(band), placeholder=placeholder)
