"""Every game's lesson. A new game adds a module and a line here."""

from __future__ import annotations

from bot.lessons import go, gomoku, hare_and_hounds, othello, twelve_janggi
from bot.lessons.base import Lesson

LESSONS: dict[str, Lesson] = {
    module.LESSON.slug: module.LESSON for module in (othello, gomoku, go, hare_and_hounds, twelve_janggi)
}
"""The lessons by their games' slugs."""
