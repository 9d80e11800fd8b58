"""The words of every game's presenter, in each language: sides, variants, moves and positions."""

from __future__ import annotations

import pytest

from bot.presenters.base import MAX_DESCRIPTION
from bot.presenters.registry import PRESENTERS, game_title
from bot.texts import LANGUAGES, texts
from games import GAMES
from games.base import Side
from tests.bot.stories import EVERY_VARIANT_READ, games_of, random_game

MAX_MOVES = 60  # of a game whose descriptions are compared
every_game = pytest.mark.parametrize("slug", GAMES)
every_variant_read = pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
@every_game
def test_sides_differ(slug: str, language: str) -> None:
    presenter, start = PRESENTERS[slug], GAMES[slug].start(GAMES[slug].variants[0])
    assert len({presenter.symbol(side, start) for side in Side}) == 2
    names = {presenter.side_name(side, texts(language)) for side in Side}
    assert len(names) == 2 and all(names)


@every_language
@every_game
def test_variants_have_different_titles(slug: str, language: str) -> None:
    titles = {game_title(slug, variant, texts(language)) for variant in GAMES[slug].variants}
    assert len(titles) == len(GAMES[slug].variants)


@every_variant_read
def test_legal_moves_are_written_differently(slug: str, variant: str, language: str) -> None:
    presenter, reader = PRESENTERS[slug], texts(language)
    for _, position in games_of(slug, variant):
        written = {presenter.move_text(move, reader) for move in position.legal_moves()}
        assert len(written) == len(position.legal_moves())
        assert all(text.strip() for text in written)


@every_variant_read
def test_descriptions_are_short(slug: str, variant: str, language: str) -> None:
    presenter, reader = PRESENTERS[slug], texts(language)
    for _, position in games_of(slug, variant):
        assert 0 < len(presenter.describe(position, reader)) <= MAX_DESCRIPTION


@every_variant_read
def test_a_move_changes_the_description(slug: str, variant: str, language: str) -> None:
    presenter, reader = PRESENTERS[slug], texts(language)
    position = GAMES[slug].start(variant)
    for move in random_game(slug, variant, 0)[:MAX_MOVES]:
        after = position.play(move)
        if presenter.leaves_mark(move):
            assert presenter.describe(after, reader) != presenter.describe(position, reader), move
        position = after
