"""What ``/puzzle`` and the buttons of a puzzle do."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import discord
from discord.ui import LayoutView

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.exceptions import Refusal
from bot.guild_settings import game_default
from bot.interactions.channel_checks import guild_settings_of
from bot.interactions.open_puzzles import OpenPuzzles
from bot.messages.interaction_responses import Composed, answer_privately_in_time
from bot.messages.private_notes import NO_MATCH
from bot.presenters.board_scene import BoardScene
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.daily import answer_line
from bot.ui.modals import submitted_move
from bot.ui.panel import Panel
from bot.ui.person_panel import PagePart
from bot.ui.puzzle import (
    PuzzleQuestion,
    line_view,
    puzzle_modal,
    question_view,
    wrong_view,
)
from bot.ui.puzzle_hints import hinted_points, hints
from bot.ui.puzzle_scene import line_scene, puzzle_scene, wrong_scene
from bot.ui.puzzle_standing import rating_line, shown_rating, standing_line, standing_lines
from bot.ui.puzzle_words import claim_on_wrong, reply_to, right_line, right_too
from bot.ui.text_board import with_text_board
from data.matches.queries import MatchFilter
from data.puzzles.attempts import PuzzleStanding
from games import game
from games.base import Move, Position
from games.keyboard import parse_typed

MAX_LOOKED_AT = 20
"""The newest matches in a channel that tell which game it is for."""
_RANDOM = random.Random()
_SAME_RULES = {"swap2-15": "standard-15", "standard-19": "standard-15", "freestyle-19": "freestyle-15"}
"""Variants of Gomoku that differ from those of the puzzles in the board or the opening alone."""
_TURNS = {"next": 0, "easier": -1, "harder": 1}
"""The actions that ask another puzzle: how its difficulty turns."""


async def show_puzzle(
    interaction: Interaction, slug: str | None, theme: str | None, difficulty: str = "normal"
) -> None:
    """Answer a command with a puzzle of a game and with a theme, if they are not None, and of a difficulty.

    The difficulty is a key of `bot.puzzles.SHIFTS`. Without a game it is the channel's or the person's, or
    any if they have none with such puzzles.
    """
    slug = slug or await _usual_game(interaction, theme)
    wished = PuzzleQuestion("", any_game=slug is None, theme=theme or "", shift=puzzles.SHIFTS[difficulty])
    puzzle = await _next(interaction, slug, wished)
    question = replace(wished, puzzle_id=puzzle.id)
    await answer_privately_in_time(interaction, _question(interaction, puzzle, question))


async def _usual_game(interaction: Interaction, theme: str | None) -> str | None:
    """The game of all matches in play in the channel, or else of the person's last match.

    None if there is no such match, or no puzzle of the game with the theme.
    """
    queries, me = interaction.client.services.store.queries, interaction.user.id
    ids = await queries.in_channel(interaction.channel_id or 0)
    matches = await queries.by_number(ids[-MAX_LOOKED_AT:])
    if len({match.game for match in matches}) != 1:
        matches = await queries.of_user(me) or (await queries.finished(me, MatchFilter(), limit=1))[0]
    slug = matches[0].game if matches else None
    return slug if slug is not None and puzzles.chosen(slug, theme) else None


async def own_puzzles(interaction: Interaction, reader: Texts) -> PagePart:
    """A line about each of the person's ratings in puzzles."""
    standings = await interaction.client.services.store.puzzles.standings(interaction.user.id)
    lines = standing_lines(standings.values(), interaction.created_at.timestamp(), reader)
    return PagePart(lines, heading=reader("me.puzzles") if lines else "")


async def open_daily(interaction: Interaction, day: str) -> None:
    """Show the puzzle of a day of this server; the time that the person takes for it begins."""
    store = interaction.client.services.store.daily_puzzles
    daily = await store.find(interaction.guild_id or 0, day)
    puzzle = puzzles.with_id(daily.puzzle_id) if daily else None
    if daily is None or puzzle is None:
        raise Refusal("daily.gone")
    await store.open(daily, interaction.user.id, interaction.created_at.timestamp())
    question = PuzzleQuestion(puzzle.id, day=day)
    await answer_privately_in_time(interaction, _question(interaction, puzzle, question))


async def press_puzzle(interaction: Interaction, panel: Panel) -> None:
    """Do what a button of a puzzle, or its form, means."""
    question = PuzzleQuestion.read(panel.argument)
    puzzle = puzzles.with_id(question.puzzle_id) if question else None
    if question is None or puzzle is None or question.step not in (0, *puzzle.also):
        raise Refusal("error.unknown-button")
    if question.action == "type":
        modal = puzzle_modal(puzzle, question, texts(interaction.locale.value))
        await interaction.response.send_modal(modal)
        return
    if question.action in _TURNS:
        answer = _following(interaction, puzzle, question)
    elif question.action in {"try", "typed"}:
        text = submitted_move(interaction) if question.action == "typed" else question.choice
        position = puzzle.after(question.step)
        answer = _tried(interaction, puzzle, question, parse_typed(game(puzzle.game), text, position))
    elif question.action == "line":
        answer = _line(
            interaction, puzzle, question, int(question.choice) if question.choice.isdecimal() else 1
        )
    else:
        answer = _question(interaction, puzzle, question)
    await answer_privately_in_time(interaction, answer)
    interaction.client.services.private_notes.settle(interaction.user.id, NO_MATCH)  # an earlier refusal


