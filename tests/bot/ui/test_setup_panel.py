"""The panel of a position: within Discord's limits, and all of it is read back from its custom_ids."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.records.diagrams import read_draft
from bot.texts import texts
from bot.ui.panel import Panel
from bot.ui.setup_panel import diagram_modal, editor_view, opponents_view, side_words
from bot.ui.setup_state import Editing
from games.base import RuleError, Side
from games.drafts import Draft
from tests.bot.stories import read_in_turn
from tests.bot.ui.shown import check_limits
from tests.variants import every_variant

VARIANTS = read_in_turn(every_variant(by_slug=True))


def scrambled(slug: str, variant: str) -> Editing:
    """A draft with much on it."""
    dice, draft = random.Random(variant), Draft.start(slug, variant)
    for _ in range(3 * len(draft.cells)):
        try:
            draft = draft.put(dice.choice(draft.pieces), dice.choice(draft.points))
        except RuleError:
            continue
    draft = replace(draft, to_move=Side.SECOND)
    return Editing(draft, piece=len(draft.pieces) - 1, column=5, side=Side.SECOND)


def read(components: list[dict[str, object]]) -> Editing | None:
    ids = [str(one["custom_id"]) for one in components if "custom_id" in one]
    panels = [Panel.read({"custom_id": one}) for one in ids]
    assert None not in panels and len(set(ids)) == len(ids)
    return Editing.read([one for one in panels if one is not None])


@pytest.mark.parametrize(("slug", "variant", "language"), VARIANTS)
def test_what_is_edited_is_in_the_panel(slug: str, variant: str, language: str) -> None:
    reader = texts(language)
    for editing in (Editing(Draft.start(slug, variant)), scrambled(slug, variant)):
        assert read(check_limits(editor_view(editing, reader))) == editing
        for people in (True, False):
            assert read(check_limits(opponents_view(editing, reader, people=people))) == editing


@pytest.mark.parametrize(("slug", "variant", "language"), VARIANTS)
def test_the_text_in_the_form_is_read_back(slug: str, variant: str, language: str) -> None:
    editing = scrambled(slug, variant)
    form = diagram_modal(editing, texts(language)).to_dict()
    (field,) = (one["component"] for one in form["components"])
    assert len(form["title"]) <= 45 and len(form["components"][0]["description"]) <= 100
    draft = editing.draft
    assert read_draft(slug, draft.variant, field["value"], side_words()[slug]) == draft


def test_the_text_of_twelve_janggi_has_the_rows_of_its_board() -> None:
    draft = replace(Draft.start("twelve_janggi", "classic"), cells="S...KZzkJ..s", hands=("", "J"))
    form = diagram_modal(Editing(draft), texts("en")).to_dict()
    text = form["components"][0]["component"]["value"]
    assert text.split("\n") == [". k s", ". z .", ". Z .", "S K J", "hands: - / j", "Green to move"]


@pytest.mark.parametrize(
    "argument", ["", "x", "piece.", "piece.0*0*", "piece.9*9*aa", "piece.0*0*zzzz", "piece.a*b*c*d"]
)
def test_what_carries_no_position_is_none(argument: str) -> None:
    assert Editing.read([Panel("setup", argument)]) is None


def test_the_next_piece_of_hare_and_hounds_is_the_one_that_was_moved() -> None:
    editing = Editing(Draft.start("hare_and_hounds", "classic"), piece=1).put("c4")
    assert editing.chosen_piece == "c4"
    assert editing.put("b3").draft.cells == "H....H.RH.."
