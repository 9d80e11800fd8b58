"""How each game meets a person: words and keys. Start reading at `bot/presenters/base.py`."""

from __future__ import annotations

from bot.presenters.base import Face
from bot.presenters.go import GO_FACE
from bot.presenters.gomoku import GOMOKU_FACE
from bot.presenters.hare_and_hounds import HARE_FACE
from bot.presenters.othello import OTHELLO_FACE
from bot.presenters.twelve_janggi import JANGGI_FACE
from bot.texts import Texts

FACES: dict[str, Face] = {
    face.slug: face for face in (OTHELLO_FACE, GOMOKU_FACE, GO_FACE, HARE_FACE, JANGGI_FACE)
}
"""Every game's face by its slug."""


def title(slug: str, variant: str, texts: Texts) -> str:
    """A game and its variant as people call them: Othello 8×8."""
    return f"{texts.plain(f'game.{slug}')} {FACES[slug].variant(variant, texts)}".strip()
