"""``/puzzle``: positions with exactly one right move."""

from __future__ import annotations

from discord import app_commands

from bot import puzzles
from bot.interactions.commands.naming import choices, command
from bot.interactions.daily import DAILY_PANEL, press_daily, press_daily_settings, show_days, show_today
from bot.interactions.feature import Feature
from bot.interactions.open_puzzles import OpenPuzzles
from bot.interactions.puzzles import own_puzzles, press_puzzle, show_puzzle
from bot.interactions.races import start_race, start_storm
from bot.interactions.typed_puzzles import play_in_puzzle
from bot.match.puzzle_proofs import PuzzleProofs
from bot.messages.daily_puzzles import DailyPuzzles
from bot.services import Interaction

TODAY, EARLIER = "today", "earlier"
_RACE, _STORM = "race", "storm"
_GAMES = puzzles.games_with_puzzles()
_THEMES = dict.fromkeys(theme for game in _GAMES for theme in puzzles.themes_of(game))


@command("puzzle")
@app_commands.choices(
    daily=choices("choice.daily.", (TODAY, EARLIER)),
    difficulty=choices("choice.difficulty.", puzzles.SHIFTS),
    game=choices("game.", _GAMES),
    mode=choices("choice.mode.", (_RACE, _STORM)),
    theme=choices("theme.", _THEMES),
)
async def puzzle_command(
    interaction: Interaction,
    game: app_commands.Choice[str] | None = None,
    theme: app_commands.Choice[str] | None = None,
    difficulty: app_commands.Choice[str] | None = None,
    daily: app_commands.Choice[str] | None = None,
    mode: app_commands.Choice[str] | None = None,
) -> None:
    """Ask a puzzle of a game, with a theme and of a difficulty, or any; one of the server's days; or race.

    A race or a storm is of a game or of all, whatever else was chosen.
    """
    if mode is not None:
        await (start_race if mode.value == _RACE else start_storm)(interaction, game.value if game else None)
        return
    if daily is not None:
        await (show_today if daily.value == TODAY else show_days)(interaction)
        return
    slug, about = game.value if game else None, theme.value if theme else None
    await show_puzzle(interaction, slug, about, difficulty.value if difficulty else "normal")


PUZZLES = Feature(
    [puzzle_command],
    panels={"puzzle": press_puzzle, "daily": press_daily, "daily-set": press_daily_settings},
    build=lambda core: [
        DailyPuzzles(core.client, core.store, core.composer, core.activity, core.events, core.now),
        PuzzleProofs(core.store, core.events, core.now),
        OpenPuzzles(core.times.running),
    ],
    written=[play_in_puzzle],
    server_settings=[DAILY_PANEL],
    person_settings=[own_puzzles],
)
