"""``/adjourn`` and ``/resume``."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.commands.find_match import complete_match, find_match, report_unreadable
from bot.interactions.commands.naming import command
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.links import link_for
from data.model.match import Match, PauseReason


@command("adjourn")
async def adjourn_command(interaction: Interaction, match: int | None = None) -> None:
    """Adjourn a match: at once against the computer, else by an offer to the opponent."""
    chosen_match = await find_match(interaction, match, active=True)
    adjournments = interaction.client.services.matches.adjournments
    changed = await adjournments.adjourn(chosen_match.id, None, interaction.user.id)
    await _confirm(interaction, changed, "adjourn.done" if changed.paused else "adjourn.asked")


@command("resume")
async def resume_command(interaction: Interaction, match: int | None = None) -> None:
    """Resume an adjourned match, or offer that to the opponent if it has a live clock."""
    match_id = match if match is not None else await _adjourned(interaction)
    adjournments = interaction.client.services.matches.adjournments
    changed = await adjournments.resume(match_id, None, interaction.user.id)
    await _confirm(interaction, changed, "resume.asked" if changed.paused else "resume.done")


async def _adjourned(interaction: Interaction) -> int:
    """The id of the person's adjourned match: the latest in this channel, else anywhere."""
    mine = await interaction.client.services.store.queries.of_user(interaction.user.id)
    adjourned = [match for match in mine if match.paused == PauseReason.ADJOURNED]
    if not adjourned:
        await report_unreadable(interaction)
        raise Refusal("match.none-adjourned")
    return max(adjourned, key=lambda match: match.home.channel_id == interaction.channel_id).id


async def _confirm(interaction: Interaction, match: Match, key: str) -> None:
    reader = texts(interaction.locale.value)
    text = reader(key, id=match.id, link=Raw(link_for(match, interaction.user.id)))
    await interaction.client.services.private_notes.say(interaction, match.id, text)


adjourn_command.autocomplete("match")(complete_match)
resume_command.autocomplete("match")(complete_match)