async def _following(interaction: Interaction, puzzle: Puzzle, question: PuzzleQuestion) -> Composed:
    """The puzzle after this one; later ones stay as much easier or harder as was chosen here."""
    turn = _TURNS[question.action]
    shift = min(max(question.shift + turn, min(puzzles.SHIFTS.values())), max(puzzles.SHIFTS.values()))
    any_game = question.any_game and not turn  # harder or easier than this one is of the same game
    wished = PuzzleQuestion("", any_game, question.theme, shift=shift)
    slug = None if any_game else puzzle.game
    skipped = await _skipped(interaction, puzzle, question) if question.step else ""
    following = await _next(interaction, slug, wished, puzzle, turn)
    shown = replace(wished, puzzle_id=following.id)
    return await _question(interaction, following, shown, skipped=skipped)


async def _skipped(interaction: Interaction, puzzle: Puzzle, question: PuzzleQuestion) -> str:
    """Count a puzzle that is left in the middle as not solved, and say so."""
    standing = await _record_attempt(interaction, puzzle, question, solved=False)
    return " · ".join(filter(None, (texts(interaction.locale.value)("puzzle.skipped"), standing)))


async def _next(
    interaction: Interaction,
    slug: str | None,
    wished: PuzzleQuestion,
    last: Puzzle | None = None,
    turn: int = 0,
) -> Puzzle:
    """The puzzle that the person is asked after ``last``. Raises `Refusal` if none has the theme."""
    withdrawn = await interaction.client.services.store.puzzle_proofs.withdrawn()
    chosen = puzzles.chosen(slug, wished.theme or None)
    candidates: Sequence[Puzzle] = [puzzle for puzzle in chosen if puzzle.id not in withdrawn]
    if not candidates:
        raise Refusal("puzzle.none")
    if any(puzzle.game == "gomoku" for puzzle in candidates):
        rules = await _usual_rules(interaction)
        candidates = [puzzle for puzzle in candidates if _fits(puzzle, rules)] or candidates
    store, me = interaction.client.services.store.puzzles, interaction.user.id
    tried = [attempt.puzzle_id for attempt in await store.attempts(me)]
    standings = await store.standings(me)
    seen = [known for earlier in tried[-puzzles.RECENT :] if (known := puzzles.with_id(earlier))]
    return puzzles.next_puzzle(
        candidates,
        set(tried),
        {game: standing.rating.value for game, standing in standings.items()},
        _RANDOM,
        last,
        shift=wished.shift,
        turn=turn,
        recent=[*seen, last] if last is not None else seen,
        unsettled=[game for game, standing in standings.items() if not standing.is_settled],
    )


def _fits(puzzle: Puzzle, rules: str) -> bool:
    return puzzle.game != "gomoku" or puzzle.is_right_by(rules)


async def _usual_rules(interaction: Interaction) -> str:
    """The rules of Gomoku that the person played by last, or else the server's, or else the game's first."""
    queries, me = interaction.client.services.store.queries, interaction.user.id
    matches = [match for match in await queries.of_user(me) if match.game == "gomoku"]
    matches = matches or (await queries.finished(me, MatchFilter(game="gomoku"), limit=1))[0]
    settings = await guild_settings_of(interaction)
    usual = game_default(settings.variants, "gomoku") if settings is not None else None
    variant = matches[0].variant if matches else usual or game("gomoku").variants[0]
    return _SAME_RULES.get(variant, variant)


async def _question(
    interaction: Interaction,
    puzzle: Puzzle,
    question: PuzzleQuestion,
    played: str = "",
    skipped: str = "",
) -> Composed:
    reader = texts(interaction.locale.value)
    _keep_open(interaction, puzzle, question)
    if question.action == "hint":
        await _record_attempt(interaction, puzzle, question, solved=False)
    given = hints(puzzle, question.step, reader)[: question.hints]
    scene = replace(
        puzzle_scene(puzzle, puzzle.line[: question.step], is_playing=True),
        dots=hinted_points(puzzle, given),
    )
    selection = question.choice if question.action == "look" else ""
    if question.action == "hint":  # the piece that a hint names stands out, and can be moved at once
        selection = given[-1].piece if given else ""
    keypad = PRESENTERS[puzzle.game].keypad(scene.viewpoint(selection), reader)
    composer = interaction.client.services.composer
    look = await composer.own_look(interaction.user.id, interaction.guild_id)
    picture = await composer.draw(scene.marked(keypad, selection), look)
    own = shown_rating(await _standing(interaction, puzzle.game))
    view = question_view(puzzle, question, keypad, reader, played=played, own=own, skipped=skipped)
    return await _with_text_board(interaction, view, scene.position, puzzle), [picture]


