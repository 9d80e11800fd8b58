"""``/replay``: a match that is over, move by move, as an animation."""

from __future__ import annotations

from discord import app_commands

from bot.drawing.animation import Format
from bot.interactions.commands.find_match import complete_finished_match, find_finished_match
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.replay import press_replay, show_replay
from bot.match.analyses import Analyses
from bot.messages.replays import Replays
from bot.services import Interaction
from bot.texts.command_names import label
from bot.ui.custom_ids import Verb

_FORMATS = {Format.WEBP: "replay.format.webp", Format.GIF: "replay.format.gif"}


@command("replay")
@app_commands.choices(
    file_format=[
        app_commands.Choice(name=label(key), value=written.value) for written, key in _FORMATS.items()
    ]
)
async def replay_command(
    interaction: Interaction, match: int | None = None, file_format: app_commands.Choice[str] | None = None
) -> None:
    """Post a match, by default the person's last one."""
    chosen_match = await find_finished_match(interaction, match)
    await show_replay(interaction, chosen_match, Format(file_format.value) if file_format else Format.WEBP)


replay_command.autocomplete("match")(complete_finished_match)


REPLAYS = Feature(
    [replay_command],
    buttons={Verb.REPLAY: press_replay},
    build=lambda core: [
        Replays(core.composer, core.store.queries.times_left, core.part(Analyses).scores, core.times.running)
    ],
)
