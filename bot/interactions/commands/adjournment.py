"""``/adjourn`` puts a match off, ``/resume`` takes it up again. Start reading at `adjourn_command`."""

from __future__ import annotations

from discord import app_commands

from bot.exceptions import Refusal
from bot.interaction import Interaction
from bot.interactions.commands.matches import complete_match, find
from bot.interactions.respond import whisper
from bot.match.adjournment import ADJOURNED
from bot.texts import Raw, texts
from bot.texts.commands import label
from bot.ui.links import link
from data.matches import Match


@app_commands.command(name=label("command.adjourn.name"), description=label("command.adjourn.description"))
@app_commands.rename(match=label("option.match.name"))
@app_commands.describe(match=label("option.match.description"))
async def adjourn_command(interaction: Interaction, match: int | None = None) -> None:
    """Put a match off: at once against the computer, by asking the opponent else."""
    found = await find(interaction, match, going_on=True)
    rests = await interaction.client.matches.rests.adjourn(found.id, None, interaction.user.id)
    await _tell(interaction, rests, "adjourn.done" if rests.paused else "adjourn.asked")


@app_commands.command(name=label("command.resume.name"), description=label("command.resume.description"))
@app_commands.rename(match=label("option.match.name"))
@app_commands.describe(match=label("option.match.description"))
async def resume_command(interaction: Interaction, match: int | None = None) -> None:
    """Take a match up that rests, or ask the opponent for it where a live clock is on."""
    found = match if match is not None else await _resting(interaction)
    goes_on = await interaction.client.matches.rests.resume(found, None, interaction.user.id)
    await _tell(interaction, goes_on, "resume.asked" if goes_on.paused else "resume.done")


async def _resting(interaction: Interaction) -> int:
    """The person's match that rests: the latest in this channel, else anywhere."""
    mine = await interaction.client.store.of_user(interaction.user.id)
    resting = [match for match in mine if match.paused == ADJOURNED]
    if not resting:
        raise Refusal("match.none-rests")
    return max(resting, key=lambda match: match.channel_id == interaction.channel_id).id


async def _tell(interaction: Interaction, match: Match, key: str) -> None:
    interaction.client.played(match)
    reader = texts(interaction.locale.value)
    await whisper(interaction, reader(key, id=match.id, link=Raw(link(match))))


adjourn_command.autocomplete("match")(complete_match)
resume_command.autocomplete("match")(complete_match)
