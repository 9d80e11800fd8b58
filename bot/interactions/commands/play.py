"""``/play <game>``: one subcommand per game, made from the registry of games."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.exceptions import Refusal
from bot.guild_settings import NO_CLOCK, clocks_of, game_default
from bot.interactions.channel_checks import check_people, guild_settings_of, usual_clock
from bot.interactions.commands.levels import chosen_computer, chosen_level, level_completion
from bot.interactions.commands.naming import choices, command, group
from bot.interactions.feature import Feature
from bot.interactions.simuls import BY_COMPUTER, SIMULS, open_simul
from bot.interactions.start_match import Request, start_match
from bot.interactions.usual_levels import automatic_level, suiting_level
from bot.match.auto_level import AUTO
from bot.messages.teaching_notes import TeachingNotes
from bot.presenters.registry import PRESENTERS, game_title
from bot.presenters.variants import VariantOption, compose_variant, parts_of_variant
from bot.services import Interaction
from bot.texts import texts
from bot.texts.command_names import label
from games import GAMES
from games.base import Game, Side
from games.starts import random_start, variants_with_starts

DEFAULT_LEVEL = "3"
EVEN = "even"
START = VariantOption("start", {"standard": "", EVEN: ""})
"""Where a match begins, in games with even starts: chosen like a part of the variant, but no part of it."""
_SIDES = {"first": Side.FIRST, "second": Side.SECOND}
_RANDOM = random.SystemRandom()


def play_group() -> app_commands.Group:
    """``/play`` with a subcommand for every game of the registry."""
    parent = group("play")
    for game in GAMES.values():
        parent.add_command(_game_command(game))
    return parent


def _game_command(game: Game) -> app_commands.Command[Any, ..., None]:
    slug, parts = game.slug, PRESENTERS[game.slug].variant_options
    offered = [part for part in parts if len(part.values) > 1]
    if variants_with_starts(slug):
        offered.append(START)

    async def play(
        interaction: Interaction,
        opponent: discord.User | None = None,
        level: str | None = None,
        side: app_commands.Choice[str] | None = None,
        clock: app_commands.Choice[str] | None = None,
        open: bool = False,  # noqa: A002  the option's name
        teach: bool = False,
        rated: bool = False,
        simul: app_commands.Choice[str] | None = None,
        **chosen: app_commands.Choice[str] | None,
    ) -> None:
        values = {name: choice.value for name, choice in chosen.items() if choice}
        is_even = values.pop(START.name, None) == EVEN
        if is_even and not values:
            variant = variants_with_starts(slug)[0]
        else:
            variant = await chosen_variant(interaction, game, values)
        if simul is not None:
            if opponent or side or open or teach or rated or is_even:
                raise Refusal("play.simul-with-more")
            await _begin_simul(interaction, game, variant, simul.value, clock.value if clock else None, level)
            return
        kinds = {"is_open": open, "teach": teach, "rated": rated, "is_even": is_even}
        await begin(interaction, game, opponent, level, side, clock, variant, **kinds)

    give_options(play, offered)
    clocks = choices("choice.clock.", (NO_CLOCK, *clocks_of(slug)))
    app_commands.choices(side=_sides(slug), clock=clocks, simul=choices("choice.simul.", SIMULS))(play)
    app_commands.choices(**variant_choices(slug, offered))(play)
    made = command(f"play {slug}")(play)
    made.autocomplete("level")(level_completion(slug))
    return made


def give_options(callback: Callable[..., Any], parts: Sequence[VariantOption]) -> None:
    """Let a command's signature, which discord.py reads, name every part of the variant.

    They come after the opponent and the level: a phone shows the first options without a swipe.
    """
    signature = inspect.signature(callback)
    *plain, rest = signature.parameters.values()
    named = [
        inspect.Parameter(part.name, rest.POSITIONAL_OR_KEYWORD, default=None, annotation=rest.annotation)
        for part in parts
    ]
    first = next((place for place, part in enumerate(plain, 1) if part.name == "level"), len(plain))
    callback.__signature__ = signature.replace(parameters=[*plain[:first], *named, *plain[first:]])  # type: ignore[attr-defined]


async def begin(
    interaction: Interaction,
    game: Game,
    opponent: discord.User | discord.Member | None,
    level: str | None,
    side: app_commands.Choice[str] | None,
    clock: app_commands.Choice[str] | None,
    variant: str,
    *,
    is_open: bool = False,
    teach: bool = False,
    rated: bool = False,
    is_even: bool = False,
) -> None:
    """Check what was chosen, then start the match or the challenge; anyone can accept an open one.

    ``is_even``: it begins from an even start.
    """
    if variant not in game.variants:
        raise Refusal("rule.unknown-variant", game=game.slug, variant=variant[:40])
    if is_even and variant not in variants_with_starts(game.slug):
        raise Refusal(
            "play.no-even-starts", variant=game_title(game.slug, variant, texts(interaction.locale.value))
        )
    of_two = opponent is not None or is_open
    _check_opponents(interaction, opponent, is_open=is_open)
    if of_two and level is not None:
        raise Refusal("play.level-with-person")
    if of_two and teach:
        raise Refusal("play.teach-with-person")
    if rated and not of_two:
        raise Refusal("play.rated-with-computer")
    playing = None if of_two else await _level(interaction, game.slug, variant, level)
    own_side = _SIDES.get(side.value if side else "random") or _RANDOM.choice(list(Side))
    control = await chosen_clock(interaction, game.slug, clock.value if clock else None, of_two=of_two)
    await start_match(
        interaction,
        Request(
            game.slug,
            variant,
            own_side,
            opponent_id=opponent.id if opponent else None,
            level=playing,
            control=control,
            teaching=teach,
            is_rated=rated,
            setup=random_start(game.slug, variant, _RANDOM) if is_even else None,
        ),
    )


async def _begin_simul(
    interaction: Interaction, game: Game, variant: str, chosen: str, clock: str | None, typed: str | None
) -> None:
    """Open a simul that the person gives, or the computer at a level. Raises `Refusal`."""
    if variant not in game.variants:
        raise Refusal("rule.unknown-variant", game=game.slug, variant=variant[:40])
    level = None
    if chosen == BY_COMPUTER:
        playing = await _level(interaction, game.slug, variant, typed)
        level = chosen_computer(game.slug, playing, texts(interaction.locale.value))
    elif typed is not None:
        raise Refusal("play.simul-level")
    await open_simul(interaction, game.slug, variant, chosen, clock, level)


async def _level(interaction: Interaction, slug: str, variant: str, typed: str | None) -> str:
    """The level that was chosen, or what suits the person. Raises `Refusal` if there is no such level."""
    if typed is None:
        return await suiting_level(interaction, slug, variant, DEFAULT_LEVEL)
    level = chosen_level(slug, typed, texts(interaction.locale.value))
    return await automatic_level(interaction, slug, variant) if level == AUTO else level


async def chosen_variant(interaction: Interaction, game: Game, values: Mapping[str, str]) -> str:
    """The variant of the parts that were chosen; where the server's default has the others, with those."""
    settings, parts = await guild_settings_of(interaction), PRESENTERS[game.slug].variant_options
    usual = game_default(settings.variants, game.slug) if settings is not None else None
    if usual is not None:
        variant = compose_variant(parts, {**parts_of_variant(parts, usual), **values})
        if variant in game.variants:  # not with a handicap that the default's board is too small for
            return variant
    return compose_variant(parts, values)


