"""The catalogues compared with each other, with the sources and with the registries."""

from __future__ import annotations

import ast
import itertools
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.base import levels
from bot.drawing.registry import DRAWINGS
from bot.interactions.commands.play import START
from bot.presenters.registry import PRESENTERS
from bot.presenters.variants import compose_variant
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.level_names import level_name
from games import GAMES
from games.starts import variants_with_starts
from tests.bot.texts.key_uses import CATALOGUE, ROOT, missing, unused, uses, uses_of_sources

PARTICLES = {"을/를", "이/가", "은/는", "과/와", "으로/로", "이라/라", "이라는/라는", "아/야"}
every_language = pytest.mark.parametrize("language", LANGUAGES)


def forms(language: str, key: str) -> tuple[str, ...]:
    return texts(language)._messages[key]


def fields(language: str, key: str) -> dict[str, str]:
    """The placeholders of a text in all its plural forms, with their particles."""
    return {
        name: spec or ""
        for form in forms(language, key)
        for _, name, spec, _ in string.Formatter().parse(form)
        if name is not None
    }


def test_both_catalogues_have_the_same_keys() -> None:
    assert texts("en").keys() == texts("ko").keys()


@every_language
def test_keys_occur_once_in_a_catalogue_and_are_not_empty(language: str) -> None:
    source = Path(ROOT, "bot", "texts", f"{language}.po").read_text()
    ids = [key for key in re.findall(r'^msgid "(.*)"$', source, re.MULTILINE) if key]
    assert len(ids) == len(set(ids))
    assert set(ids) == texts(language).keys()
    assert "fuzzy" not in source
    for key in ids:
        assert all(form.strip() for form in forms(language, key)), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_has_one_text(language: str) -> None:
    """What a merge leaves beside the text that it changes would be read, or not, without a word."""
    entries = Path(ROOT, "bot", "texts", f"{language}.po").read_text().split("\n\n")
    forms = [re.findall(r"^(?:msgid|msgstr(?:\[\d\])?) ", entry, re.MULTILINE) for entry in entries]
    assert [entry for entry, words in zip(entries, forms, strict=True) if len(words) != len({*words})] == []
    assert [
        entry for entry, words in zip(entries, forms, strict=True) if {"msgstr ", "msgstr[0] "} <= {*words}
    ] == []


def test_both_languages_have_the_same_placeholders() -> None:
    for key in CATALOGUE:
        english, korean = fields("en", key), fields("ko", key)
        assert english.keys() == korean.keys(), key
        assert not any(english.values()), f"{key}: English has no particles"
        assert set(filter(None, korean.values())) <= PARTICLES, key
        assert all(name.isidentifier() for name in english), key


@every_language
def test_plural_forms_are_complete(language: str) -> None:
    """Korean has a form for one only where it counts one in another way: 한 수로, 3번 두어."""
    counts = {"en": {2}, "ko": {1, 2}}[language]
    for key in CATALOGUE:
        plural = len(forms("en", key)) > 1
        assert len(forms(language, key)) in (counts if plural else {1}), key


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
    found = uses_of_sources()
    assert len(found) > 100, "the search finds keys"
    assert missing(found) == []


def test_every_key_is_used() -> None:
    """By name, or by a pattern whose computed parts the sources or the registries contain."""
    assert unused(uses_of_sources()) == []


@pytest.mark.parametrize("slug", GAMES)
def test_a_missing_key_is_named(slug: str) -> None:
    """Also in the namespace of a game whose slug has an underscore."""
    source = f"""def describe(texts):
    return texts("{slug}.no-such-text")
"""
    pattern = re.escape(f"{slug}.no-such-text")
    assert missing(uses({"presenter.py": ast.parse(source)})) == [f"presenter.py:2: {pattern}"]


@pytest.mark.parametrize(
    "key", ["match.no-one-uses-this", "twelve_janggi.no-one-uses-this", "option.kind.name"]
)
def test_an_unused_key_is_named(key: str) -> None:
    assert key in unused(uses_of_sources(), CATALOGUE | {key})
    source = f'texts("{key}")'
    more = uses({"presenter.py": ast.parse(f"print({source})")})
    assert key not in unused([*uses_of_sources(), *more], CATALOGUE | {key})


def test_sentences_get_their_arguments() -> None:
    """Where a key is a call's only positional argument, the call names every placeholder."""
    checked = 0
    for use in uses_of_sources():
        if use.arguments is None or "**" in use.arguments:
            continue
        for key in use.keys() if "(.+)" not in use.pattern else ():
            wanted = set(fields("en", key))
            if wanted or use.arguments:
                checked += 1
                assert wanted <= use.arguments, f"{use.where}: {key} lacks {wanted - use.arguments}"
    assert checked > 30


def every_choice(slug: str) -> Iterator[dict[str, str]]:
    """Every way to choose a variant of a game."""
    options = PRESENTERS[slug].variant_options
    for values in itertools.product(*(option.values for option in options)):
        yield {option.name: value for option, value in zip(options, values, strict=True)}


@every_language
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_its_texts(slug: str, language: str) -> None:
    reader, game = texts(language), GAMES[slug]
    keys = [f"game.{slug}", f"help.{slug}", f"help.{slug}.short", f"help.{slug}.levels"]
    keys += [f"command.play.{slug}.name", f"command.play.{slug}.description"]
    assert {
        compose_variant(PRESENTERS[slug].variant_options, chosen) for chosen in every_choice(slug)
    } == set(game.variants)
    for part in (*PRESENTERS[slug].variant_options, *([START] if variants_with_starts(slug) else [])):
        offered = part.values if len(part.values) > 1 else ()
        keys += [f"choice.{part.name}.{slug}.{value}" for value in offered]
    keys += [f"choice.side.{slug}.{side}" for side in ("first", "second")]
    for level in levels(slug):
        keys += [f"choice.level.{level}"] if level.isdigit() else []
        keys += [] if level.isdigit() else [f"choice.level.{slug}.{level}", f"level.{slug}.{level}"]
        assert level_name(slug, level, reader)
    assert [key for key in keys if not reader.has(key)] == []
    own = {key for key in CATALOGUE if re.fullmatch(rf"(choice\.[a-z]+|level)\.{slug}\.[^.]+", key)}
    assert own <= set(keys), "texts of a choice that there is not"
    assert slug in PRESENTERS
    assert slug in DRAWINGS


def test_no_texts_of_games_that_do_not_exist() -> None:
    slugs = set(GAMES)
    for prefix in ("game", "help", "choice.variant", "choice.side", "level", "command.play"):
        named_games = {
            key.removeprefix(f"{prefix}.").partition(".")[0]
            for key in CATALOGUE
            if key.startswith(f"{prefix}.")
        }
        others = {"more", "choices", "picture", "strengths", "random", "number", "name", "description"}
        others |= {"auto", "strength"}
        assert named_games - slugs <= others, prefix


@every_language
def test_commands_are_called_by_their_names(language: str) -> None:
    """A text that mentions `/play` means a command of that name in that language."""
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
