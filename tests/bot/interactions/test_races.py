"""Who can start, join and play puzzle races, and what a press on a board does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.exceptions import Refusal
from bot.interactions.races import press_race, start_race, start_storm
from bot.match.limits import RACERS
from bot.ui.modals import FIELD
from bot.ui.panel import Panel
from data.model.race import JOIN_SECONDS, RaceState
from games.base import RuleError
from tests.bot.discord_fakes import CHANNEL, DM_OFFSET, GUILD, FakeChannel, FakeInteraction, Method
from tests.bot.harness import Harness
from tests.bot.interactions.panel_presses import pressed
from tests.bot.service import ANA, BEN, CHO, until

GAME = "othello"


def command(h: Harness, user: int = ANA, **fields: Any) -> FakeInteraction:
    return h.interaction(user, type=discord.InteractionType.application_command, **fields)


async def refusal(work: Any) -> str:
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.key


async def state(h: Harness, race_id: int = 1) -> RaceState:
    known = await h.store.races.state(race_id)
    assert known is not None
    return known


async def begun(h: Harness) -> RaceState:
    """A race of Ana and Ben that has begun."""
    await start_race(command(h).typed(), GAME)
    await h.store.races.join(1, BEN, h.services.now(), RACERS)
    ids = [puzzle.id for puzzle in puzzles.of_game(GAME) if puzzle.questions == (0,)][:10]
    await h.store.races.begin(1, ids, h.services.now())
    return await state(h)


def first(now: RaceState) -> Puzzle:
    puzzle = puzzles.with_id(now.race.puzzles[0])
    assert puzzle is not None
    return puzzle


async def test_a_race_is_posted_and_its_creator_waits(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    (posted,) = h.discord.of(Method.RESPOND)
    assert not posted.ephemeral and "p:race:1.join" in posted.custom_ids
    (own,) = h.discord.of(Method.FOLLOWUP)
    assert own.ephemeral and "You're in" in own.text
    assert (await state(h)).race.message_id == posted.message_id


async def test_a_race_needs_a_server(h: Harness) -> None:
    direct = h.interaction(ANA, channel=FakeChannel(h.discord, DM_OFFSET + ANA), guild_id=None)
    assert await refusal(start_race(direct.typed(), GAME)) == "race.only-in-servers"


async def test_the_servers_games_and_quiet_hours_hold(h: Harness) -> None:
    await h.services.settings.update(GUILD, games=("go",))
    assert await refusal(start_race(command(h).typed(), GAME)) == "play.game-not-here"
    hour = datetime.now(UTC).hour
    await h.services.settings.update(GUILD, games=(), zone="UTC", quiet=(hour, (hour + 2) % 24))
    assert await refusal(start_race(command(h).typed(), GAME)) == "play.quiet"
    assert await h.store.races.state(1) is None


@pytest.mark.parametrize("verb", ["join", "again"])
async def test_a_press_does_not_do_what_discord_forbids(h: Harness, verb: str) -> None:
    await start_race(command(h).typed(), GAME)
    has = discord.Permissions(view_channel=True, send_messages=True)
    muted = h.interaction(BEN, permissions=has)
    assert await refusal(press_race(muted.typed(), Panel("race", f"1.{verb}"))) == "post.no-commands"
    assert (await state(h)).racer(BEN) is None


async def test_the_channels_for_matches_hold(h: Harness) -> None:
    await h.services.settings.update(GUILD, channels=(CHANNEL + 1,))
    assert (await refusal(start_race(command(h).typed(), GAME))).startswith("play.")


async def test_who_is_late_does_not_join(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    later = datetime.now(UTC) + timedelta(seconds=JOIN_SECONDS)
    late = h.interaction(BEN, created_at=later)
    assert await refusal(press_race(late.typed(), Panel("race", "1.join"))) == "race.too-late"


async def test_a_race_is_full_at_its_limit(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    for user_id in range(1000, 999 + RACERS):
        await h.store.races.join(1, user_id, h.services.now(), RACERS)
    assert await refusal(press_race(h.interaction(BEN).typed(), Panel("race", "1.join"))) == "race.full"


async def test_the_starter_starts_at_once_when_two_have_joined(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    alone = await pressed(h, "p:race:1.start", by=h.interaction(ANA))
    assert "You're in" in alone.text and not (await state(h)).race.has_begun
    await h.store.races.join(1, BEN, h.services.now(), RACERS)
    assert (
        await refusal(press_race(h.interaction(BEN).typed(), Panel("race", "1.start"))) == "race.not-starter"
    )
    assert await refusal(press_race(h.interaction(CHO).typed(), Panel("race", "1.start"))) == "race.not-in-it"
    board = await pressed(h, "p:race:1.start", by=h.interaction(ANA))
    assert board.ephemeral and "1/10" in board.text
    assert (await state(h)).race.has_begun


async def test_who_has_joined_leaves_and_joins_again(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    await pressed(h, "p:race:1.join", by=h.interaction(BEN))
    left = await pressed(h, "p:race:1.leave", by=h.interaction(BEN, message=h.ephemeral()))
    assert left.labels == ("참가",) and (await state(h)).racer(BEN) is None
    await pressed(h, "p:race:1.join", by=h.interaction(BEN, message=h.ephemeral()))
    assert (await state(h)).racer(BEN) is not None


async def test_a_race_that_everybody_leaves_is_called_off_at_once(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    await pressed(h, "p:race:1.leave")
    assert (await state(h)).race.ended_at is not None


async def test_leaving_a_race_that_goes_on_shows_the_board(h: Harness) -> None:
    await begun(h)
    assert "1/10" in (await pressed(h, "p:race:1.leave")).text
    assert (await state(h)).racer(ANA) is not None


async def test_a_race_that_did_not_begin_leads_to_a_storm(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    await h.store.races.finish(1, h.services.now())
    said = await pressed(h, "p:race:1.begin")
    assert "Nobody else joined" in said.text and said.labels == ("Rematch", "Puzzle storm")
    await pressed(h, "p:race:1.storm", by=h.interaction(ANA))
    storm = h.discord.of(Method.RESPOND, Method.EDIT_RESPONSE, Method.FOLLOWUP)[-1]
    assert "**Storm**" in storm.text


async def test_a_storm_that_is_stopped_shows_its_result(h: Harness) -> None:
    await start_storm(command(h).typed(), GAME)
    result = await pressed(h, "p:race:1.stop")
    assert "You solved **0** puzzles" in result.text and "Storm again" in result.labels
    assert (await state(h)).race.ended_at is not None


async def test_a_race_is_pressed_in_its_channel_alone(h: Harness) -> None:
    await start_race(command(h).typed(), GAME)
    elsewhere = h.interaction(BEN, channel=FakeChannel(h.discord, CHANNEL + 9))
    assert await refusal(press_race(elsewhere.typed(), Panel("race", "1.join"))) == "error.unknown-button"


@pytest.mark.parametrize(("argument", "key"), [("1.jump", "error.unknown-button"), ("9.join", "race.gone")])
async def test_a_press_on_nothing_is_refused(h: Harness, argument: str, key: str) -> None:
    assert await refusal(press_race(h.interaction(BEN).typed(), Panel("race", argument))) == key


async def test_a_right_answer_shows_the_next_puzzle_in_the_same_message(h: Harness) -> None:
    puzzle = first(await begun(h))
    board = await pressed(h, f"p:race:1.0.0.try.{puzzle.answer}")
    assert board.method is Method.UPDATE and board.attachments == 1
    assert "2/10" in board.text and f"✅ **{puzzle.answer}** is right." in board.text


async def test_a_wrong_answer_shows_the_next_puzzle_and_what_it_costs(h: Harness) -> None:
    puzzle = first(await begun(h))
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.answer)
    board = await pressed(h, f"p:race:1.0.0.try.{wrong}")
    assert "2/10 · ✅ 0 ❌ 1" in board.text and f"❌ **{wrong}** is wrong: −10 seconds." in board.text


async def test_a_move_that_cannot_be_played_costs_nothing(h: Harness) -> None:
    await begun(h)
    with pytest.raises(RuleError):
        await press_race(h.interaction(ANA).typed(), Panel("race", "1.0.0.try.a9"))
    ana = (await state(h)).racer(ANA)
    assert ana is not None and ana.answers == ()


async def test_an_old_press_shows_the_present_puzzle(h: Harness) -> None:
    puzzle = first(await begun(h))
    await pressed(h, f"p:race:1.0.0.try.{puzzle.answer}")
    again = await pressed(h, f"p:race:1.0.0.try.{puzzle.answer}")
    assert "2/10 · ✅ 1 ❌ 0" in again.text and "is right" not in again.text


async def test_a_move_can_be_typed(h: Harness) -> None:
    puzzle = first(await begun(h))
    form = await pressed(h, "p:race:1.0.0.type")
    assert form.method is Method.MODAL
    data = {"components": [{"component": {"custom_id": FIELD, "value": puzzle.answer}}]}
    submitted = h.interaction(ANA, message=h.ephemeral(), data=data)
    board = await pressed(h, "p:race:1.0.0.typed", by=submitted)
    assert "2/10 · ✅ 1" in board.text


async def test_who_has_not_joined_sees_no_puzzle(h: Harness) -> None:
    await begun(h)
    assert await refusal(press_race(h.interaction(CHO).typed(), Panel("race", "1.begin"))) == "race.not-in-it"


async def test_a_person_has_one_board_however_they_open_it(h: Harness) -> None:
    await begun(h)
    (waiting,) = h.discord.of(Method.FOLLOWUP)
    board = await pressed(h, "p:race:1.begin", by=h.interaction(ANA))
    assert board.ephemeral and "1/10" in board.text
    await until(lambda: h.discord.of(Method.TOKEN_DELETE))
    (deleted,) = h.discord.of(Method.TOKEN_DELETE)
    assert deleted.message_id == waiting.message_id != board.message_id


async def test_an_answer_that_was_pressed_too_late_says_so(h: Harness) -> None:
    now = await begun(h)
    late = datetime.fromtimestamp(now.race.ends_at + 1.0, UTC)
    by = h.interaction(ANA, message=h.ephemeral(), created_at=late)
    board = await pressed(h, f"p:race:1.0.0.try.{first(now).answer}", by=by)
    assert "doesn't count" in board.text
    ana = (await state(h)).racer(ANA)
    assert ana is not None and ana.answers == ()


async def test_a_storm_is_private_and_needs_no_server(h: Harness) -> None:
    channel = FakeChannel(h.discord, DM_OFFSET + ANA)
    kind = discord.InteractionType.application_command
    direct = h.interaction(ANA, channel=channel, guild_id=None, type=kind)
    await start_storm(direct.typed(), GAME)
    shown = h.discord.of(Method.RESPOND, Method.EDIT_RESPONSE)[-1]
    assert "**Storm** · ✅ 0 ❌ 0" in shown.text


async def missing(h: Harness, *numbers: int) -> list[str]:
    """Have Ana answer all puzzles of a race, and miss those with these numbers; returns their ids."""
    ids = (await begun(h)).race.puzzles
    for number in range(len(ids)):
        solved = number not in numbers
        await h.store.races.answer(1, ANA, number, GAME, h.services.now(), solved=solved)
    return list(ids)


async def test_who_is_done_goes_through_what_they_have_missed(h: Harness) -> None:
    ids = await missing(h, 2, 5)
    result = await pressed(h, "p:race:1.begin")
    assert "You're done: ✅ 8 ❌ 2" in result.text and "Review mistakes (2)" in result.labels
    shown = await pressed(h, next(each for each in result.custom_ids if "review" in each))
    answer = puzzles.with_id(ids[2])
    assert answer is not None and "3. Othello" in shown.text and answer.answer in shown.text
    shown = await pressed(h, next(each for each in shown.custom_ids if "review" in each))
    assert "6. Othello" in shown.text and shown.labels[-1] == "Result"
    assert "You're done" in (await pressed(h, shown.custom_ids[-1])).text


async def test_what_was_missed_can_be_tried_again_and_changes_no_rating(h: Harness) -> None:
    ids = await missing(h, 2)
    puzzle = puzzles.with_id(ids[2])
    assert puzzle is not None
    shown = await pressed(h, f"p:puzzle:{ids[2]}.r-1-2-0.try.{puzzle.answer}")
    assert "✅ Right!" in shown.text and "rating in" not in shown.text
    assert await h.store.puzzles.standings(ANA) == {}


async def test_nobody_sees_solutions_while_they_can_answer(h: Harness) -> None:
    await begun(h)
    await h.store.races.answer(1, ANA, 0, GAME, h.services.now(), solved=False)
    assert "2/10" in (await pressed(h, "p:race:1.0.0.review")).text
