"""``/privacy``: what is stored, its export, its erasure."""

from __future__ import annotations

import asyncio

import pytest

from bot.features import FEATURES
from bot.interactions.privacy import show_privacy
from bot.match.erasure import Erasure
from bot.match.limits import BLOCKS
from bot.messages.lesson_offers import LessonOffers
from bot.ui.panel import Panel
from data.errors import UnknownMatch
from data.model.match import DELETED_USER
from data.people.personal_data import Stored
from data.people.store import Person
from data.puzzles.daily_puzzles import DailyPuzzle
from tests.bot.discord_fakes import FakeInteraction, Method, Request
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, Faults, until

NOTHING = Stored(0, 0, 0, False, 0, 0)
KEYS = ("p:privacy:export", "p:privacy:erase")


async def press(h: Harness, user: int, argument: str) -> tuple[FakeInteraction, Request]:
    """A press on the panel, and its first answer."""
    interaction = h.interaction(user, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), Panel("privacy", argument))
    assert interaction.response.answered is not None
    return interaction, interaction.response.answered


@pytest.mark.parametrize("user", [ANA, BEN])
@pytest.mark.parametrize("guild_id", [7, None])
async def test_the_panel_counts_what_is_stored(h: Harness, user: int, guild_id: int | None) -> None:
    await h.over()
    await h.challenge()
    await h.store.blocks.add(user, 5, BLOCKS)
    await h.services.activity.change(user, theme="dark")
    await h.store.daily_puzzles.open(DailyPuzzle(7, "2026-11-27", "a1", 70, None, 1.0, 2.0), user, 1.5)
    interaction = h.interaction(user, guild_id=guild_id)
    await show_privacy(interaction.typed())
    answer, reader = interaction.response.answered, h.reader(user)
    assert answer is not None and answer.ephemeral and answer.custom_ids == KEYS
    for line in (
        reader("privacy.title"),
        reader("privacy.matches", finished=1, unfinished=1),
        reader("privacy.settings"),
        reader("privacy.lessons", n=0),
        reader("privacy.blocks", n=1),
        reader("privacy.daily", n=1),
    ):
        assert line in answer.text


async def test_the_export_is_two_files_that_only_the_person_sees(h: Harness) -> None:
    await h.over()
    _, answer = await press(h, ANA, "export")
    assert (answer.method, answer.ephemeral, answer.thinking) == (Method.DEFER, True, True)
    (sent,) = h.discord.of(Method.FOLLOWUP)
    assert (sent.text, sent.attachments, sent.ephemeral) == (h.reader(ANA)("privacy.exported"), 2, True)


async def test_who_has_no_matches_gets_one_file(h: Harness) -> None:
    await press(h, ANA, "export")
    (sent,) = h.discord.of(Method.FOLLOWUP)
    assert sent.attachments == 1