def _keep_open(interaction: Interaction, puzzle: Puzzle, question: PuzzleQuestion) -> None:
    """Have moves that are typed in the channel tried, too.

    Not in a server's daily puzzle: its time is that of the press that answers it.
    """
    open_puzzles = interaction.client.services.part(OpenPuzzles)
    if question.day:
        open_puzzles.forget(interaction)
        return
    open_puzzles.keep(
        interaction,
        puzzle.record_after(question.step),
        lambda move: _tried(interaction, puzzle, question, move),
    )


async def _tried(interaction: Interaction, puzzle: Puzzle, question: PuzzleQuestion, move: Move) -> Composed:
    """After the line's move comes the next question, if there is one; a wrong move is refuted.

    Another right move solves the puzzle: the line does not follow from it.
    """
    step, reader = question.step, texts(interaction.locale.value)
    if move in puzzle.also.get(step, ()):
        right = right_too(puzzle, move, step, reader)
        return await _line(interaction, puzzle, question, step + 1, right, move)
    if move == puzzle.line[step]:
        then = puzzle.next_asked(step + 1)
        if then is None:
            return await _line(interaction, puzzle, question, step + 1, reader("puzzle.right"))
        played = right_line(puzzle, step, then, reader)
        return await _question(
            interaction, puzzle, replace(question, step=then, action="show", hints=0), played
        )
    _keep_open(interaction, puzzle, question)  # another move can be tried
    standing = await _record_attempt(interaction, puzzle, question, solved=False, failed=(step, move))
    reply = reply_to(puzzle, step, move)
    claim = claim_on_wrong(puzzle, step, move, reply, reader)
    scene = wrong_scene(puzzle, step, move, reply, claim)
    view = wrong_view(puzzle, question, move, reply, reader, standing=standing)
    picture = await _picture(interaction, scene)
    return await _with_text_board(interaction, view, scene.position, puzzle), [picture]


async def _record_attempt(
    interaction: Interaction,
    puzzle: Puzzle,
    question: PuzzleQuestion,
    *,
    solved: bool,
    failed: tuple[int, Move] | None = None,
) -> str:
    """Store a first attempt, and say how the person stands now, and what the attempt has changed.

    ``failed`` is the wrong move, after so many moves of the line.

    What was missed in a race was attempted there: nothing is said of it.
    """
    if question.missed is not None:
        return ""
    store, now, me = (
        interaction.client.services.store,
        interaction.created_at.timestamp(),
        interaction.user.id,
    )
    daily = (interaction.guild_id or 0, question.day) if question.day else None
    changed = await store.puzzles.attempt(
        me,
        puzzle.id,
        puzzle.game,
        puzzle.rating,
        puzzles.newcomer(puzzle.game),
        now,
        solved=solved,
        daily=daily,
        failed=failed,
    )
    reader = texts(interaction.locale.value)
    if changed:
        said = [standing_line(*changed, reader)]
    else:
        standing = await _standing(interaction, puzzle.game)
        said = [rating_line(standing, reader)] if standing else []
    answer = await store.daily_puzzles.answer(*daily, me) if daily else None
    if answer is not None and answer.tried_at == now:
        said.append(answer_line(answer, reader))
    return " · ".join(said)


async def _standing(interaction: Interaction, game: str) -> PuzzleStanding | None:
    """How the person stands in the puzzles of a game; None if they have tried none."""
    standings = await interaction.client.services.store.puzzles.standings(interaction.user.id)
    standing = standings.get(game)
    return standing and standing.at(interaction.created_at.timestamp())


async def _line(
    interaction: Interaction,
    puzzle: Puzzle,
    question: PuzzleQuestion,
    shown: int,
    right: str = "",
    also: Move | None = None,
) -> Composed:
    """The solution. Who sees it before finding it has not solved it; ``right`` is said of who has.

    With ``also`` they have found that move, and see it in place of the line's move ``shown``.
    """
    interaction.client.services.part(OpenPuzzles).forget(interaction)
    shown = min(max(shown, 1), len(puzzle.line))
    standing = await _record_attempt(interaction, puzzle, question, solved=bool(right))
    scene = line_scene(puzzle, shown, also)
    picture = await _picture(interaction, scene)
    reader = texts(interaction.locale.value)
    view = line_view(puzzle, question, shown, reader, right=right, standing=standing, also=also)
    return await _with_text_board(interaction, view, scene.position, puzzle), [picture]


async def _with_text_board(
    interaction: Interaction, view: LayoutView, position: Position, puzzle: Puzzle
) -> LayoutView:
    """The message with a board in letters, for who has chosen that."""
    person = await interaction.client.services.activity.person(interaction.user.id)
    if not person.text_board:
        return view
    return with_text_board(view, puzzle.game, position, texts(interaction.locale.value))


async def _picture(interaction: Interaction, scene: BoardScene) -> discord.File:
    composer = interaction.client.services.composer
    return await composer.draw(scene, await composer.own_look(interaction.user.id, interaction.guild_id))
