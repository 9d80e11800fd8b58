"""``python -m bench.strengths [en|ko]``: the strengths of all levels as docs/STRENGTH.md shows them."""

from __future__ import annotations

import argparse
import sys

from ai import strengths
from bot.presenters.registry import game_title
from bot.texts import texts
from games import GAMES

_LEVELS = tuple(str(level) for level in range(1, 9))
LANGUAGES = ("en", "ko")


def table(language: str = "en") -> str:
    """Format each level's Elo points."""
    rows = ["| | " + " | ".join(_LEVELS) + " |", "| --- |" + " --- |" * len(_LEVELS)]
    for slug in GAMES:
        if (measured := strengths.of(slug)) is not None:
            name = game_title(slug, measured.variant, texts(language))
            elos = " | ".join(str(strength.elo) for strength in measured.levels)
            rows.append(f"| **{name}** | {elos} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.strengths", description=__doc__)
    parser.add_argument("language", nargs="?", choices=LANGUAGES, default="en")
    sys.stdout.write(table(parser.parse_args().language))
