"""Whatever a file holds, reading it ends, soon, and raises nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.records.base import MAX_BYTES, MAX_GAMES, MAX_MOVES
from bot.records.reading import read
from bot.texts import LANGUAGES, texts
from games import replay

PIECES = [
    *(
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "\n",
        ":",
        " ",
        "(;GM[1]SZ[9]",
        "(;GM[2]",
        "(;GM[4]SZ[15]",
        "B[ee]",
        "W[gg]",
    ),
    *(
        "B[]",
        "W[tt]",
        "AB[aa:cc]",
        "AW[dd]",
        "XM[agree]",
        "XM[resume]",
        "SZ[",
        "CA[GB2312]",
        "조훈현",
        "h8",
        "f5",
    ),
    *(
        "(;GM[Othello]",
        "BO[8 *]",
        "Piskvorky 15x15\n",
        "8,8,0\n",
        '[Game "twelve_janggi"]\n',
        "1. b1-c2",
        "{",
        "}",
    ),
    *("C[x]", "HA[9]", "RE[B+R]", "DT[1996-05-06,07]", "\x00", "١", "pass"),
]
damaged = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@settings(max_examples=400, deadline=None)
@given(damaged)
def test_damaged_files(text: str) -> None:
    _check(text.encode())


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    _check(data)
    _check(b"(;GM[1]" + data)


def _check(data: bytes) -> None:
    found = read(data)
    assert len(found.games) <= MAX_GAMES
    lines = data.count(b"\n") + data.count(b"\r") + 1
    for one in found.games:
        assert one.problem is not None or one.game is not None
        assert one.line <= lines and (one.problem is None or 1 <= one.problem.line <= lines)
        if one.game is not None:
            replay(one.game.record)
        _check_words(one.problem)
    _check_words(found.problem)


def _check_words(problem: object) -> None:
    """Each reason has a sentence in every language."""
    if problem is not None:
        for language in LANGUAGES:
            assert texts(language).plain(problem.key, **problem.arguments)  # type: ignore[attr-defined]


LARGE = {
    "round": "(" * MAX_BYTES,
    "nodes": "(;" * (MAX_BYTES // 2),
    "unclosed": "(;C[" * (MAX_BYTES // 4),
    "escapes": "(;B[" + "\\]" * (MAX_BYTES // 2 - 4),
    "semicolons": "(;SZ[9]" + ";" * (MAX_BYTES - 9),
    "rectangles": "(;SZ[9]" + "AB[aa:ii]" * 100_000,
    "values": "(;SZ[9];B" + "[ee]" * 200_000,
    "deep": "(;SZ[9]" + "(;B[ee]" * 100_000,
    "blanks": "(;GM[4];B[hh]" + " " * 900_000,
    "one line": "h8" * 500_000,
    "lines": "h8\n" * 300_000,
    "only blanks": " " * MAX_BYTES,
    "blanks after a number": "1." + " " * 1_000_000,
    "headers": '[Game "' * 100_000,
    "braces": "{" * MAX_BYTES,
    "too large": "x" * (MAX_BYTES + 1),
    "empty": "",
    "a letter": "Dear all, see you (soon).",
}
KEYS = {
    **dict.fromkeys(
        ("round", "only blanks", "blanks after a number", "headers", "braces"), "record.no-games"
    ),
    **dict.fromkeys(("empty", "a letter"), "record.no-games"),
    **{"too large": "record.too-large", "lines": "record.too-many-games"},
}


@pytest.mark.parametrize("name", LARGE)
def test_large_and_empty_files(name: str) -> None:
    found = read(LARGE[name].encode())
    assert (found.problem.key if found.problem else None) == KEYS.get(name)
    assert len(found.games) <= MAX_GAMES


def test_games_beyond_the_most_are_not_read() -> None:
    found = read(b"(;SZ[9];B[ee])\n" * (MAX_GAMES + 50))
    assert len(found.games) == MAX_GAMES and found.problem is not None
    assert (found.problem.key, found.problem.line) == ("record.too-many-games", MAX_GAMES + 1)


def test_moves_beyond_the_most_are_not_read() -> None:
    line = '[Game "hare_and_hounds"]\n[Variant "no-limit"]\n\n'
    (found,) = read((line + "a2-a3 " * 3).encode()).games
    assert found.problem is not None
    passes = "(;GM[1]SZ[19]" + "".join(f";B[{'' if n % 2 else 'aa'}];W[]" for n in range(MAX_MOVES)) + ")"
    (found,) = read(passes.encode()).games
    assert found.game is not None and len(found.game.record.moves) <= MAX_MOVES


def test_nothing_is_opened_that_a_file_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("socket.socket", refuse)
    assert read(b"(;SZ[9]SO[https://example.org]C[file:///etc/passwd];B[ee])").games
