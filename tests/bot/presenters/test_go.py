"""Go in words, and the keys of its scoring. The keys for points: `test_points.py`."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest

from bot.icons import Icon
from bot.interactions.error_replies import sentence
from bot.presenters.base import Viewpoint
from bot.presenters.go import GO_PRESENTER as PRESENTER
from bot.presenters.keypad import KeypadButton, Tone
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import compose_variant
from bot.texts import LANGUAGES, texts
from games.base import PASS, IllegalMove, Move, Outcome, Side
from games.go import GO, GoPosition, Score
from games.go.position import AGREE, RESUME
from tests.bot.stories import reachable_keypads

EN, KO = texts("en"), texts("ko")
every_language = pytest.mark.parametrize("language", LANGUAGES)

WALLS = """
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
. O . X O . . . .
. . . X O . . X .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
captures: 3 1
passes: 2
"""
"""Black has 27 points on the left, White 36 on the right; each has a dead stone on the other's side."""
DEAD = "dead: b6 h5\n"


def at(*changes: str) -> GoPosition:
    return GO.position(WALLS + "".join(changes))


# --- Variants ----------------------------------------------------------------------------------------


def test_the_options_make_every_variant() -> None:
    names = [option.name for option in PRESENTER.variant_options]
    made = [
        compose_variant(PRESENTER.variant_options, dict(zip(names, chosen, strict=True)))
        for chosen in product(*(option.values for option in PRESENTER.variant_options))
    ]
    assert made == list(GO.variants)
    assert compose_variant(PRESENTER.variant_options, {}) == GO.variants[0]
    assert compose_variant(PRESENTER.variant_options, {"size": "19x19", "handicap": "4"}) == "19x19-korean-h4"
    assert compose_variant(PRESENTER.variant_options, {"ruleset": "chinese"}) == "9x9-chinese"


@every_language
def test_every_choice_has_its_sentences(language: str) -> None:
    reader = texts(language)
    for option in PRESENTER.variant_options:
        name = reader.plain(f"option.{option.name}.name")
        assert name == name.lower() and " " not in name and len(name) <= 32
        assert 1 <= len(reader.plain(f"option.{option.name}.description")) <= 100
        text = [reader.plain(f"choice.{option.name}.go.{value}") for value in option.values]
        assert len(set(text)) == len(text)
        assert all(1 <= len(one) <= 100 for one in text)


@every_language
def test_variant_names_are_short_and_distinct(language: str) -> None:
    text = [PRESENTER.variant_name(variant, texts(language)) for variant in GO.variants]
    assert len(set(text)) == len(text)
    assert all(len(one) <= 40 for one in text)


def test_variants_in_both_languages() -> None:
    assert PRESENTER.variant_name("9x9-korean", EN) == "9×9 · Korean"
    assert PRESENTER.variant_name("9x9-korean", KO) == "9×9 · 한국식"
    assert PRESENTER.variant_name("19x19-chinese-h4", EN) == "19×19 · Chinese · handicap 4"
    assert PRESENTER.variant_name("19x19-chinese-h4", KO) == "19×19 · 중국식 · 4점"


# --- While stones are played ---------------------------------------------------------------------------


def test_captures_and_komi_are_always_shown() -> None:
    for ply in (0, 6, 60):
        start = replace(GO.start("9x9-korean"), ply=ply)
        assert PRESENTER.notes(start, EN) == ["Captures: B 0, W 0", "Komi 6.5"]
        assert PRESENTER.notes(start, KO) == ["따낸 돌: 흑 0, 백 0", "덤 6집 반"]
    handicap = GO.start("19x19-chinese-h4")
    assert PRESENTER.notes(handicap, EN)[-1] == "Komi 0.5"
    assert PRESENTER.notes(handicap, KO)[-1] == "덤 반집"


