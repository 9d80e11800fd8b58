"""The review of a match, ply by ply: within Discord's limits, with the right buttons and texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.base import Choice
from bot.match.review import Evaluations
from bot.presenters.base import Keypad
from bot.texts import LANGUAGES, texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.match_message import match_view
from bot.ui.review import END, NUMBERED, START, review_view
from data.model import Match
from games import GAMES, replay
from games.base import Move, Outcome, Side
from tests.bot.stories import EVERY_VARIANT, HARE_ESCAPES, match_of, random_game
from tests.bot.ui.shown import check_limits, components, presses, words

EN, KO = texts("en"), texts("ko")
MOVES = tuple(map(Move, ("a2-b2", "b5-c4", "b1-a2", "c4-b5")))


def evaluation(move: str, score: int, plies: int | None = None) -> Choice:
    return Choice(Move(move), float(score), 1, 1, (Move(move),), True, plies)


EXACT: Evaluations = (
    evaluation("b1-b2", 1, 23),
    evaluation("b5-a4", -1, 24),
    evaluation("b2-b3", 1, 23),
    evaluation("c4-b3", 1, 5),
    evaluation("a2-a3", -1, 56),
)


def over(moves: tuple[Move, ...] = MOVES, slug: str = "hare_and_hounds", **changes: object) -> Match:
    variant = GAMES[slug].variants[0]
    ended = {"state": "over", "winner": Side.SECOND, "reason": "outcome.resigned", "id": 7, **changes}
    return match_of(slug, variant, moves, **ended)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_every_ply_of_every_game_fits(slug: str, variant: str, language: str) -> None:
    """Also if every other move is a mistake, and with advice."""
    moves = random_game(slug, variant, 1)
    outcome = replay(match_of(slug, variant, moves).record).outcome() or Outcome(None, "outcome.agreed")
    match = match_of(slug, variant, moves, state="over", winner=outcome.winner, reason=outcome.reason)
    known = (*(evaluation(move, 1, 999) for move in moves), None)
    for ply in {0, 1, len(moves) // 2, len(moves) - 1, len(moves)}:
        position = replay(match.record.before(ply))
        legal = list(position.legal_moves())[:1]
        for each in (known, (None,) * len(known)):
            for advice in (None, *(evaluation(move, 0) for move in legal)):
                check_limits(review_view(match, ply, each, texts(language), advice))


def buttons(match: Match, ply: int, known: Evaluations = EXACT, advice: Choice | None = None) -> list[str]:
    found = presses(check_limits(review_view(match, ply, known, EN, advice)))
    assert all((one.match_id, one.position_id) == (match.id, match.position_id) for one in found)
    return [f"{one.verb} {one.argument}" for one in found]


def test_its_buttons_lead_back_and_forth() -> None:
    match, unknown = over(), (None,) * 5
    assert buttons(match, 0, unknown) == ["review 1", f"review {END}", "advise 0"]
    assert buttons(match, 2, unknown) == [
        f"review {START}",
        "review 1",
        "review 3",
        f"review {END}",
        "advise 2",
    ]
    assert buttons(match, 4, unknown) == [f"review {START}", "review 3", "advise 4"]


def test_advice_that_is_shown_is_not_offered() -> None:
    assert "advise 2" not in buttons(over(), 2, EXACT, EXACT[2])
    ended = over(HARE_ESCAPES, reason="outcome.hare-escaped")
    assert not any(one.startswith("advise") for one in buttons(ended, 12, (None,) * 13))


def test_a_menu_leads_to_the_mistakes() -> None:
    assert buttons(over(), 0)[-2:] == ["advise 0", "review 3"]
    assert buttons(over(), 0, (*EXACT[:4], evaluation("a2-a3", 1, 9)))[-2:] == ["review 3", "review 4"]
    (menu,) = [
        one for one in components(review_view(over(), 0, EXACT, KO).to_components()) if one["type"] == 3
    ]
    assert menu["placeholder"] == "실수 1개: 골라서 보기"
    assert [(one["label"], one["description"]) for one in menu["options"]] == [
        ("3. 🐕 b1 → a2", "승리에서 패배로"),
    ]


def test_of_many_mistakes_the_nearest_are_offered() -> None:
    moves = random_game("othello", "8x8", 3)
    match = over(moves, "othello", reason="outcome.agreed")
    known = tuple(evaluation("d3", 1) for _ in range(len(moves) + 1))
    chosen = [one for one in presses(check_limits(review_view(match, 40, known, EN))) if one.verb == "review"]
    plies = [int(one.argument) for one in chosen[5:]]
    assert len(plies) == 25 and plies == sorted(plies)
    assert plies[0] == 28 and plies[-1] == 52


def test_a_mistake_in_english() -> None:
    assert words(review_view(over(), 3, EXACT, EN)) == (
        "-# **Hare and Hounds · 30 turns #7**\nMove 3 of 4: 🐕 Hounds **b1 → a2**\n"
        "❗ This gave away a win. Better: **b2 → b3** (winning in 23)\n-# 🐇 Hare to move: **winning in 5**"
    )


def test_a_mistake_in_korean() -> None:
    assert words(review_view(over(), 3, EXACT, KO)) == (
        "-# **토끼와 사냥개 · 30턴 #7**\n4수 중 3수째: 🐕 사냥개 **b1 → a2**\n"
        "❗ 이길 기회를 놓친 수입니다. 더 좋은 수: **b2 → b3** (23수 만에 승리)\n"
        "-# 🐇 토끼 차례: **5수 만에 승리**"
    )


def test_advice_takes_the_place_of_what_was_said_about_the_move() -> None:
    assert words(review_view(over(), 3, EXACT, EN, EXACT[3])) == (
        "-# **Hare and Hounds · 30 turns #7**\nMove 3 of 4: 🐕 Hounds **b1 → a2**\n"
        "💡 **c4 → b3** · Hare: winning in 5"
    )


def test_the_start_the_end_and_advice() -> None:
    match = over()
    assert words(review_view(match, 0, EXACT, EN)).split("\n")[1:3] == [
        "**Starting position** · 4 moves",
        "-# 🐕 Hounds to move: **winning in 23**",
    ]
    text = words(review_view(match, 4, EXACT, EN, EXACT[4])).split("\n")
    assert text[2] == "💡 **a2 → a3** · Hounds: loses in 56"
    assert text[3] == f"🐇 <@{match.second_id}> wins: the opponent resigned."


def test_what_plies_count_is_explained_where_they_are_shown() -> None:
    ended = over(HARE_ESCAPES, reason="outcome.hare-escaped")
    known = (*(evaluation("c2-b3", 1, 23) for _ in HARE_ESCAPES), None)
    said = ["counting both sides' moves" in words(review_view(ended, ply, known, EN)) for ply in (0, 11, 12)]
    assert said == [True, False, False], "not below a mistake, nor without plies"


def test_a_match_without_mistakes() -> None:
    known = (evaluation("b1-b2", 1, 23), evaluation("b5-a4", -1, 24), evaluation("b2-b3", 1, 23))
    assert "-# Nobody made a mistake in this match." in words(review_view(over(MOVES[:2]), 2, known, EN))
    for ply, unknown in ((1, known), (2, (None, *known[1:])), (2, (None,) * 3)):
        text = words(review_view(over(MOVES[:2]), ply, unknown, EN))
        assert "Nobody made a mistake" not in text


def test_a_draw_given_away() -> None:
    moves = tuple(map(Move, ("d3", "c3")))
    known = (evaluation("c4", 0), evaluation("c3", 1, 9), evaluation("c4", -1, 8))
    text = words(review_view(over(moves, "othello"), 1, known, EN))
    assert "❗ This gave away a draw. Better: **c4**\n" in text


def test_an_estimate_is_no_proof() -> None:
    moves = tuple(map(Move, ("d3", "c3")))
    guess = replace(evaluation("c4", 0), score=0.3, proven=False)
    text = words(review_view(over(moves, "othello"), 1, (None,) * 3, EN, guess))
    assert text.endswith("\n💡 **c4** · White: slightly better")


def test_the_moves_expected_after_the_best_one_are_shown() -> None:
    moves = tuple(map(Move, ("d3", "c3")))
    line = replace(evaluation("c4", 0), line=tuple(map(Move, ("c4", "e3"))))
    for reader, said in ((EN, "💡 **c4**, e3 · White: a draw"), (KO, "💡 **c4**, e3 · 백: 무승부")):
        assert said in words(review_view(over(moves, "othello"), 1, (None,) * 3, reader, line))


def test_the_order_of_play_stays_while_one_steps() -> None:
    match = over(tuple(map(Move, ("d3", "c3"))), "othello")
    for numbered, keys in (
        (False, ["start", "0", "2", "end", "1.n"]),
        (True, ["start.n", "0.n", "2.n", "end.n", "1"]),
    ):
        view = check_limits(review_view(match, 1, (None,) * 3, EN, numbered=numbered))
        assert [one.argument for one in presses(view) if one.verb == "review"] == keys
    hare = check_limits(review_view(over(), 1, EXACT, EN))
    assert not [one for one in presses(hare) if one.argument.endswith(NUMBERED)], "its pieces move"


def test_a_match_without_moves_is_not_reviewed() -> None:
    verbs = {one.verb for one in presses(check_limits(match_view(over(()), EN, Keypad())))}
    assert verbs == {"rematch"}
    assert Press(Verb.REVIEW, 7, over().position_id) in presses(
        check_limits(match_view(over(), EN, Keypad()))
    )
