"""Puzzle races and storms: what ``/puzzle mode:`` and their buttons do.

The times of a race decide, as the database has them: a press counts at the moment at which Discord received
it.
"""

from __future__ import annotations

from bot import puzzles
from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post, current_place
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.interactions.puzzles import press_puzzle
from bot.match.limits import BOARDS, RACERS
from bot.messages.access import is_member
from bot.messages.interaction_responses import (
    NOBODY,
    answer_privately,
    answer_privately_in_time,
    in_time,
    send_message,
)
from bot.messages.races import OwnBoard, Races
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts import texts
from bot.ui.modals import submitted_move
from bot.ui.panel import Panel
from bot.ui.puzzle import PuzzleQuestion
from bot.ui.races import (
    AGAIN,
    BEGIN,
    JOIN,
    LEAVE,
    RACE,
    REVIEW,
    START,
    STOP,
    STORM,
    RacePress,
    answer_note,
    answers_are_secret,
    left_view,
    missed_from,
    race_modal,
    race_view,
    waiting_view,
)
from data.model.race import Answering, Joining, Race, Racer, RaceState
from games import game
from games.keyboard import parse_typed


async def start_race(interaction: Interaction, slug: str | None, rematch_of: int | None = None) -> None:
    """Post a race in the channel, which people can join; its creator is in it."""
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("race.only-in-servers")
    place = await current_place(interaction, slug, None, shared=True)
    services, me = interaction.client.services, interaction.user.id
    races, store = services.part(Races), services.store.races
    now = interaction.created_at.timestamp()
    async with public_post(interaction, BOARDS) as post:
        creating = store.create((interaction.guild_id, place.channel_id), me, slug, now, rematch_of)
        race = await in_time(interaction, creating, thinking=True)
        if race is None:
            raise Refusal("race.another")
        reader = await services.composer.language_in(interaction.guild_id, place.locale)
        view = race_view(await race_state(interaction, race.id), reader, await races.invited(race))
        message_id = await send_message(interaction, post, view, [])
    await store.shown(race.id, message_id, race.version)
    await _show_waiting(interaction, race)


async def _show_waiting(interaction: Interaction, race: Race) -> None:
    """Send the creator the message that becomes their board."""
    races, reader = interaction.client.services.part(Races), texts(interaction.locale.value)
    webhook = interaction.followup
    sent = await webhook.send(
        view=waiting_view(race, reader), ephemeral=True, allowed_mentions=NOBODY, wait=True
    )
    races.keep_board(race.id, interaction.user.id, OwnBoard(sent.id, webhook, reader, race.starts_at))
    races.wake()


async def start_storm(interaction: Interaction, slug: str | None) -> None:
    """Begin a storm: as many puzzles as the person can solve in three minutes."""
    services, me = interaction.client.services, interaction.user.id

    async def begin() -> RaceState:
        chosen = await services.part(Races).storm_puzzles(me, slug)
        race = await services.store.races.begin_storm(me, slug, chosen, services.now())
        return await race_state(interaction, race.id)

    message = interaction.message
    is_new = message is None or not message.flags.ephemeral
    await show_board(interaction, await in_time(interaction, begin(), thinking=is_new, ephemeral=True))


async def press_race(interaction: Interaction, panel: Panel) -> None:
    """Do what a button of a race, or its form, means."""
    press = RacePress.read(panel.argument)
    if press is None:
        raise Refusal("error.unknown-button")
    state = await race_state(interaction, press.race_id)
    race = state.race
    if race.channel_id is not None and race.channel_id != interaction.channel_id:
        raise Refusal("error.unknown-button")
    if press.action == STORM or (press.action == AGAIN and race.is_storm):
        await start_storm(interaction, race.game)
    elif press.action == AGAIN:
        await start_race(interaction, race.game, race.id)
    elif press.action == JOIN:
        await _join(interaction, race)
    elif press.action == LEAVE:
        await _leave(interaction, race)
    elif press.action in {START, BEGIN, STOP}:
        await _begin_or_stop(interaction, state, press.action)
    elif press.action == REVIEW:
        await _review(interaction, state, press.number)
    else:
        await _press_board(interaction, state, press)


async def _join(interaction: Interaction, race: Race) -> None:
    await check_can_post(interaction)
    services, now = interaction.client.services, interaction.created_at.timestamp()
    joined = await services.store.races.join(race.id, interaction.user.id, now, RACERS)
    if joined is Joining.TOO_LATE:
        raise Refusal("race.too-late")
    if joined is Joining.FULL:
        raise Refusal("race.full", n=RACERS)
    services.part(Races).wake()
    await show_board(interaction, await race_state(interaction, race.id))


async def _leave(interaction: Interaction, race: Race) -> None:
    """Leave a race; once it has begun, the press shows the board instead."""
    services, me = interaction.client.services, interaction.user.id
    if not await services.store.races.leave(race.id, me):
        await show_board(interaction, await race_state(interaction, race.id))
        return
    races = services.part(Races)
    races.forget_board(race.id, me)
    await races.begin(race.id)  # calls it off if nobody is left
    races.wake()
    await answer_privately(interaction, left_view(race, texts(interaction.locale.value)), [])


