"""What people set for themselves, and what each setting does."""

from __future__ import annotations

import re
from dataclasses import replace

import discord
import pytest

from bot.features import FEATURES
from bot.interactions.arrivals import apply_own_language, discord_locale
from bot.interactions.person_settings import PersonSettings
from bot.person_settings import VALUES, chosen_value
from bot.texts import LANGUAGES, texts
from bot.ui.panel import Panel
from bot.ui.person_panel import BLOCKED, DISPLAY, PAGE, PAGES, PLAYING, RATINGS, VACATION, value_label
from data.model.glicko import Rating
from data.people.store import Person
from tests.bot.discord_fakes import DM_OFFSET, Method, Request, shown
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, HERE

STAMP = re.compile(r"<t:\d+:(\w)>")


async def choose(h: Harness, name: str, value: str, user: int = ANA) -> Request:
    """The answer to a choice in the panel."""
    interaction = h.interaction(user, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), Panel("me", name, (value,)))
    assert interaction.response.answered is not None
    return interaction.response.answered


async def test_each_choice_is_stored_and_shown(h: Harness) -> None:
    for name, values in VALUES.items():
        for value in reversed(values):
            answer = await choose(h, name, value)
            person = await h.services.activity.person(ANA)
            assert (answer.method, chosen_value(name, person)) == (Method.UPDATE, value)
    assert await h.store.people.get(ANA) == Person(ANA), "the defaults are stored as such"


async def test_what_is_not_offered_changes_nothing(h: Harness) -> None:
    for name, value in (("theme", "pink"), ("locale", "ko"), ("pieces", ""), ("confirm", "usual")):
        answer = await choose(h, name, value)
        assert (answer.text, answer.ephemeral) == (texts("en")("settings.unknown"), True)
    assert await h.store.people.get(ANA) == Person(ANA)


async def test_the_panel_is_private_and_its_pages_have_every_setting(h: Harness) -> None:
    interaction = h.interaction(BEN)
    await h.services.part(PersonSettings).show(interaction.typed())
    display = interaction.response.answered
    assert display is not None and display.ephemeral
    playing, ratings = [await choose(h, f"{PAGE}.{page}", "", BEN) for page in (PLAYING, RATINGS)]
    pages = {f"p:me:{PAGE}.{page}" for page in PAGES}
    menus = {"p:me:language", "p:me:theme", "p:me:pieces", "p:me:clocks"}
    switches = {"p:me:confirm.on", "p:me:vacation.on", "p:me:world.on"}
    assert {*display.custom_ids} == {
        *pages,
        *menus,
        "p:me:coordinates.off",
        "p:me:text_board.on",
        "p:me:notifications.off",
    }
    several = {"p:me:suggestions.on", "p:me:thinking.natural"}
    assert {*playing.custom_ids} == {*pages, *switches, *several, "p:me:blocked"}
    assert {*ratings.custom_ids} == {*pages, "p:profile:102"}
    assert texts("ko")("me.no-ratings") in ratings.text
    assert all(texts("ko")(f"me.{name}") in display.text + playing.text for name in VALUES)
    again = await choose(h, f"{PAGE}.{DISPLAY}", "", BEN)
    assert (again.method, again.text) == (Method.UPDATE, display.text)


def test_every_setting_is_on_one_page() -> None:
    assert sorted(name for names in PAGES.values() for name in names) == sorted((*VALUES, BLOCKED, VACATION))


async def test_the_page_of_ratings_has_a_line_for_each(h: Harness) -> None:
    await h.store.puzzles.attempt(ANA, "a1", "go", 1500.0, Rating(), 5.5, solved=True)
    shown = await choose(h, f"{PAGE}.{RATINGS}", "")
    assert texts("en")("me.puzzles") in shown.text and "Go: rating after" in shown.text
    assert "best streak 1" in shown.text and texts("en")("me.no-ratings") in shown.text


async def test_a_switch_stores_what_it_says_however_often_it_is_pressed(h: Harness) -> None:
    for _ in range(2):
        interaction = h.interaction(ANA, message=h.ephemeral())
        await FEATURES.handle_panel(interaction.typed(), Panel("me", "coordinates.off"))
        answer = interaction.response.answered
        assert answer is not None and "p:me:coordinates.on" in answer.custom_ids
        assert texts("en")("settings.saved", name="Coordinates") in answer.text
        assert not (await h.services.activity.person(ANA)).coordinates


async def test_a_vacation_is_switched_on_and_off_however_often_it_is_pressed(h: Harness) -> None:
    for value, is_away in (("on", True), ("on", True), ("off", False), ("off", False)):
        answer = await choose(h, f"{VACATION}.{value}", "")
        assert (await h.services.matches.vacations.of(ANA)).is_away is is_away
        assert f"p:me:{VACATION}.{'off' if is_away else 'on'}" in answer.custom_ids
        assert texts("en")("settings.saved", name="Vacation") in answer.text


