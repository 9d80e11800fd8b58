"""Looking for an opponent: what ``/seek`` and the buttons of the board do."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.exceptions import Refusal
from bot.guild_settings import DEFAULT_CLOCK, NO_CLOCK
from bot.interactions.channel_checks import current_place
from bot.interactions.commands.naming import GAME_CHOICES, choices, command
from bot.interactions.commands.variants import chosen_variant, complete_variant
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import settle
from bot.match.limits import BOARDS
from bot.match.seeks import Seeks
from bot.messages.access import is_member
from bot.messages.interaction_responses import PublicPost, in_time
from bot.messages.private_notes import NO_MATCH
from bot.messages.seek_boards import SeekBoards
from bot.services import Interaction, Services
from bot.texts import Raw, texts
from bot.ui.panel import Panel
from bot.ui.seek_board import ACCEPT, CANCEL
from data.matches.seeks import NewSeek
from data.model.match import Match, Place
from games.clock import CONTROLS


async def seek(interaction: Interaction, wanted: NewSeek) -> None:
    """List a seek, or start the match with somebody who seeks the same."""
    place = await seek_place(interaction, wanted.game)
    services = interaction.client.services
    async with public_post(interaction, BOARDS) as post:
        seek_or_match = await in_time(interaction, services.part(Seeks).seek(wanted, place), thinking=True)
        if isinstance(seek_or_match, Match):
            await _post(interaction, seek_or_match, post)
            return
    reader = texts(interaction.locale.value)
    key = "seek.listed-everywhere" if seek_or_match.is_open else "seek.listed"
    text = reader(key, when=Raw(f"<t:{round(seek_or_match.expires_at)}:R>"))
    await services.private_notes.say(interaction, NO_MATCH, text)


async def press_seek(interaction: Interaction, panel: Panel) -> None:
    """Accept a seek, or cancel one's own."""
    action, _, number = panel.argument.partition(".")
    seeks, me = interaction.client.services.part(Seeks), interaction.user.id
    if action == CANCEL:
        if not await seeks.cancel(me, interaction.guild_id):
            raise Refusal("seek.none")
        await interaction.response.defer()
    elif action == ACCEPT and number.isdecimal():
        place = await seek_place(interaction, await seeks.game_of(int(number)))
        async with public_post(interaction, BOARDS) as post:
            await _post(interaction, await seeks.accept(int(number), me, place), post)
    else:
        raise Refusal("error.unknown-button")


async def seek_place(interaction: Interaction, game: str) -> Place:
    """The place of an interaction, where people can look for an opponent in a game. Raises `Refusal`."""
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("seek.only-in-servers")
    return await current_place(interaction, game, None, shared=True)


async def _post(interaction: Interaction, match: Match, post: PublicPost) -> None:
    """Answer with the board of the match that has begun; its other player is mentioned.

    A person of another server is mentioned there, at the board of their own. Such a mention does not count
    for a limit: whoever seeks an opponent wants it, once a seek.
    """
    me = interaction.user.id
    if match.has_own_boards:
        await interaction.client.services.boards.messages.post(interaction, match, match.home, post)
        return
    other = match.first_id if match.second_id == me else match.second_id
    post = replace(post, mentioned=other)
    posted = await interaction.client.services.boards.messages.post(interaction, match, match.home, post)
    await settle(interaction, posted, post)


EVERYWHERE = "everywhere"
_SERVERS = ("here", EVERYWHERE)
_CLOCKS = (NO_CLOCK, *(name for name, control in CONTROLS.items() if not control.periods))


@command("seek", variant="tournament variant")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.choices(
    game=GAME_CHOICES, clock=choices("choice.clock.", _CLOCKS), servers=choices("choice.servers.", _SERVERS)
)
async def seek_command(
    interaction: Interaction,
    game: app_commands.Choice[str],
    variant: str | None = None,
    clock: app_commands.Choice[str] | None = None,
    rated: bool = False,
    range: app_commands.Range[int, 50, 1_000] | None = None,  # noqa: A002  the option's name
    servers: app_commands.Choice[str] | None = None,
) -> None:
    """List a seek on the server's board, or play at once with somebody who seeks the same."""
    name = clock.value if clock else DEFAULT_CLOCK
    wanted = NewSeek(
        user_id=interaction.user.id,
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        game=game.value,
        variant=chosen_variant(game.value, variant),
        control=None if name == NO_CLOCK else name,
        is_rated=rated,
        range=range,
        is_open=servers is not None and servers.value == EVERYWHERE,
        locale=interaction.guild_locale.value if interaction.guild_locale else None,
    )
    await seek(interaction, wanted)


seek_command.autocomplete("variant")(complete_variant)


def _parts(core: Services) -> list[object]:
    seeks = Seeks(core.store, core.events, core.now)
    return [seeks, SeekBoards(core.client, core.store, seeks, core.repost_rule, core.events, core.now)]


SEEKS = Feature([seek_command], panels={"seek": press_seek}, build=_parts)
