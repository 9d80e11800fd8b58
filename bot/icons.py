"""The icons of the bot, each with one meaning; a word beside it says the same."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Icon(StrEnum):
    """A character for each meaning. Sentences spell theirs out in `bot/texts`."""

    BLACK_DISC = "⚫"
    WHITE_DISC = "⚪"
    BLACK_STONE = "⚫\ufe0f"
    WHITE_STONE = "⚪\ufe0f"
    """A stone, of Go and Gomoku, has a variation selector, which shows nothing; a disc has none."""
    UNDECIDED = "❔"
    """A side whose color is chosen later, in Swap2."""
    GREEN = "🟢"
    RED = "🔴"
    HOUND = "🐕"
    HARE = "🐇"

    FIRST = "⏮️"
    PREVIOUS = "◀️"
    NEXT = "▶️"
    LAST = "⏭️"
    """Steps through moves or pages: the only buttons without a word, two or more side by side."""

    RIGHT = "✅"
    """Yes: right, saved, accepted, done."""
    WRONG = "❌"
    """No: wrong, declined."""
    WARNING = "⚠️"
    MISTAKE = "❗"
    HINT = "💡"
    """The best move, or what leads to it."""

    CLOCK = "⏱️"
    YOUR_TURN = "🔔"
    """A mention when it is a person's turn."""
    TIME_SHORT = "⏳"
    TAKEBACK = "↩️"
    DRAW = "🤝"
    PAUSED = "⏸️"
    VACATION = "🏖️"
    RESIGN = "🏳️"
    CANCEL = "🗑️"
    CONDITIONAL = "⏩"
    """Conditional moves."""
    PLACE_TWO = "➕"
    """A choice of Swap2."""

    LEARN = "🎓"
    """Lessons and teaching games."""
    PRACTICE = "🎯"
    """A person's mistakes as puzzles."""
    PUZZLE = "🧩"
    DAYS = "📅"
    """The days of the daily puzzle."""
    OPENING = "🧭"
    """The opening explorer."""
    BOOK = "📖"
    """A move of an opening book."""
    RATING = "📈"
    SEEK = "🔎"
    """Somebody looks for an opponent."""
    TOURNAMENT = "🏆"
    GOLD = "🥇"
    SILVER = "🥈"
    BRONZE = "🥉"
    WATCH = "👁️"
    CHAT = "💬"
    POST = "📢"
    """Posts a message that everybody sees."""
    PLAY = "🎲"
    GETTING_READY = "🔧"


STANDARD = frozenset(
    {
        Icon.FIRST,
        Icon.PREVIOUS,
        Icon.NEXT,
        Icon.LAST,
        Icon.TAKEBACK,
        Icon.PAUSED,
        Icon.CONDITIONAL,
        Icon.GOLD,
        Icon.SILVER,
        Icon.BRONZE,
        Icon.PLAY,
        Icon.GETTING_READY,
    }
)
"""Icons that are Discord's everywhere: white signs on blue, medals, what stands only under the bot's name."""
OWN = tuple(icon for icon in Icon if icon not in STANDARD)
"""Icons of which the bot has its own emojis (`bot.drawing.emojis`). The character is their fallback."""
