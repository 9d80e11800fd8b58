"""Every game's presenter. A new game adds a module and a line here."""

from __future__ import annotations

from typing import Any, TypeAlias

from bot.presenters.base import Presenter
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.hare_and_hounds import HARE_PRESENTER
from bot.presenters.othello import OTHELLO_PRESENTER
from bot.presenters.twelve_janggi import JANGGI_PRESENTER
from bot.texts import Texts

AnyPresenter: TypeAlias = Presenter[Any]
"""A presenter looked up by slug: the type checker cannot connect it to the positions of that game."""

PRESENTERS: dict[str, AnyPresenter] = {
    presenter.slug: presenter
    for presenter in (
        OTHELLO_PRESENTER,
        GOMOKU_PRESENTER,
        GO_PRESENTER,
        HARE_PRESENTER,
        JANGGI_PRESENTER,
    )
}
"""Every game's presenter by its slug."""


def game_title(slug: str, variant: str, texts: Texts, *, is_short: bool = False) -> str:
    """A game and its variant as people call them: Othello 8×8; a short one leaves out rules of Go."""
    presenter = PRESENTERS[slug]
    name = presenter.opening_variant_name if is_short else presenter.variant_name
    return f"{texts.plain(f'game.{slug}')} {name(variant, texts)}".strip()
