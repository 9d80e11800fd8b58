"""What the panel does in which a tournament is planned."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post, guild_settings_of
from bot.interactions.public_posts import public_post
from bot.interactions.tournaments import check_can_create, check_may_organize
from bot.match.limits import ANSWERS
from bot.match.server_rules import allowed_games
from bot.match.tournaments import Tournaments
from bot.messages.interaction_responses import follow_up
from bot.messages.member_names import MemberNames
from bot.messages.private_notes import about_tournament
from bot.messages.tournament_message import tournament_message
from bot.services import Interaction
from bot.texts import LANGUAGES, texts
from bot.ui.modals import submitted_fields
from bot.ui.panel import Panel
from bot.ui.tournament import created_view
from bot.ui.tournament_form import (
    AGAIN,
    CREATE,
    LESS,
    MORE,
    RATED,
    RETITLE,
    TITLE,
    TITLE_FIELD,
    TITLED,
    cleaned_title,
    is_rare,
    plan_view,
    title_form,
    title_in,
)
from bot.ui.tournament_plan import Plan
from data.model.tournament import NewTournament
from games import GAMES


async def usual_plan(interaction: Interaction) -> Plan:
    """What is chosen before anything is: as in the channel's newest tournament, or its name's game."""
    stored, channel_id = interaction.client.services.store.tournaments, interaction.channel_id or 0
    newest = await stored.newest_in_channel(interaction.guild_id or 0, channel_id)
    if newest is not None:
        return Plan.like(newest)
    game = game_in_name(getattr(interaction.channel, "name", None) or "")
    return Plan(game=game) if game is not None else Plan()


def game_in_name(channel: str) -> str | None:
    """The first game that the name of a channel names, in any language: baduk in 바둑과-오목.

    A name in Latin letters has to be whole words: go is in go-corner, not in gomoku.
    """
    words = f" {' '.join(re.split(r'[^a-z0-9가-힣]+', channel.casefold()))} "
    places = dict[int, str]()
    for slug in GAMES:
        for name in (slug, *(texts(language).plain(f"game.{slug}").casefold() for language in LANGUAGES)):
            place = words.find(f" {name} " if name.isascii() else name)
            if place >= 0:
                places[place] = slug
    return places[min(places)] if places else None


async def show_plan(interaction: Interaction, plan: Plan, title: str | None) -> None:
    """Answer with the panel, ephemerally. Raises `Refusal` for a person who cannot create tournaments."""
    await check_may_organize(interaction)
    await check_can_post(interaction)
    allowed = allowed_games(await guild_settings_of(interaction))
    if plan.game not in allowed:
        plan = replace(plan, game=allowed[0])
    view = plan_view(plan.fitting(), title, texts(interaction.locale.value), games=allowed)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _show_again(interaction: Interaction, tournament_id: int) -> None:
    """Show the panel with the choices of an earlier tournament of the server."""
    tournament = await interaction.client.services.part(Tournaments).get(tournament_id)
    if tournament.guild_id != interaction.guild_id:
        raise Refusal("error.unknown-button")
    await show_plan(interaction, Plan.like(tournament), tournament.title)


async def press_plan(interaction: Interaction, panel: Panel) -> None:
    """Change a choice and show the panel with it, ask for the title, or create it. Raises `Refusal`."""
    action, _, text = panel.argument.partition(".")
    if action == AGAIN:
        await _show_again(interaction, int(text) if text.isdecimal() else 0)
        return
    plan, title, reader = Plan.read(text), title_in(interaction.message), texts(interaction.locale.value)
    if plan is not None and action == CREATE:
        await _create(interaction, plan, title)
        return
    # The page from which the form of the title is opened, and to which it leads back.
    action, _, origin = action.partition("-")
    if plan is not None and action in (TITLE, RETITLE):
        await interaction.response.send_modal(title_form(plan, title, reader, origin or LESS))
        return
    if action == TITLED:
        title = cleaned_title(str(submitted_fields(interaction).get(TITLE_FIELD, {}).get("value") or ""))
    elif plan is not None and action not in (MORE, LESS, RATED):  # those have the plan that follows
        plan = plan.choose(action, "".join(panel.values))
    if plan is None:
        raise Refusal("error.unknown-button")
    is_second = MORE in (action, origin) or action == RATED or (action in plan.fields and is_rare(action))
    page = MORE if is_second else LESS
    games = allowed_games(await guild_settings_of(interaction))
    await interaction.response.edit_message(view=plan_view(plan, title, reader, games=games, page=page))


async def _create(interaction: Interaction, plan: Plan, title: str | None) -> None:
    """Create the tournament, once however often the button is pressed, and post its message."""
    services, me = interaction.client.services, interaction.user.id
    with services.part(Tournaments).creating.take(me) as is_first:
        if not is_first:
            await interaction.response.defer()
            return
        new = planned(interaction, plan, title)
        await check_can_create(interaction, new)
        async with public_post(interaction, ANSWERS) as post:
            tournament = await services.part(Tournaments).create(new)
            reader = texts(interaction.locale.value)
            number, done = about_tournament(tournament.id), created_view(tournament, reader)
            await services.private_notes.show(interaction, number, done, in_place=True)
            names = services.part(MemberNames)
            names.keep(tournament.guild_id, me, interaction.user.display_name)
            view, files = await tournament_message(services.composer, names, tournament)
            message_id = await follow_up(interaction, post, view, files)
        await services.store.tournaments.posted(tournament.id, message_id, tournament.version)


def planned(interaction: Interaction, plan: Plan, title: str | None) -> NewTournament:
    """The tournament to create in this channel."""
    now = interaction.client.services.part(Tournaments).now()
    return NewTournament(
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        locale=(interaction.guild_locale or interaction.locale).value,
        creator_id=interaction.user.id,
        kind=plan.kind,
        game=plan.game,
        variant=plan.variant,
        control=plan.control,
        rounds=plan.rounds or None if "rounds" in plan.fields else None,
        level=str(plan.level) if plan.level else None,
        rated=plan.rated,
        minutes=plan.minutes if "minutes" in plan.fields else None,
        groups=plan.groups or None if "groups" in plan.fields else None,
        starts_at=now + 60.0 * plan.starts if plan.starts else None,
        title=title,
    )
