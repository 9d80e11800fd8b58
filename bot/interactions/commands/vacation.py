"""``/vacation``: pauses one's matches with days for a move."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import SWITCH_CHOICES, command
from bot.interactions.feature import Feature
from bot.messages.private_notes import NO_MATCH
from bot.messages.vacation_notices import VacationNotices
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from data.model.vacation import DAYS_A_YEAR, Vacation


@command("vacation")
@app_commands.choices(on=SWITCH_CHOICES)
async def vacation_command(interaction: Interaction, on: app_commands.Choice[str] | None = None) -> None:
    """Begin or end a vacation; without an option, show one's vacation days."""
    vacations, me = interaction.client.services.matches.vacations, interaction.user.id
    if on is None:
        present = await vacations.of(me)
    else:
        present = await (vacations.begin(me) if on.value == "on" else vacations.end(me))
    now = interaction.created_at.timestamp()
    text = vacation_line(present, now, texts(interaction.locale.value), ended=on is not None)
    say = interaction.client.services.private_notes.say
    await say(
        interaction,
        NO_MATCH,
        interaction.client.services.commands.linked(text, texts(interaction.locale.value)),
        vanishes=False,
    )


def vacation_line(present: Vacation, now: float, reader: Texts, *, ended: bool) -> Raw:
    """What a person reads about their vacation days, or about a vacation that has just ended."""
    left = present.left(now)
    if present.ends_at is not None:
        when = Raw(f"<t:{round(present.ends_at)}:D>")
        return reader("vacation.on", when=when, n=left, most=DAYS_A_YEAR)
    return reader("vacation.ended" if ended else "vacation.off", n=left, most=DAYS_A_YEAR)


VACATIONS = Feature(
    [vacation_command],
    build=lambda core: [
        VacationNotices(core.client, core.store, core.composer, core.activity, core.events, core.now)
    ],
)
