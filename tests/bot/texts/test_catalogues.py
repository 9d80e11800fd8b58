"""Both catalogues against each other, the sources and the registries."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.base import levels
from bot.drawing.registry import DRAWINGS
from bot.presenters import PRESENTERS
from bot.presenters.base import compose_variant
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.match_message import level_name
from games import GAMES
from tests.bot.texts.key_uses import CATALOGUE, ROOT, named, words

PARTICLES = {"을/를", "이/가", "은/는", "과/와", "으로/로", "이라/라", "이라는/라는", "아/야"}
every_language = pytest.mark.parametrize("language", LANGUAGES)


def forms(language: str, key: str) -> tuple[str, ...]:
    return texts(language)._messages[key]


def fields(language: str, key: str) -> dict[str, str]:
    """The placeholders of a sentence in all its forms, with their particles."""
    return {
        name: spec or ""
        for form in forms(language, key)
        for _, name, spec, _ in string.Formatter().parse(form)
        if name is not None
    }


def test_both_catalogues_have_the_same_keys() -> None:
    assert texts("en").keys() == texts("ko").keys()


@every_language
def test_keys_stand_once_in_a_catalogue_and_are_not_empty(language: str) -> None:
    source = Path(ROOT, "bot", "texts", f"{language}.po").read_text()
    ids = [key for key in re.findall(r'^msgid "(.*)"$', source, re.MULTILINE) if key]
    assert len(ids) == len(set(ids))
    assert set(ids) == texts(language).keys()
    assert "fuzzy" not in source
    for key in ids:
        assert all(form.strip() for form in forms(language, key)), key


@pytest.mark.parametrize("key", sorted(CATALOGUE))
def test_both_languages_have_the_same_placeholders(key: str) -> None:
    assert fields("en", key).keys() == fields("ko", key).keys()
    assert not any(fields("en", key).values()), "English has no particles"
    assert set(filter(None, fields("ko", key).values())) <= PARTICLES
    assert all(name.isidentifier() for name in fields("en", key))


@every_language
def test_plural_forms_are_complete(language: str) -> None:
    count = {"en": 2, "ko": 1}[language]
    for key in CATALOGUE:
        plural = len(forms("en", key)) > 1
        assert len(forms(language, key)) == (count if plural else 1), key


@every_language
def test_plurals_are_chosen(language: str) -> None:
    reader = texts(language)
    for key in CATALOGUE:
        if len(forms("en", key)) > 1:
            given = dict.fromkeys(fields(language, key), "x")
            one, two, none = (reader.plain(key, **{**given, "n": n}) for n in (1, 2, 0))
            assert two == forms(language, key)[-1].format(**{**given, "n": 2})
            assert one == forms(language, key)[0].format(**{**given, "n": 1})
            assert none == forms(language, key)[-1].format(**{**given, "n": 0})


@every_language
def test_markdown_is_balanced(language: str) -> None:
    for key in CATALOGUE:
        for form in forms(language, key):
            assert form.count("**") % 2 == 0, key
            assert form.count("`") % 2 == 0, key
            assert form == form.strip(), key


def test_every_key_of_the_sources_exists() -> None:
    places = list(named())
    assert len(places) > 100, "the walk finds what it is made for"
    missing = [f"{place.where}: {place.pattern}" for place in places if not place.keys]
    assert not missing


def test_every_key_is_used() -> None:
    """By name, or by a pattern whose computed parts the sources or the registries know."""
    used: set[str] = set()
    for place in named():
        for key in place.keys:
            found = re.fullmatch(place.pattern, key)
            assert found is not None
            if all(part in words() for part in found.groups()):
                used.add(key)
    assert not CATALOGUE - used


def test_sentences_get_their_arguments() -> None:
    """Where a key is a call's first argument, the call names every placeholder."""
    checked = 0
    for place in named():
        if place.arguments is None or "**" in place.arguments or "Raw" in place.where:
            continue
        for key in place.keys if "(.+)" not in place.pattern else ():
            wanted = set(fields("en", key))
            if wanted or place.arguments:
                checked += 1
                assert wanted <= place.arguments, f"{place.where}: {key} lacks {wanted - place.arguments}"
    assert checked > 30


def every_choice(slug: str) -> Iterator[dict[str, str]]:
    """Every way to choose a variant of a game."""
    parts = PRESENTERS[slug].variant_options
    for values in itertools.product(*(part.values for part in parts)):
        yield {part.name: value for part, value in zip(parts, values, strict=True)}


@every_language
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_sentences(slug: str, language: str) -> None:
    reader, game = texts(language), GAMES[slug]
    keys = [f"game.{slug}", f"help.{slug}", f"command.play.{slug}.name", f"command.play.{slug}.description"]
    assert {
        compose_variant(PRESENTERS[slug].variant_options, chosen) for chosen in every_choice(slug)
    } == set(game.variants)
    for part in PRESENTERS[slug].variant_options:
        offered = part.values if len(part.values) > 1 else ()
        keys += [f"choice.{part.name}.{slug}.{value}" for value in offered]
    keys += [f"choice.side.{slug}.{side}" for side in ("first", "second")]
    for level in levels(slug):
        keys += [f"choice.level.{level}"] if level.isdigit() else []
        keys += [] if level.isdigit() else [f"choice.level.{slug}.{level}", f"level.{slug}.{level}"]
        assert level_name(slug, level, reader)
    assert [key for key in keys if not reader.has(key)] == []
    assert slug in PRESENTERS
    assert slug in DRAWINGS


def test_no_sentences_of_games_that_are_none() -> None:
    slugs = set(GAMES)
    for prefix in ("game", "help", "choice.variant", "choice.side", "level", "command.play"):
        named_games = {
            key.removeprefix(f"{prefix}.").partition(".")[0]
            for key in CATALOGUE
            if key.startswith(f"{prefix}.")
        }
        assert named_games - slugs <= {"text", "strengths", "random", "number", "name", "description"}, prefix


@every_language
def test_commands_are_called_by_their_names(language: str) -> None:
    """A sentence that says `/play` means a command of that name in that language."""
    reader = texts(language)
    names = {reader.plain(key) for key in CATALOGUE if re.fullmatch(r"command\.[a-z]+\.name", key)}
    mentioned = {
        name
        for key in CATALOGUE
        for form in forms(language, key)
        for name in re.findall(r"`/([^`\s]+)", form)
    }
    assert mentioned
    assert mentioned <= names


@pytest.mark.parametrize(
    ("locale", "language"),
    [("ko", "ko"), ("en-US", "en"), ("en-GB", "en"), ("ja", "en"), ("", "en"), (None, "en"), ("ko-KR", "ko")],
)
def test_a_locale_finds_its_language(locale: str | None, language: str) -> None:
    assert texts(locale).language == language


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError):
        texts("en")("no.such-key")
    with pytest.raises(KeyError):
        Texts("ko")("match.title")  # its arguments are missing