async def _begin_or_stop(interaction: Interaction, state: RaceState, action: str) -> None:
    """Start a race before its time, show a person's board, or end their storm."""
    services, race = interaction.client.services, state.race
    _racer(interaction, state)
    if action == STOP and race.is_storm:
        await services.store.races.finish(race.id, services.now())
        services.part(Races).forget_board(race.id, interaction.user.id)
    elif action == START and race.creator_id != interaction.user.id:
        raise Refusal("race.not-starter")
    elif action == START:
        await services.part(Races).begin_at_once(race.id)
    else:
        await services.part(Races).begin(race.id)
    await show_board(interaction, await race_state(interaction, race.id))


async def _press_board(interaction: Interaction, state: RaceState, press: RacePress) -> None:
    """Try a move, or look at a part of the board; what is old shows the present puzzle instead."""
    race, racer, reader = state.race, _racer(interaction, state), texts(interaction.locale.value)
    is_present = race.ended_at is None and press.number == len(racer.answers) < len(race.puzzles)
    puzzle = puzzles.with_id(race.puzzles[press.number]) if is_present else None
    if puzzle is None or press.step not in puzzle.questions:
        await show_board(interaction, state)
        return
    if press.action == "type":
        await interaction.response.send_modal(race_modal(puzzle, press, reader))
        return
    if press.action == "look":
        await show_board(interaction, state, step=press.step, selection=press.choice)
        return
    text = submitted_move(interaction) if press.action == "typed" else press.choice
    position = puzzle.after(press.step)
    move = parse_typed(game(puzzle.game), text, position)
    # Raises if the rules refuse the move: a slip of the finger costs no time.
    position.play(move)
    then = puzzle.next_asked(press.step + 1) if move == puzzle.line[press.step] else None
    solved = move == puzzle.line[press.step] or move in puzzle.also.get(press.step, ())
    note = answer_note(
        puzzle, press.step, move, reader, solved=solved, is_short=race.is_storm and race.week is None
    )
    if then is not None:
        await show_board(interaction, state, step=then, note=note)
        return
    services, now = interaction.client.services, interaction.created_at.timestamp()
    result = await services.store.races.answer(
        race.id, interaction.user.id, press.number, puzzle.game, now, solved=solved
    )
    services.part(Races).wake()
    notes = {Answering.COUNTED: note, Answering.TOO_LATE: reader("race.answer-too-late")}
    await show_board(interaction, await race_state(interaction, race.id), note=notes.get(result, ""))


async def _review(interaction: Interaction, state: RaceState, number: int) -> None:
    """Show the solution of the first puzzle from a number on that the person has missed.

    While they can answer, they see the present puzzle instead, and the result if they have missed no more, or
    others can still race with the same puzzles.
    """
    services, race, racer = interaction.client.services, state.race, _racer(interaction, state)
    now = services.now()
    is_over = race.ended_at is not None or racer.is_done(race, now)
    missed = missed_from(racer, number) if is_over and not answers_are_secret(race, now) else None
    if missed is None:
        await show_board(interaction, state)
        return
    services.part(Races).forget_board(race.id, racer.user_id)  # its end would take the place of the solution
    question = PuzzleQuestion(race.puzzles[missed.number], missed=missed)
    await press_puzzle(interaction, question.pressing("line", "1"))


async def show_board(
    interaction: Interaction, state: RaceState, *, step: int = 0, selection: str = "", note: str = ""
) -> None:
    """Show the person their own board, and keep the token that edits it later."""
    races, reader = interaction.client.services.part(Races), texts(interaction.locale.value)
    racer, race = _racer(interaction, state), state.race
    board = races.board(state, racer, reader, interaction.guild_id, step=step, selection=selection, note=note)
    message_id = await answer_privately_in_time(interaction, board)
    if race.ended_at is None:
        until = racer.ends_at(race) if race.has_begun else race.starts_at
        own_board = OwnBoard(message_id, interaction.followup, reader, until)
        races.keep_board(race.id, racer.user_id, own_board)


def _racer(interaction: Interaction, state: RaceState) -> Racer:
    """The person in the race. Raises `Refusal` if they are not in it."""
    racer = state.racer(interaction.user.id)
    if racer is None:
        raise Refusal("race.not-in-it")
    return racer


async def race_state(interaction: Interaction, race_id: int) -> RaceState:
    """The race as it is now. Raises `Refusal` if there is none anymore."""
    state = await interaction.client.services.store.races.state(race_id)
    if state is None:
        raise Refusal("race.gone")
    return state


RACES = Feature(
    panels={RACE: press_race},
    build=lambda core: [
        Races(
            core.client,
            core.store,
            core.composer,
            core.activity,
            core.repost_rule,
            core.part(Removals),
            core.events,
            core.now,
        )
    ],
)