def test_the_first_moves_say_how_to_play_and_what_to_type() -> None:
    for ply in range(2):
        small, large = (replace(GO.start(f"{size}-korean"), ply=ply) for size in ("9x9", "19x19"))
        assert PRESENTER.introduction(small, EN) == [
            "Tap a column, then the point; or tap **Type** (such as **d4**)"
        ]
        last = " ◎ for the last move;" if ply else ""
        assert PRESENTER.introduction(large, EN) == [
            f"Tap an arrow to enlarge that part{',' if ply else ';'}{last} or tap **Type** (such as **d4**)"
        ]
        assert PRESENTER.introduction(replace(large, ply=5), EN)
        assert PRESENTER.introduction(replace(large, ply=6), EN) == ()
        assert PRESENTER.introduction(replace(small, ply=2), EN) == ()
        assert PRESENTER.introduction(small, KO) == [
            "열을 누르고 자리를 고르세요. 또는 **입력** 버튼(예: **d4**)"
        ]


@pytest.mark.parametrize(
    ("typed_in", "words", "words_ko"),
    [
        (TypedIn.FORM, "or tap **Type** (such as **d4**)", "또는 **입력** 버튼(예: **d4**)"),
        (TypedIn.REPLY, "or **Type** or reply, such as **d4**", "또는 **입력**이나 답장(예: **d4**)"),
        (TypedIn.CHANNEL, "or type **d4** here", "또는 여기에 **d4** 입력"),
    ],
)
def test_the_first_moves_say_where_to_type(typed_in: TypedIn, words: str, words_ko: str) -> None:
    for size in ("9x9", "19x19"):
        start = GO.start(f"{size}-korean")
        assert PRESENTER.introduction(start, EN, typed_in)[0].endswith(words)
        assert PRESENTER.introduction(start, KO, typed_in)[0].endswith(words_ko)


def test_captures_and_a_pass_are_shown() -> None:
    position = replace(at(), passes=1, ply=60)
    assert PRESENTER.scores(position, EN) == {}
    assert PRESENTER.notes(position, EN) == [
        "Captures: B 3, W 1",
        "A second pass ends play",
        "Komi 6.5",
    ]
    assert PRESENTER.notes(position, KO) == [
        "따낸 돌: 흑 3, 백 1",
        "이어서 패스하면 계가",
        "덤 6집 반",
    ]


def test_a_pass_can_always_be_made() -> None:
    keypad = PRESENTER.keypad(Viewpoint(GO.start("9x9-korean")), EN)
    assert keypad.action == KeypadButton("Pass", PASS)


KO_AND_SUICIDE = """
. . X O . . . . .
. X . X O . . . .
. . X O . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . O .
. . . . . . O . O
. . . . . . . O .
to move: second
ko: c8
"""


@pytest.mark.parametrize(("mover", "point"), [("second", "c8"), ("first", "h2")])
def test_ko_and_suicide_have_no_key(mover: str, point: str) -> None:
    ko = (
        KO_AND_SUICIDE
        if mover == "second"
        else KO_AND_SUICIDE.replace("second", "first").replace("ko: c8", "")
    )
    start = Viewpoint(GO.position(ko))
    keypads = reachable_keypads(PRESENTER, start)
    keys = {button.argument for keypad in keypads for button in keypad.buttons if not button.disabled}
    assert point not in keys
    other = {"c8": "h2", "h2": "c8"}[point]
    assert other in start.position.legal_moves(), "the same point for the other side"


# --- While they are counted ------------------------------------------------------------------------------


def test_groups_are_the_keys() -> None:
    """Each group has one key, which marks it dead or takes the mark back."""
    marked = at(DEAD)
    keypad = PRESENTER.keypad(Viewpoint(marked), EN)
    points = [button for button in keypad.buttons if " " in button.argument]
    assert len(points) == len(marked.chains.every)
    for button in points:
        word, point = button.argument.split()
        assert button.label == point
        index = marked.board.index[point]
        assert (index in marked.dead) is (word == "alive") is (button.tone is Tone.DEAD)
        after = marked.play(Move(button.argument))
        assert (index in after.dead) is (word == "dead")
    groups = {marked.chains.at(marked.board.index[button.argument.split()[1]]) for button in points}
    assert len(groups) == len(points)
    assert any(button.tone is Tone.DEAD for button in points)


