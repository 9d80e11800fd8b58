"""What people write is shown as plain text: it does not format, mention or link."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.exceptions import Refusal
from bot.texts import LANGUAGES, Raw, escaped, texts, without_direction_marks

ZERO_WIDTH = "\N{ZERO WIDTH SPACE}"
MARKED = "\\`*_~|<>[]()#@:"
NASTY = [
    "**bold**",
    "__under__",
    "~~gone~~",
    "||spoiler||",
    "`code`",
    "```\nblock\n```",
    "@everyone",
    "@here",
    "<@1>",
    "<@!1>",
    "<@&1>",
    "<#1>",
    "</play:1>",
    "<:emoji:1>",
    "<t:0:R>",
    "[link](https://example.com)",
    "https://example.com",
    "# heading",
    "> quote",
    "\\*",
    ":smile:",
]


def shown(markdown: str) -> str:
    """The text that a reader sees."""
    return re.sub(r"\\([\\`*_~|<>\[\]()#@:])", r"\1", markdown).replace(ZERO_WIDTH, "")


def unescaped(markdown: str) -> str:
    """What Discord's parser sees besides escaped characters."""
    return re.sub(r"\\.", "", markdown, flags=re.DOTALL)


DIRECTION_MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


@pytest.mark.parametrize("mark", DIRECTION_MARKS)
def test_a_name_does_not_turn_round_the_rest_of_its_line(mark: str) -> None:
    name = f"Bob{mark}1600 · 1."
    assert escaped(name) == "Bob1600 · 1."
    assert mark not in texts("en")("conditional.bad-line", line=name, reason=Raw("no"))
    assert mark not in texts("en").plain("modal.title", game=name, id=3)


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_plain_text(name: str) -> None:
    markdown = escaped(name)
    assert not set(MARKED) & set(unescaped(markdown))
    assert "@everyone" not in markdown
    assert "@here" not in markdown
    assert not re.search(r"(?<!\\)<[@#:/t]", markdown)
    assert "https://" not in markdown
    assert shown(markdown) == name


@given(st.text(max_size=60))
def test_any_text_comes_through_unchanged(name: str) -> None:
    markdown = escaped(name)
    assert shown(markdown) == without_direction_marks(name).replace(ZERO_WIDTH, "")
    assert not set(MARKED) & set(unescaped(markdown))
    assert not re.search(r"@(everyone|here)", markdown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NASTY)
def test_sentences_escape_their_arguments(language: str, name: str) -> None:
    markdown = texts(language)("rule.notation", text=name)
    frame = texts(language).plain("rule.notation", text="")
    assert len(unescaped(markdown)) <= len(frame) + len(name)
    assert "@everyone" not in markdown
    assert escaped(name) in markdown


def test_raw_text_and_numbers_pass() -> None:
    reader = texts("en")
    assert "“<@1> **x**”" in reader("rule.notation", text=Raw("<@1> **x**"))
    assert f"“\\<\\@{ZERO_WIDTH}1\\>”" in reader("rule.notation", text="<@1>")
    assert reader("othello.score", first=34, second=30) == "**34–\N{WORD JOINER}30**"
    assert isinstance(reader("match.over"), Raw), "a text of ours can be part of another"


def test_plain_text_is_not_escaped() -> None:
    assert texts("en").plain("modal.title", game="*Go*", id=3) == "*Go* #3: your move"


@pytest.mark.parametrize("text", ["{0}", "{text}", "{text.__class__}", "{", "}", "%s", "{n:을/를}"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_arguments_are_not_templates(language: str, text: str) -> None:
    assert text.translate({}) in shown(texts(language)("rule.notation", text=text))


def test_a_persons_text_in_a_refusal_is_escaped() -> None:
    refused = Refusal("rule.unknown-variant", game="othello", variant="@everyone")
    assert "@everyone" not in texts("en")(refused.key, **refused.arguments)