async def test_suggestions_are_on_off_or_as_usual(h: Harness) -> None:
    for value, stored in (("off", False), ("on", True), ("usual", None)):
        await choose(h, "suggestions", value)
        assert (await h.services.activity.person(ANA)).suggestions is stored


async def test_the_thinking_time_is_natural_instant_or_as_on_the_server(h: Harness) -> None:
    for value, stored in (("natural", "natural"), ("instant", "instant"), ("usual", None)):
        await choose(h, "thinking", value)
        assert (await h.services.activity.person(ANA)).thinking == stored


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_has_a_label_of_its_own(language: str) -> None:
    for name, values in VALUES.items():
        assert len({value_label(name, value, "ko", texts(language)) for value in values}) == len(values)


# --- Language -------------------------------------------------------------------------------------------


async def test_the_language_is_that_of_every_later_answer(h: Harness) -> None:
    answer = await choose(h, "language", "ko")
    assert texts("ko")("me.title") in answer.text, "the panel itself at once"
    later = h.interaction(ANA)
    await apply_own_language(later.typed())
    assert later.locale == discord.Locale.korean
    assert discord_locale(later.typed()) is discord.Locale.american_english
    await FEATURES.handle_panel(later.typed(), Panel("me", "language", ("usual",)))
    assert later.response.answered is not None
    assert texts("en")("me.title") in later.response.answered.text, "that of Discord again"
    assert str(later.locale) == "en-US"


async def test_without_a_choice_the_language_is_that_of_discord(h: Harness) -> None:
    for user in (ANA, BEN):
        interaction = h.interaction(user)
        before = interaction.locale
        await apply_own_language(interaction.typed())
        assert interaction.locale is before


# --- Pictures -------------------------------------------------------------------------------------------


async def test_private_pictures_look_as_their_reader_wants(h: Harness) -> None:
    match, composer = await h.match(), h.services.composer
    h.services.activity.acted(BEN, "ko")
    assert (await composer.own_look(ANA, match.guild_id)) == ("light", "symbols", True)
    assert (await composer.own_look(BEN, match.guild_id)) == ("light", "hangul", True)
    await choose(h, "theme", "dark")
    await choose(h, "pieces", "hanja")
    await choose(h, "coordinates", "off")
    assert (await composer.own_look(ANA, match.guild_id)) == ("dark", "hanja", False)
    shared = await composer.look(match.guild_id, match.home.locale)
    assert shared == (
        "light",
        {"ko": "hangul", "en": "symbols"}[(await composer.language(match.home)).language],
        True,
    )


# --- Clocks ---------------------------------------------------------------------------------------------


async def test_clocks_that_only_one_person_sees_are_shown_as_they_want(h: Harness) -> None:
    game, dm = ("twelve_janggi", "classic"), replace(HERE, guild_id=None, channel_id=DM_OFFSET + ANA)
    two = await h.match(*game, control="10+10", moves=("b2-b3",))
    own = await h.against_computer(dm, "10+10", game=game)
    await choose(h, "clocks", "time")
    for match, styles in ((two, {"T", "R"}), (own, {"T"})):
        view, _ = await h.services.composer.message(match, match.home)
        assert set(STAMP.findall(shown(Request(Method.SEND, 0), view).text)) == styles
    interaction = h.interaction(ANA, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), Panel("list", "0"))
    listed = interaction.response.answered
    assert listed is not None and STAMP.findall(listed.text) == ["T", "T"]


# --- Confirming a move ----------------------------------------------------------------------------------


async def test_a_tap_asks_before_it_plays(h: Harness) -> None:
    await choose(h, "confirm", "on")
    match = await h.match()
    asked = await h.presses(ANA, match, "move", "b3")
    assert asked.ephemeral and "b3" in asked.text and (await h.now(match)).ply == 0
    assert asked.custom_ids == (f"b:move:{match.id}:0.0:b3",)
    await h.presses(ANA, match, "move", "b3", message=h.ephemeral())
    assert (await h.now(match)).moves == ("b3",)
    await h.presses(BEN, await h.now(match), "move", "b2")
    assert (await h.now(match)).ply == 2, "Ben has not asked for that"


async def test_a_tap_that_cannot_play_is_refused_without_a_question(h: Harness) -> None:
    await choose(h, "confirm", "on", BEN)
    match = await h.match()
    refused = await h.presses(BEN, match, "move", "b3")
    assert refused.text == texts("ko")("match.not-your-turn") and refused.custom_ids == ()


async def test_a_typed_move_plays_at_once(h: Harness) -> None:
    await choose(h, "confirm", "on")
    match = await h.match()
    await h.presses(ANA, match, "move", "b3", type=discord.InteractionType.modal_submit)
    assert (await h.now(match)).ply == 1