async def test_nothing_is_erased_before_the_second_press(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    _, asked = await press(h, ANA, "erase")
    assert (asked.method, asked.custom_ids) == (Method.UPDATE, ("p:privacy:erase-yes", "p:privacy:back"))
    assert h.reader(ANA)("privacy.erase.unfinished", n=1) in asked.text
    _, back = await press(h, ANA, "back")
    assert (back.method, back.custom_ids) == (Method.UPDATE, KEYS)
    assert await h.now(match) == match


async def test_the_second_press_erases(h: Harness) -> None:
    kept, playing, computer = await h.over(), await h.match(moves=("b3", "b2")), await h.against_computer()
    await h.services.activity.change(ANA, theme="dark")
    await h.store.blocks.add(ANA, 5, BLOCKS)
    _, answer = await press(h, ANA, "erase-yes")
    assert answer.method is Method.DEFER
    (said,) = h.discord.of(Method.EDIT_RESPONSE)
    assert (said.text, said.custom_ids) == (h.reader(ANA)("privacy.erased"), ())
    assert await h.store.personal_data.count(ANA) == NOTHING
    assert await h.services.activity.person(ANA) == Person(ANA)
    await h.settled()
    for match in (kept, playing):
        now = await h.now(match)
        assert (now.first_id, now.second_id, now.state) == (DELETED_USER, BEN, "over")
    board = h.edits(playing)[-1]
    deleted = h.reader(ANA)("player.deleted").replace(" ", "\N{NO-BREAK SPACE}")
    assert deleted in board.text and f"<@{ANA}>" not in board.text
    assert [one.split(":")[1] for one in board.custom_ids] == ["review", "replay"]
    with pytest.raises(UnknownMatch):
        await h.now(computer)
    last = h.edits(computer)[-1]
    assert h.reader(ANA)("outcome.aborted") in last.text, "its board shows the end"


async def test_a_match_without_moves_leaves_a_board_without_buttons(h: Harness) -> None:
    match = await h.match()
    await press(h, ANA, "erase-yes")
    await h.settled()
    board = h.edits(match)[-1]
    assert h.reader(ANA)("outcome.aborted") in board.text and board.custom_ids == ()


async def test_pressed_twice_at_once_and_once_more(h: Harness) -> None:
    await h.match(moves=("b3", "b2"))
    await h.against_computer()
    answers = await asyncio.gather(*(press(h, ANA, "erase-yes") for _ in range(3)))
    assert [answer.method for _, answer in answers] == [Method.DEFER] * 3
    await press(h, ANA, "erase-yes")
    assert [one.text for one in h.discord.of(Method.EDIT_RESPONSE)] == [h.reader(ANA)("privacy.erased")] * 2
    assert await h.store.personal_data.count(ANA) == NOTHING


async def test_a_language_that_waits_to_be_stored_is_not_stored_afterwards(h: Harness) -> None:
    h.services.activity.acted(ANA, "en-US")
    await press(h, ANA, "erase-yes")
    h.services.activity.acted(ANA, "en-US")
    await h.services.activity.close()
    assert await h.store.personal_data.count(ANA) == NOTHING


async def test_no_lesson_is_offered_after_an_erased_match(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messages.lesson_offers.ANSWER_SECONDS", 0.0)
    match = await h.match(moves=("b3", "b2"))
    h.services.person_tokens.keep(h.interaction(ANA).typed(), match.id)
    await press(h, ANA, "erase-yes")
    await until(lambda: h.services.part(LessonOffers).is_idle)
    assert h.discord.of(Method.FOLLOWUP) == []
    assert await h.store.personal_data.count(ANA) == NOTHING


async def test_a_busy_store_is_explained_and_the_next_press_goes_on(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    faults, data = Faults(1, only="erase_settings"), h.services.part(Erasure)._data
    h.services.part(Erasure)._data = faults.over(data)
    await press(h, ANA, "erase-yes")
    (said,) = h.discord.of(Method.FOLLOWUP)
    assert said.ephemeral and said.text == h.reader(ANA)("error.store-busy")
    assert (await h.now(match)).first_id == DELETED_USER
    await press(h, ANA, "erase-yes")
    assert await h.store.personal_data.count(ANA) == NOTHING


async def test_a_key_that_does_not_exist(h: Harness) -> None:
    _, answer = await press(h, ANA, "everything")
    assert answer.text == h.reader(ANA)("error.unknown-button")


# --- Matches of people who are erased ------------------------------------------------------------------


async def test_no_rematch_with_an_erased_person(h: Harness) -> None:
    match = await h.over()
    await press(h, ANA, "erase-yes")
    answer = await h.presses(BEN, match, "rematch")
    assert (answer.text, answer.mentions) == (h.reader(BEN)("rematch.deleted"), ())
    assert h.discord.of(Method.SEND) == []


async def test_the_list_of_matches_names_nobody(h: Harness) -> None:
    await h.over()
    await press(h, ANA, "erase-yes")
    interaction = h.interaction(BEN, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), Panel("list", "0.over"))
    answer = interaction.response.answered
    assert answer is not None and h.reader(BEN)("player.deleted") in answer.text
    assert "<@0>" not in answer.text


async def test_the_opponent_still_reviews_the_match(h: Harness) -> None:
    match = await h.over()
    await press(h, ANA, "erase-yes")
    await h.presses(BEN, match, "review", "end")
    review = h.discord.of(Method.EDIT_RESPONSE)[-1]
    assert review.attachments == 1 and "<@0>" not in review.text
