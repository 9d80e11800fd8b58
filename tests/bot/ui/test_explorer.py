"""The opening explorer: within Discord's limits, stateless, with the right lines, letters and keys."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from discord.ui import LayoutView

from bot.drawing.registry import DRAWINGS
from bot.exceptions import Refusal
from bot.match.explorer import ExploredMove, can_explore
from bot.texts import LANGUAGES, texts
from bot.ui.custom_ids import BUTTON, Press, Verb
from bot.ui.explorer import (
    MATCHES,
    SHOWN,
    Exploration,
    explore_button,
    explored_matches_view,
    explorer_scene,
    explorer_view,
)
from bot.ui.panel import Panel
from data.matches.opening_index import PLIES
from games import GAMES, replay, setup_of
from games.base import Move, Outcome, Record, Side
from tests.bot.stories import EVERY_VARIANT, EVERY_VARIANT_READ, VARIANTS, match_of, random_game
from tests.bot.ui.shown import GALLERY, check_limits, components_of, words

EN, KO = texts("en"), texts("ko")
LONGEST = max(VARIANTS, key=lambda one: len("".join(one)))


def played(text: str) -> tuple[Move, ...]:
    return tuple(map(Move, text.split()))


def moves_of(record: Record, count: int = 60) -> list[ExploredMove]:
    """So many of the moves of a position, the first of them most often."""
    legal = list(replay(record).legal_moves())[:count]
    return [ExploredMove(move, 99_999 - 7 * at, 50_000, 30_000, 5_000, True) for at, move in enumerate(legal)]


def panels(view: LayoutView) -> list[Panel]:
    found = components_of(view)
    return [panel for one in found if (panel := Panel.read(one)) is not None]


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_every_position_of_every_game_fits(slug: str, variant: str, language: str) -> None:
    moves = random_game(slug, variant, 1)
    for ply in (0, 1, 7, PLIES):
        seen = Exploration(slug, variant, moves[:ply], 2**31 - 1, PLIES)
        found = moves_of(seen.record)
        check_limits(explorer_view(seen, found, texts(language)))
        check_limits(explorer_view(replace(seen, match_id=None), [], texts(language)))
        assert DRAWINGS[slug].draw(explorer_scene(seen, found))


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_a_key_carries_the_whole_path(slug: str, variant: str) -> None:
    dice, record = random.Random(3), Record(slug, variant)
    while can_explore(record):
        record = record.then(dice.choice(list(replay(record).legal_moves())))
    seen = Exploration(slug, variant, record.moves, 123, 4)
    assert len(seen.moves) <= PLIES
    panel = Panel.read({"custom_id": Panel("explore-matches", seen.argument).custom_id})
    assert panel is not None and Exploration.read(panel.argument) == seen


def test_what_is_no_path_ends_it() -> None:
    seen = Exploration("othello", "8x8", played("d3 c3"))
    for rest in ("zz", "0", "..", "0?"):
        assert Exploration.read(f"{seen.argument.removesuffix('.')}{rest}").moves == seen.moves
    assert Exploration.read("othello.8x8") == Exploration("othello", "8x8")
    for unknown in ("", "chess.8x8..", "othello.7x7.."):
        with pytest.raises(Refusal):
            Exploration.read(unknown)


def test_the_menu_leads_on_and_the_keys_lead_back() -> None:
    seen = Exploration("othello", "8x8", played("f5 d6"), 12, 2)
    view = explorer_view(seen, moves_of(seen.record), EN)
    (menu,) = (one for one in components_of(view) if "options" in one)
    values = [option["value"] for option in menu["options"]]
    panel = Panel.read({**menu, "values": [values[1]]})
    assert panel is not None
    legal = replay(seen.record).legal_moves()
    assert Exploration.read(panel.argument, panel.values).moves == (*seen.moves, legal[1])
    read = [(one.verb, Exploration.read(one.argument).moves) for one in panels(view)]
    assert read == [
        ("explore", seen.moves),
        ("explore", played("f5")),
        ("explore-matches", seen.moves),
    ]
    assert Exploration.read(seen.argument, [values[-1]]).moves == (), "the last option leads to the start"
    keys = [one["custom_id"] for one in components_of(view) if "custom_id" in one]
    press = BUTTON.fullmatch(keys[-1])
    assert press is not None
    assert Press.read(press).verb is Verb.REVIEW and Press.read(press).argument == "2"


def test_at_the_start_no_key_leads_back() -> None:
    view = explorer_view(Exploration("go", "9x9-korean"), [], EN)
    assert [one.get("disabled", False) for one in components_of(view) if one["type"] == 2] == [
        True,
        True,
    ]


def test_lines_say_how_often_who_won_and_what_the_book_has() -> None:
    found = [
        ExploredMove(Move("f6"), 3, 2, 0, 1, True),
        ExploredMove(Move("f4"), 1),
        ExploredMove(Move("d6"), in_book=True),
    ]
    seen = Exploration("othello", "8x8", played("f5"))
    text = words(explorer_view(seen, found, EN))
    assert "🧭 Othello 8×8 · 4 matches" in text and "**f5**" in text
    assert "A **f6** 📖 · 3 (75%) · ⚫ 67% ⚪ 0%" in text
    assert "B **f4** · 1 (25%)\n" in text
    assert "C **d6** 📖" in text
    text = words(explorer_view(seen, found, KO))
    assert "🧭 오셀로 8×8 · 대국 4판" in text
    assert "A **f6** 📖 · 3 (75%) · ⚫ 67% ⚪ 0%" in text
    assert "아직" in words(explorer_view(seen, [], KO))


def test_an_openings_name_is_shown_with_the_last_moves() -> None:
    seen = Exploration("othello", "8x8", played("f5 d6 c3 d3 c4 f4 e3"))
    assert "**Brightwell** · … d6 c3 d3 c4 f4 e3" in words(explorer_view(seen, [], EN))
    assert "**Tiger** · f5 d6 c3 d3 c4" in words(explorer_view(seen.before(5), [], EN))
    hogetsu = Exploration("gomoku", "renju-15", played("h8 i9 i7"))
    assert "**포월\\(浦月\\)** · h8 i9 i7" in words(explorer_view(hogetsu, [], KO))


@pytest.mark.parametrize(
    ("variant", "title"), [("19x19-chinese-h4", "Go 19×19 · handicap 4"), ("9x9-korean", "Go 9×9 ·")]
)
def test_rules_that_change_no_opening_are_not_named(variant: str, title: str) -> None:
    assert title in words(explorer_view(Exploration("go", variant), [], EN)).replace("Handicap", "handicap")


def test_only_the_first_moves_have_letters() -> None:
    seen = Exploration("othello", "8x8", played("f5 d6 c3 d3 c4"))
    found = moves_of(seen.record)
    assert len(found) > SHOWN
    labels = explorer_scene(seen, found).labels
    assert labels == {one.move: letter for one, letter in zip(found, "ABCD", strict=False)}
    view = explorer_view(seen, found, EN)
    (gallery,) = (one for one in components_of(view) if one["type"] == GALLERY)
    assert f"A {found[0].move}, B {found[1].move}" in gallery["items"][0]["description"]


def test_moves_of_pieces_have_their_letters_where_they_end() -> None:
    seen = Exploration("hare_and_hounds", "classic")
    found = [ExploredMove(Move(move), 1) for move in ("a2-b2", "c2-b2", "b1-b2", "a2-a3")]
    scene = explorer_scene(seen, found)
    assert scene.labels == {"b2": "ABC", "a3": "D"}
    assert scene.suggestion == "a2-b2"


def test_a_review_has_a_key_that_opens_its_position() -> None:
    moves = random_game("othello", "8x8", 1)
    match = match_of(
        "othello", "8x8", moves, id=7, state="over", outcome=Outcome(Side.FIRST, "outcome.resigned")
    )
    for ply in (0, 1, PLIES - 1):
        key = explore_button(match, ply, EN)
        panel = Panel.read({"custom_id": key.custom_id})
        assert panel is not None and not key.disabled
        assert Exploration.read(panel.argument) == Exploration("othello", "8x8", moves[:ply], 7, ply)
    for ply in (PLIES, len(moves)):
        key = explore_button(match, ply, EN)
        assert key.disabled and Panel.read({"custom_id": key.custom_id}) is not None
    set_up = replace(match, setup=setup_of(match.record.before(4)), moves=())
    assert explore_button(set_up, 0, EN).disabled


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_list_of_matches_fits(slug: str, language: str) -> None:
    variant = GAMES[slug].variants[-1]
    moves = random_game(slug, variant, 1)
    over = {"state": "over", "outcome": Outcome(Side.SECOND, "outcome.resigned"), "ended_at": 1e9}
    listed = [match_of(slug, variant, moves, id=number, **over) for number in range(1, MATCHES + 1)]
    seen = Exploration(slug, variant, moves[:3], 7, 3)
    view = explored_matches_view(seen, listed, texts(language))
    check_limits(view)
    reviews = [one for one in panels(view) if one.verb == "review"]
    assert [one.argument for one in reviews] == ["1", "2", "3", "4"]
    assert Exploration.read(panels(view)[-1].argument) == seen
    check_limits(explored_matches_view(seen, [], texts(language)))