def test_many_chains_are_grouped_so_that_all_are_in_one_view() -> None:
    rows = ["." * 19 for _ in range(5)] + ["XO" * 9 + "X"] + ["OX" * 9 + "O"] + ["." * 19] * 12
    position = GO.position("\n".join(" ".join(row) for row in rows) + "\npasses: 2")
    keypad = PRESENTER.keypad(Viewpoint(position), EN)
    marks = [button for button in keypad.buttons if button.argument.startswith("dead")]
    assert len(position.chains.every) == 38 and len(marks) < 11
    assert marks[0] == KeypadButton("a14 ×10", "dead group a14", tone=Tone.MOVE)
    after = position.play(Move(marks[0].argument))
    assert PRESENTER.keypad(Viewpoint(after), EN).rows[0][0].argument == "alive group a14"


def test_agreeing_is_beside_the_groups_and_playing_on_among_the_controls() -> None:
    keypad = PRESENTER.keypad(Viewpoint(at()), EN)
    (row,) = [row for row in keypad.rows if any(button.argument == AGREE for button in row)]
    assert row[-1] == KeypadButton("Agree", AGREE, tone=Tone.NEXT_STEP)
    assert keypad.action == KeypadButton("Play on", RESUME)
    assert PRESENTER.keypad(Viewpoint(at()), KO).action == KeypadButton("더 두기", RESUME)


def test_the_count_is_between_the_players_and_is_explained() -> None:
    # Black: 27 points, 1 dead stone, 3 captures. White: 36, 1, 1 and komi.
    assert PRESENTER.scores(at(DEAD), EN) == {Side.FIRST: "31", Side.SECOND: "44.5"}
    assert PRESENTER.instruction(at(DEAD), EN) == "Buttons mark dead stones"
    assert PRESENTER.instruction(at(DEAD), KO) == "버튼을 눌러 죽은 돌 표시"


def test_areas_that_are_nobodys_are_named_with_a_ring_each() -> None:
    position = at("dead: h5\n")
    for counted in (position, position.play(AGREE)):
        assert (
            PRESENTER.instruction(counted, EN)
            == "Buttons mark dead stones · ⚠️ neutral: ○\N{NO-BREAK SPACE}b5"
        )
        assert PRESENTER.keypad(Viewpoint(counted), EN).rings == {"b5"}
    assert PRESENTER.keypad(Viewpoint(at(DEAD)), EN).rings == set()


def test_agreeing_to_a_count_without_territory_is_questioned() -> None:
    bare = GO.start("9x9-korean").play(Move("c3")).play(Move("g7")).play(PASS).play(PASS)
    assert PRESENTER.doubt(bare, AGREE, EN).startswith("No territory is counted")
    assert not PRESENTER.doubt(bare, Move("dead c3"), EN)
    assert not PRESENTER.doubt(bare.play(Move("dead c3")), AGREE, EN)
    assert not PRESENTER.doubt(at(DEAD), AGREE, EN)


def test_an_early_pass_is_questioned_also_that_which_ends_play_and_none_at_the_end() -> None:
    early = GO.start("9x9-korean").play(Move("c3")).play(Move("g7"))
    assert PRESENTER.doubt(early, PASS, EN).startswith("Much of the board is still open")
    assert "your pass ends play" in PRESENTER.doubt(early.play(PASS), PASS, EN)
    assert not PRESENTER.doubt(early, Move("d4"), EN)
    for corner in ".O":  # a captured stone that still stands there opens nothing
        walled = [*[". . . X O . . . ."] * 8, f"{corner} . . X O . . . .", "to move: first"]
        assert not PRESENTER.doubt(GO.position("\n".join(walled)), PASS, EN)


def test_both_mark_until_one_has_agreed() -> None:
    assert PRESENTER.turn_of_both(at(DEAD), EN)
    assert not PRESENTER.turn_of_both(GO.start("9x9-korean"), EN)


def test_an_agreement_is_shown_to_the_other_side() -> None:
    position = at(DEAD).play(AGREE)
    assert position.to_move is Side.SECOND
    assert PRESENTER.turn_of_both(position, EN) == "Black agreed · waiting for White"
    assert PRESENTER.turn_of_both(position, KO) == "흑 동의 · 백의 답을 기다리는 중"