async def chosen_clock(interaction: Interaction, slug: str, name: str | None, *, of_two: bool) -> str | None:
    """The name of the time control that was chosen, or the usual one between two; None for no clock."""
    if name is None:
        return await usual_clock(interaction, slug) if of_two else None
    return None if name == NO_CLOCK else name


def _check_opponents(
    interaction: discord.Interaction, opponent: discord.User | discord.Member | None, *, is_open: bool
) -> None:
    """Raise `Refusal` for an opponent, or an open challenge, that is not possible here."""
    if opponent is not None:
        if is_open:
            raise Refusal("play.open-with-person")
        check_opponent(interaction, opponent)
    elif is_open:
        check_people(interaction)


def check_opponent(interaction: discord.Interaction, opponent: discord.User | discord.Member) -> None:
    """Raise `Refusal` for an opponent who cannot play here."""
    if opponent.id == interaction.user.id:
        raise Refusal("play.yourself")
    if interaction.client.user is not None and opponent.id == interaction.client.user.id:
        raise Refusal("play.this-bot")
    if opponent.bot:
        raise Refusal("play.a-bot")
    check_people(interaction)
    if interaction.context.private_channel:
        return  # messages between people: an opponent who is not among them cannot accept
    if not isinstance(opponent, discord.Member):
        raise Refusal("play.not-here")


def _sides(slug: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=label(f"choice.side.{slug}.{name}" if name != "random" else "choice.side.random"), value=name
        )
        for name in ("random", *_SIDES)
    ]


def variant_choices(slug: str, parts: Iterable[VariantOption]) -> dict[str, list[app_commands.Choice[str]]]:
    """The choices of parts of a game's variants, by the name of the part."""
    return {part.name: choices(f"choice.{part.name}.{slug}.", part.values) for part in parts}


PLAY = Feature(
    [play_group],
    build=lambda core: [TeachingNotes(core.person_tokens, core.private_notes, core.events)],
)
