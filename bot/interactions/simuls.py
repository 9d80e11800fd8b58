"""Simuls from ``/play``: one that the person gives, or one that the computer gives and the person joins.

They are tournaments. Anybody can open one, where others can only organize with a permission or a role.
"""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post, check_rules, server_quiet_until
from bot.interactions.public_posts import public_post
from bot.match.limits import BOARDS
from bot.match.tournaments import Tournaments
from bot.messages.access import is_member
from bot.messages.interaction_responses import in_time, send_message
from bot.messages.member_names import MemberNames
from bot.messages.tournament_message import tournament_message
from bot.services import Interaction
from bot.tournaments.formats import DEFAULT_CLOCK
from bot.tournaments.kinds import FORMATS
from bot.tournaments.simul import SIMUL_KINDS, ComputerSimul, Simul
from bot.ui.tournament_plan import LIVE_CLOCKS
from data.model.tournament import NewTournament
from games.clock import CONTROLS, ROUNDS

BY_COMPUTER, DAYS = "computer", "days"
SIMULS = (*ROUNDS, DAYS, BY_COMPUTER)
"""What can be chosen: the giver and, if that is the person, how long they have for a round of the boards."""
SIMULS_IN_SERVER = 5
"""Simuls of a server that are open or running at once, so that tournaments have room beside them."""
_OPEN_SECONDS = 3600.0
"""How long people can join before it starts by itself, or is canceled if they are too few."""


async def open_simul(
    interaction: Interaction, slug: str, variant: str, chosen: str, clock: str | None, level: str | None
) -> None:
    """Post a simul that people can join; ``level``: of the computer if it is the giver. Raises `Refusal`."""
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("tournament.only-in-servers")
    tournaments, services = interaction.client.services.part(Tournaments), interaction.client.services
    control = _control(chosen, clock)
    new = await _planned(interaction, slug, variant, control, level)
    await _check_number(interaction)
    async with public_post(interaction, BOARDS) as post:
        tournament = await in_time(interaction, tournaments.create(new), thinking=True)
        names, giver = services.part(MemberNames), interaction.user
        names.keep(tournament.guild_id, giver.id, giver.display_name)
        composing = tournament_message(services.composer, names, tournament)
        message_id = await send_message(interaction, post, *await composing)
    await services.store.tournaments.posted(tournament.id, message_id, tournament.version)


def _control(chosen: str, clock: str | None) -> str:
    """The name of the time control. Raises `Refusal` for a clock that does not go with what was chosen."""
    if chosen in ROUNDS:
        if clock is not None:
            raise Refusal("play.simul-two-clocks")
        return chosen
    control = clock or DEFAULT_CLOCK
    rules = FORMATS[ComputerSimul.kind if chosen == BY_COMPUTER else Simul.kind]
    if control not in CONTROLS or rules.problem_of_clock(is_live=control in LIVE_CLOCKS) is not None:
        raise Refusal("tournament.simul.clock" if chosen == DAYS else "play.simul-needs-clock")
    return control


async def _planned(
    interaction: Interaction, slug: str, variant: str, control: str, level: str | None
) -> NewTournament:
    """The simul, which starts after an hour, or if that is in quiet hours, at their end. Raises `Refusal`."""
    settings = await check_can_post(interaction)
    check_rules(interaction, settings, slug, level, begins=True)
    starts_at = interaction.client.services.part(Tournaments).now() + _OPEN_SECONDS
    starts_at = server_quiet_until(interaction, settings, starts_at) or starts_at
    return NewTournament(
        guild_id=interaction.guild_id or 0,
        channel_id=interaction.channel_id or 0,
        locale=(interaction.guild_locale or interaction.locale).value,
        creator_id=interaction.user.id,
        kind=Simul.kind if level is None else ComputerSimul.kind,
        game=slug,
        variant=variant,
        control=control,
        rounds=None,
        level=level,
        rated=False,
        starts_at=starts_at,
    )


async def _check_number(interaction: Interaction) -> None:
    """Raise `Refusal` for a second simul of a person, and for more than the server has room for."""
    unfinished = await interaction.client.services.store.tournaments.unfinished_in(interaction.guild_id or 0)
    simuls = [tournament for tournament in unfinished if tournament.kind in SIMUL_KINDS]
    if own := next((each for each in simuls if each.creator_id == interaction.user.id), None):
        raise Refusal("play.simul-another", id=own.id)
    if len(simuls) >= SIMULS_IN_SERVER:
        raise Refusal("play.simul-too-many", n=SIMULS_IN_SERVER)