@pytest.mark.parametrize(
    ("captures", "en", "ko"),
    [
        ((3, 1), "**31–44.5** (W+13.5)", "**31 : 44.5** (백 13집 반 승)"),
        ((17, 1), "**45–44.5** (B+0.5)", "**45 : 44.5** (흑 반집 승)"),
        ((16, 1), "**44–44.5** (W+0.5)", "**44 : 44.5** (백 반집 승)"),
        ((23, 1), "**51–44.5** (B+6.5)", "**51 : 44.5** (흑 6집 반 승)"),
    ],
)
def test_results(captures: tuple[int, int], en: str, ko: str) -> None:
    position = replace(at(DEAD), captures=captures).play(AGREE).play(AGREE)
    outcome = position.outcome()
    assert outcome is not None and outcome.reason == "outcome.points"
    assert PRESENTER.result(position, outcome, EN) == en.replace("–", "–\N{WORD JOINER}")
    assert PRESENTER.result(position, outcome, KO).replace("\N{NO-BREAK SPACE}", " ") == ko
    assert en.startswith(f"**{PRESENTER.scores(position, EN)[Side.FIRST]}–")


def test_a_match_that_ended_by_its_length_is_counted_without_marks() -> None:
    position = replace(at(DEAD), ply=262)
    outcome = position.outcome()
    assert outcome is not None and outcome.reason == "outcome.move-limit"
    bare: Score = replace(position, dead=frozenset()).score()
    text = PRESENTER.result(position, outcome, EN)
    assert text.startswith(f"**{bare.black:g}–\N{WORD JOINER}{bare.white:g}**")
    assert bare.black != position.score().black
    assert PRESENTER.scores(position, EN)[Side.FIRST] == f"{bare.black:g}"
    assert "dead" not in PRESENTER.describe(position, EN)
    winner = outcome.winner
    assert winner is not None and text.endswith(f"({'B' if winner is Side.FIRST else 'W'}+{text[-4:-1]})")


@pytest.mark.parametrize("reason", ["outcome.resigned", "outcome.repetition"])
def test_other_endings_have_no_score(reason: str) -> None:
    assert PRESENTER.result(GO.start("9x9-korean"), Outcome(None, reason), EN) == ""


# --- Words ---------------------------------------------------------------------------------------------


def test_a_description_in_both_languages() -> None:
    assert PRESENTER.describe(GO.position(KO_AND_SUICIDE), EN) == (
        "Go board, 9 by 9. Black 4: c9 b8 d8 c7. White 7: d9 e8 d7 h3 g2 j2 h1. Ko at c8."
    )
    text = PRESENTER.describe(at(DEAD), KO)
    assert text.startswith("바둑판, 가로세로 9줄. 흑 10개: d9 d8 d7 d6 d5 h5 ")
    assert text.endswith(" 사석으로 표시: b6 h5. 따낸 돌: 흑이 3점, 백이 1점.")
    assert PRESENTER.describe(GO.start("19x19-korean"), EN) == "Go board, 19 by 19. The board is empty."


@every_language
@pytest.mark.parametrize("dead", [False, True])
def test_crowded_boards_are_described_row_by_row(dead: bool, language: str) -> None:
    rows = ["XO"[row % 2] * 18 + "." for row in range(19)]
    diagram = "\n".join(" ".join(row) for row in rows) + "\ncaptures: 100 120\npasses: 2\n"
    position = GO.position(diagram)
    if dead:
        position = position.play(Move("dead a19"))
        marked = {divmod(point, 19) for point in position.dead}
        rows = [
            "".join(cell.lower() if (number, column) in marked else cell for column, cell in enumerate(row))
            for number, row in enumerate(rows)
        ]
        assert any(cell == "x" for row in rows for cell in row)
    text = PRESENTER.describe(position, texts(language))
    assert len(text) <= 900
    for number, row in enumerate(rows):
        assert f"{19 - number} {row}" in text
    assert "100" in text and "120" in text


