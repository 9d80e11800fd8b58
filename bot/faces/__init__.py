"""How each game meets a person: words and keys. Start reading at `bot/faces/base.py`."""

from __future__ import annotations

from bot.faces.base import Face
from bot.faces.othello import OTHELLO_FACE

FACES: dict[str, Face] = {face.slug: face for face in (OTHELLO_FACE,)}
"""Every game's face by its slug."""
