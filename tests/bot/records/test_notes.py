"""What a reader leaves out, changes or guesses is said: in each format, with its line."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.records.base import Problem, ReadGame
from bot.records.reading import read
from bot.records.reading_process import found_games
from bot.texts import LANGUAGES, texts
from bot.ui.import_message import FoundProblem, Imported, problem_line
from tests.bot.ui.test_import_message import over, view_text

OWN = ("record.no-rules", "record.no-game")
"""Notes that nearly every short file here has, and that a test of its own holds."""
PSQ = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nAna\nBen\n-1\n"
PGN = '[Event "Club"]\n[Result "1-0"]\n\n1. f5 d6 1-0\n'
BOARD = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"
GIB = "\\HS\n\\HE\n\\GS\n2 1 0\n3 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\n\\GE\n"
NGF = "Club\n19\nBen\nAna\nx\n0\n0\n6\n20260305\n5\nWhite wins\n2\nPMABBQEEQ\nPMACWEQQE\n"


def only(text: str) -> ReadGame:
    (game,) = read(text.encode()).games
    return game


def moves(text: str) -> str:
    game = only(text)
    assert game.problem is None and game.game is not None, game.problem
    return " ".join(game.game.record.moves)


def notes(text: str) -> list[tuple[int, str, Mapping[str, str | int]]]:
    return [(note.line, note.key, note.arguments) for note in only(text).notes if note.key not in OWN]


# --- SGF ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "key", "arguments"),
    [
        ("Dear Ana,\n(;SZ[9];B[ee])", 1, "record.outside", {"text": "Dear Ana,"}),
        ("(;SZ[9];B[ee])\n\nBye", 3, "record.outside", {"text": "Bye"}),
        ("(;SZ[9];B[ee]))", 1, "record.outside", {"text": ")"}),
        ("(;SZ[9]AB[cc]d[dd];W[ee])", 1, "record.stray-text", {"text": "d[dd];W[ee])", "n": 1}),
        ("(;GM[1]SZ9[];B[ee])", 1, "record.stray-text", {"text": "SZ9[];B[ee])", "n": 1}),
        ("(;SZ[9]\n;B[ee]xx;W[cc])", 2, "record.stray-text", {"text": "xx;W[cc])", "n": 1}),
        ("(;SZ[9];B[ee]]\n]C;W[cc])", 1, "record.stray-text", {"text": "]", "n": 3}),
        ("(;SZ[9]\nSZ[13];B[ee])", 1, "record.said-twice", {"name": "SZ", "text": "9", "other": "13"}),
        ("(;SZ[9]\n;HA[2]RE[W+R]\n;B[ee]RE[B+R])", 3, "record.said-twice", None),
        ("(;SZ[9]\nHA[two];B[ee])", 2, "record.unreadable-handicap", {"text": "two"}),
        ("(;SZ[9]\nPL[x];B[ee])", 2, "record.unreadable-player", {"text": "X"}),
        ("(;SZ[9]\nRE[adjourned];B[ee])", 2, "record.unreadable-result", {"text": "adjourned"}),
        ("(;SZ[9]\nHA[3]AB[cc][gg];W[ee])", 2, "record.handicap-differs", {"n": 3, "stones": 2}),
        ("(;GM[4]RU[Renju];B[hh];W[ii])", 1, "record.no-size", {"n": 15}),
        ("(;GM[2];B[dc])", 1, "record.no-size", {"n": 8}),
        ("(;GM[1]Z[9];B[dc])", 1, "record.no-size", {"n": 19}),
        ("(;GM[4]SZ[15]\nRU[Caro];B[hh])", 2, "record.other-rules", None),
    ],
)
def test_what_of_an_sgf_is_left_out_or_guessed(
    text: str, line: int, key: str, arguments: Mapping[str, str | int] | None
) -> None:
    said = notes(text)
    assert [note[:2] for note in said if note[1] == key] == [(line, key)]
    assert arguments is None or (line, key, arguments) in said


def test_a_file_that_says_everything_has_no_notes() -> None:
    text = "\n(;GM[1]FF[4]SZ[9]RU[Korean]KM[6.5]HA[0]RE[?]PB[A]PW[B]C[text] (;B[ee]C[a \\] b])(;W[dd]))\x1a"
    assert only(text).notes == []
    assert only("(;GM[4]SZ[15]RU[Renju];B[hh];W[ii])").notes == []
    assert only("(;GM[2]SZ[8]RE[];B[dc])").notes == []


def test_brackets_in_a_text_take_no_move_along_and_add_none() -> None:
    text = "(;SZ[9];B[ee]\nC[either B[cc] or W[dd] (good)];W[ff];B[gg]C[a [1] b]\n;W[hh])"
    assert moves(text) == "e5 f4 g3 h2"
    assert notes(text) == [(2, "record.bracket-in-text", {"n": 2})]
    assert moves("(;SZ[9]PB[Ana [3d] of Seoul]C[x]y;B[ee]C[z];W[cc])") == "e5 c7"
    assert notes("(;SZ[9];B[ee]C[Ana [3d\\]: hello])") == []  # as SGF has it
    assert (1, "record.bracket-in-text", {"n": 1}) in notes("(;FF[4SZ[9]RU[Korean];B[ee])")
    names = only("(;SZ[9]PB[Ana [3d] of Seoul];B[ee])").game
    assert names is not None and names.names == ("Ana [3d] of Seoul", "")


def test_a_game_without_its_first_bracket_keeps_what_is_before_its_variations() -> None:
    assert moves(";SZ[9]RU[Korean];B[ee](;W[cc];B[dd])(;W[gg]))") == "e5 c7 d6"


def test_gomoku_without_a_size_is_on_the_board_that_has_all_stones() -> None:
    assert moves("(;GM[4];B[hh];W[ii];B[ss])") == "h12 i11 s1"
    small = only("(;GM[4];B[hh];W[tt])").game  # a pass
    assert small is not None and small.record.variant == "renju-15"


def test_another_game_of_sgf_is_named_by_its_number() -> None:
    problem = only("(;GM[3];B[ee])").problem
    assert problem is not None and problem.arguments == {"text": "GM[3]"}


# --- Other formats -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "key", "arguments"),
    [
        (f"From the club\n{PSQ}", 1, "record.outside", {"text": "From the club"}),
        ("Ana against Ben\nf5d6c3\n", 1, "record.outside", {"text": "Ana against Ben"}),
        ("f5d6c3\nd3c4\n", 1, "record.joined-lines", {"n": 2}),
        (f"Round 1\n{PGN}", 1, "record.outside", {"text": "Round 1"}),
        (f"{PGN}2. c3 d3\n", 5, "record.after-result", {"text": "2. c3 d3"}),
        (
            PGN.replace("d6 1-0", "d6 0-1"),
            1,
            "record.said-twice",
            {"name": "Result", "text": "1-0", "other": "0-1"},
        ),
        (f'[Event "Cup"]\n{PGN}', 2, "record.said-twice", {"name": "Event", "text": "Cup", "other": "Club"}),
        (PGN.replace('"1-0"', '"Ana"'), 1, "record.unreadable-result", {"text": "Ana"}),
        ("Cup (;GM[Othello]B[F5];)", 1, "record.outside", {"text": "Cup"}),
        ("(;GM[Othello]B[F5];)\nBye", 2, "record.outside", {"text": "Bye"}),
        ("(;GM[Othello]TY[10]BO[8]B[F5];)", 1, "record.other-size", {"text": "10", "n": 8}),
        ("(;GM[Othello]RE[Ana]B[F5];)", 1, "record.unreadable-result", {"text": "Ana"}),
        (
            "(;GM[Othello]PB[Ana]PB[Ben]B[F5];)",
            1,
            "record.said-twice",
            {"name": "PB", "text": "Ana", "other": "Ben"},
        ),
        (GIB.replace("STO 0 3", "Hello!\nSTO 0 3"), 8, "record.unknown-line", {"text": "Hello!"}),
        (GIB.replace("3 0 &4", "5 0 &4"), 5, "record.missing-moves", {"n": 2}),
        (GIB.replace("INI 0 1 0", "INI 0 1 12"), 1, "record.handicap-left-out", {"n": 12}),
        (
            GIB.replace("\\HE", "\\[GIBOKIND=Global\\]\n\\HE"),
            1,
            "record.read-as-korean",
            {"rules": "Global"},
        ),
        (NGF.replace("\nPMAC", "\nHello!\nPMAC"), 14, "record.unknown-line", {"text": "Hello!"}),
        (NGF.replace("\n2\n", "\n4\n"), 12, "record.missing-moves", {"n": 2}),
        (NGF.replace("x\n0", "x\n12"), 1, "record.handicap-left-out", {"n": 12}),
        (NGF.replace("19\n", "nineteen\n"), 1, "record.unknown-head", {}),
    ],
)
def test_what_of_other_formats_is_left_out_or_guessed(
    text: str, line: int, key: str, arguments: Mapping[str, str | int]
) -> None:
    assert (line, key, arguments) in notes(text)


@pytest.mark.parametrize("text", [PSQ, PGN, "(;GM[Othello]TY[8]RE[?]B[F5];)\n", "f5d6c3", GIB, NGF])
def test_whole_files_of_other_formats_have_no_notes(text: str) -> None:
    assert notes(text) == []


@pytest.mark.parametrize(
    ("text", "key", "variant"),
    [
        ("(;SZ[9];B[ee])", "record.no-rules", "9x9-korean"),
        ("(;GM[4]SZ[15];B[hh])", "record.no-rules", "renju-15"),
        (PSQ, "record.no-rules", "renju-15"),
        (PGN, "record.no-game", "8x8"),
        ('[Game "gomoku"]\n\n1. h8 s19 *', "record.no-rules", "standard-19"),
        ("f5d6c3", "record.no-game", "8x8"),
        ("h8 i9 g10", "record.no-game", "renju-15"),
    ],
)
def test_rules_that_a_file_does_not_name_are_said(text: str, key: str, variant: str) -> None:
    (note,) = [note for note in only(text).notes if note.key in OWN]
    assert (note.key, note.arguments["variant"]) == (key, variant)


def test_a_pgn_can_name_the_rules_of_gomoku() -> None:
    text = '[Game "Gomoku"]\n[Variant "Freestyle"]\n\n1. h8 i9 *'
    game = only(text)
    assert game.game is not None and game.game.record.variant == "freestyle-15" and game.notes == []


def test_the_result_after_the_moves_of_a_pgn_counts_where_its_header_has_none() -> None:
    for header in ("", '[Result "*"]\n'):
        game = only(f'[Event "Club"]\n{header}\n1. f5 d6 0-1\n').game
        assert game is not None and game.result is not None and game.result.winner == 2


def test_signs_and_comments_of_pgn_are_no_moves() -> None:
    assert moves('[Event "Club"]\n\n1. f5! d6 $2 ; a plan: c3\n2. c3?! *') == "f5 d6 c3"


@pytest.mark.parametrize("rest", ["{a plan 2. c3", "(2. c3 d3"])
def test_moves_behind_a_bracket_that_is_never_closed_are_a_problem(rest: str) -> None:
    game = only(f'[Event "Club"]\n\n1. f5 d6 {rest}\n2. d3')
    assert game.problem == Problem(3, "record.unclosed-comment")
    assert game.game is not None and game.game.record.moves == ("f5", "d6")


def test_stones_of_a_psq_behind_another_line_are_a_problem() -> None:
    game = only(PSQ.replace("9,9,0", "nine,9,0\n10,10,0"))
    assert game.problem == Problem(3, "rule.notation", {"text": "nine,9,0"})


def test_a_board_of_ggf_says_who_moves() -> None:
    game = only(f"(;GM[Othello]BO[8 {BOARD}]B[F5];)")
    assert game.game is None and game.problem == Problem(1, "record.no-mover")
    assert moves(f"(;GM[Othello]BO[8 {BOARD} *]B[F5];)") == "f5"


def test_the_size_of_a_ggf_without_a_board_is_in_its_type() -> None:
    game = only("(;GM[Othello]TY[10]B[G6];)").game
    assert game is not None and game.record.variant == "10x10"


# --- The file, and the answer ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        ("(;PB[조훈현];B[dd])", "cp949", [("record.guessed-encoding", {"encoding": "CP949"})]),
        (
            "(;CA[EUC-KR]PB[조훈현];B[dd])",
            "utf-8",
            [("record.other-encoding", {"named": "EUC-KR", "encoding": "UTF-8"})],
        ),
        (
            "(;CA[nonsense]PB[José];B[dd])",
            "latin-1",
            [("record.other-encoding", {"named": "nonsense", "encoding": "Latin-1"})],
        ),
        ("(;PB[조훈현];B[dd])", "utf-8", []),
        ("(;CA[EUC-KR]PB[조훈현];B[dd])", "cp949", []),
        ("(;CA[nonsense]PB[Ana];B[dd]C[조훈현])", "utf-8", []),
    ],
)
def test_an_encoding_that_is_guessed_or_another_is_said(
    text: str, encoding: str, expected: list[tuple[str, dict[str, str]]]
) -> None:
    assert [(note.key, note.arguments) for note in read(text.encode(encoding)).notes] == expected


def test_letters_of_names_that_are_lost_are_counted() -> None:
    file = found_games(
        "(;CA[UTF-8]PB[조훈현 조훈현];B[dd])".encode().replace("현]".encode(), "현".encode()[:2] + b"]")
    )
    assert [(note.key, note.arguments) for note in file.notes] == [("record.unreadable-letters", {"n": 1})]


def test_a_result_that_the_board_denies_is_said() -> None:
    five = ";B[hh];W[aa];B[hi];W[ab];B[hj];W[ac];B[hk];W[ad];B[hl])"
    for result, expected in (("W+R", ["record.other-result"]), ("B+", []), ("?", []), ("Void", [])):
        (game,) = found_games(f"(;GM[4]SZ[15]RU[Renju]RE[{result}]{five}".encode()).games
        assert [note.key for note in game.notes] == expected, result
        assert game.outcome is not None and game.outcome.winner == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_is_a_sentence_of_the_answer(language: str) -> None:
    files = [
        "Hi\n(;SZ[9]SZ[13]HA[x]PL[x]KM[x]RE[x]C[a [1] b]yy;B[ee])",
        "(;GM[4]RU[Caro];B[hh])",
        "(;SZ[9]HA[3]AB[cc][gg];W[ee])",
        "f5d6c3\nd3c4\n",
        f"{PGN}2. c3 d3\n",
        "(;GM[Othello]TY[10]BO[8]B[F5];)",
        GIB.replace("3 0 &4", "5 0 &4"),
        NGF.replace("19\n", "nineteen\n"),
        "(;CA[x]PB[é];B[ee])",
    ]
    readings = [found_games(text.encode()) for text in files]
    said = [
        note
        for file in readings
        for note in (*file.notes, *(note for game in file.games for note in game.notes))
    ]
    assert len({note.key for note in said}) >= 17
    for note in said:
        shown = view_text(Imported([over()], [], [note], 1), language)
        (line,) = [line for line in shown.split("\n") if line.startswith(("-# Line ", f"-# {note.line}행"))]
        assert "{" not in line and "record." not in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_without_a_game_is_told_the_formats(language: str) -> None:
    file = read(b"PK\x03\x04")
    assert file.problem is not None
    said = problem_line(FoundProblem(file.problem), texts(language))
    assert all(name in said for name in ("SGF", "GIB", "NGF", "GGF", "PSQ", "PGN"))