def test_axes() -> None:
    columns, rows = PRESENTER.axes(GO.start("19x19-korean")) or ((), ())
    assert "".join(columns) == "abcdefghjklmnopqrst"
    assert list(rows) == [str(row) for row in range(1, 20)]
    assert PRESENTER.axes(at()) is None


@every_language
def test_moves_are_written_as_they_can_be_typed(language: str) -> None:
    for position in (GO.start("9x9-korean"), at(), at(DEAD)):
        for move in position.legal_moves():
            assert GO.parse(PRESENTER.move_text(move, texts(language)), position) == move


def test_words() -> None:
    moves = [Move(move) for move in ("d4", "pass", "agree", "resume", "dead d4", "alive d4")]
    for color in ("black", "white"):
        assert PRESENTER.move_text(Move(f"agree {color}"), KO) == "동의"
        assert not PRESENTER.is_play(Move(f"resume {color}"))
    assert [PRESENTER.move_text(move, EN) for move in moves] == [
        "d4",
        "pass",
        "agree",
        "resume",
        "dead d4",
        "alive d4",
    ]
    assert [PRESENTER.move_text(move, KO) for move in moves] == [
        "d4",
        "패스",
        "동의",
        "재개",
        "사석 d4",
        "산 돌 d4",
    ]
    assert [PRESENTER.leaves_mark(move) for move in moves] == [True, False, False, False, False, False]
    assert [PRESENTER.side_name(side, KO) for side in Side] == ["흑", "백"]
    assert dict(PRESENTER.symbols) == {Side.FIRST: Icon.BLACK_STONE, Side.SECOND: Icon.WHITE_STONE}


@every_language
@pytest.mark.parametrize("slug", ["go", "gomoku"])
def test_the_menus_of_the_play_command_fit(slug: str, language: str) -> None:
    reader = texts(language)
    for key in sorted(reader.keys()):
        if key.startswith((f"choice.level.{slug}.", f"choice.side.{slug}.", f"command.play.{slug}.desc")):
            assert len(reader.plain(key)) <= 100, key
    name = reader.plain(f"command.play.{slug}.name")
    assert name == name.lower() and " " not in name


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (at(DEAD), "dead h5"),
        (at(DEAD), "alive d4"),
        (at(), "dead a1"),
        (at(), "a1"),
        (at(), "pass"),
        (GO.start("9x9-korean"), "dead a1"),
        (GO.start("9x9-korean"), "agree"),
    ],
)
def test_refusals_of_the_count_are_in_the_readers_language(position: GoPosition, text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        position.play(GO.parse(text, position))
    assert not re.search("[a-z]{2,}", sentence(refused.value, KO)), "no English word of the notation"


def test_a_resignation_is_a_win_without_counting() -> None:
    resigned = Outcome(Side.FIRST, "outcome.resigned")
    assert PRESENTER.reason(resigned, KO) == "불계승"
    assert PRESENTER.reason(resigned, EN) == "the opponent resigned"
    assert PRESENTER.reason(Outcome(Side.FIRST, "outcome.time"), KO) == "상대 시간 초과"


CORNER = """
O X . . . . . . .
. . . . . . . . .
. . . . X . . . .
. . . X O . . . .
. . . . X . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
variant: 9x9-korean
"""


def test_a_move_says_what_it_captured_and_which_stones_are_in_atari() -> None:
    position = GO.position(CORNER)
    assert list(PRESENTER.dangers(position, EN)) == ["In atari: White a9; White e6."]
    assert list(PRESENTER.dangers(position, KO)) == ["단수인 돌: 백 a9; 백 e6."]
    assert list(PRESENTER.effects(position, Move("f6"), EN)) == ["captures 1: e6"]
    assert list(PRESENTER.effects(position, Move("f6"), EN, is_short=True)) == ["captures 1"]
    assert list(PRESENTER.effects(position, Move("j1"), EN)) == []
    counted = position.play(PASS).play(PASS)
    assert list(PRESENTER.dangers(counted, EN)) == [] and list(PRESENTER.effects(counted, AGREE, EN)) == []
