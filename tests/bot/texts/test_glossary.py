"""The Korean texts follow docs/ko/GLOSSARY.md: its terms, its requests, its particles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from bot.texts import texts
from tests.bot.texts.key_uses import ROOT, sources

GLOSSARY = ROOT / "docs" / "ko" / "GLOSSARY.md"
DOCUMENTS = (
    ROOT / "README.ko.md",
    ROOT / "docs" / "PLAYING.ko.md",
    ROOT / "docs" / "ko" / "PRIVACY.md",
    ROOT / "docs" / "ko" / "SERVERS.md",
    ROOT / "docs" / "ko" / "TERMS.md",
)
REFUSALS = re.compile(r"(rule|error|play|limit|challenge|abort|draw|modal)\.|hint\.(only|one|too)|match\.no")
"""Families of refusals whose keys are not all raised by name."""
ERRORS = {"Refusal", "Outdated", "TimeIsUp"}
INSTRUCTIONS = re.compile(r"(help|command|option|choice|gomoku|go|hare|janggi|numbers)\.|settings\..*hint")
TWICE = re.compile(r"\{(\w+)[^}]*\}\W?\{\1[:}]")
FIXED_PARTICLE = re.compile(r"\}[)*`_”’]*(은|는|이|가|을|를|과|와|로|으로|아|야|라고|이라고)(?![가-힣])")


def rows() -> list[list[str]]:
    """The cells of the table's rows: English, Korean, note, words to avoid."""
    lines = [line for line in GLOSSARY.read_text().splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def raised() -> frozenset[str]:
    """The keys that a refusal is raised with."""
    return frozenset(
        part.value
        for tree in sources().values()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ERRORS
        for argument in call.args
        for part in ast.walk(argument)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )


AVOIDED = [word for row in rows() for word in row[3].split(", ") if word]


def sentences() -> Iterator[tuple[str, str]]:
    """Every Korean text, by its key, and every line of the Korean documents, by its place."""
    for key in sorted(texts("ko").keys()):
        for form in texts("ko")._messages[key]:
            yield key, form
    for document in DOCUMENTS:
        for number, line in enumerate(document.read_text().splitlines(), 1):
            yield f"{document.name}:{number}", line


def test_every_row_has_a_term() -> None:
    assert len(rows()) >= 44
    for english, korean, *_ in rows():
        assert english and korean
    assert len(AVOIDED) == len(set(AVOIDED)) > 40


@pytest.mark.parametrize("word", AVOIDED)
def test_words_to_avoid_do_not_occur(word: str) -> None:
    assert [where for where, text in sentences() if word in text] == []


def test_refusals_ask_and_instructions_tell() -> None:
    """A refusal asks with -해 주세요 or suggests with -해 보세요; help and descriptions tell with -세요."""
    refusals = raised()
    assert len(refusals) > 150
    for key, text in sentences():
        if key in refusals or REFUSALS.match(key):
            plain = [word for word in re.findall(r"(\S+)세요", text) if not word.endswith(("주", "보"))]
            assert plain == [], f"{key} tells: {text}"
        if INSTRUCTIONS.match(key):
            assert "주세요" not in text, f"{key} asks: {text}"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_value_stands_twice_side_by_side(language: str) -> None:
    """`{text:은/는}` is the value with its particle: after `{text}` it would say it twice."""
    messages = texts(language)._messages.items()
    assert [key for key, forms in messages if any(TWICE.search(form) for form in forms)] == []


def test_a_value_twice_side_by_side_is_found() -> None:
    assert TWICE.search("‘{text}’{text:은/는} 대국 번호가 아닙니다")
    assert not TWICE.search("{first} 대 {second}")


def test_no_fixed_particle_follows_a_variable() -> None:
    """It would be wrong after some endings; `{name:을/를}` chooses."""
    wrong = [key for key, text in sentences() if FIXED_PARTICLE.search(text)]
    assert wrong == []


@pytest.mark.parametrize(
    "text", ["#{id}]({link})을 쉽니다", "{move}는 금수", "**{move}**로 둡니다", "“{text}”이라고"]
)
def test_fixed_particles_are_found(text: str) -> None:
    assert FIXED_PARTICLE.search(text)


@pytest.mark.parametrize(
    "text", ["{move:은/는} 금수", "{n}수 만에", "{link})에서", "{n}가지", "{player} 님이"]
)
def test_other_words_are_not(text: str) -> None:
    assert not FIXED_PARTICLE.search(text)
