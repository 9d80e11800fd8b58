"""A match, its review, a puzzle, a lesson and a tournament round, finished by ear, without a picture."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

import bot.match.analyses
from ai.analysis import Line, Verdict
from bot.lessons.registry import LESSONS
from bot.messages import tournament_messages
from bot.texts import LANGUAGES
from bot.ui.board_grid import EMPTY, grid_of
from data.model.match import Match
from games import GAMES, replay
from games.base import Move, Record
from sandbox import SeenMessage
from tests.variants import sample

from .test_puzzles import asked
from .words_only import Listener, WordedBoard, board_at_start
from .world import WITHIN, FakePlayer, World

VARIANTS = {"othello": "6x6", "gomoku": "freestyle-15"}
"""Where the first variant is larger, or has more rules."""
SCRIPTS = {"gomoku": ("h8", "i8", "g8", "j8", "f8"), "go": ("b1", "a2", "j8", "h9", "e5")}
"""What is played where more is legal than is read out: five in a row, two captures."""
REPLIES = {"go": ("a1", "c3", "j9", "c4", "c5"), "gomoku": ("a1", "a2", "a3", "a4", "a5")}
EFFECTS = {
    "othello": ("flips", "뒤집음"),
    "gomoku": ("five in a row", "오목"),
    "go": ("captures 1: a1", "1점 따냄: a1"),
}
"""What is heard in a match of each, in either language."""
MAX_MOVES = 18
"""Of the listener; then they resign."""


def reply(record: Record) -> Move:
    """The computer's move: that of the script, or else the first."""
    legal = replay(record).legal_moves()
    return next((Move(move) for move in REPLIES.get(record.game, ()) if move in legal), legal[0])


@pytest.fixture
def player() -> FakePlayer:
    computer = FakePlayer(reply)
    computer.judge = lambda record, played: Verdict(
        Line(played or replay(record).legal_moves()[0], (played or replay(record).legal_moves()[0],), 0.3)
    )
    return computer


@pytest.fixture(autouse=True)
def quick_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.match.analyses, "NEWS_SECONDS", 0.05)
    monkeypatch.setattr(tournament_messages, "EDIT_SECONDS", 0.01)


@pytest.mark.parametrize(("game", "language"), sample([*GAMES], LANGUAGES))
async def test_everything_is_finished_by_ear(w: World, game: str, language: str) -> None:
    person, channel = (w.alice, w.games) if language == "en" else (w.minji, w.korean)
    ear = Listener(w, person, channel, language)
    match, known = await a_match(w, ear, game)
    assert any(word in " ".join(known.changes) for word in EFFECTS.get(game, ("",)))
    await its_review(w, ear, match, known)
    await a_puzzle(ear, game)
    await a_lesson(ear, game)
    await a_tournament_round(w, ear, game)


async def a_match(w: World, ear: Listener, game: str) -> tuple[Match, WordedBoard]:
    """A match against the computer, to its end or until it is resigned."""
    options = {"variant": VARIANTS[game]} if game in VARIANTS else {}
    match = await w.play(ear.person, ear.channel, game=game, level="1", **options)
    known = board_at_start(game, GAMES[game].start(match.variant))
    for number in range(MAX_MOVES):
        match = await w.answered(match)
        board = w.board(match)
        known.hear(ear.hears_of_picture(board))
        known.check(replay(match.record))
        if match.state == "over":
            break
        script = SCRIPTS.get(game)
        if script is not None and number >= len(script):
            break
        moves = [script[number]] if script is not None else await ear.legal_moves(match.id)
        if moves == [ear.says("move.pass")] or not moves:
            break
        await ear.plays(board, moves[0])
    match = await w.answered(match)
    if match.state != "over":
        sure = await ear.presses(w.board(match), ear.says("button.resign"))
        await ear.presses(sure.shown, ear.says("button.resign-yes"))
        match = await w.shown(await w.until(match, lambda present: present.state == "over"))
    assert ear.says("button.review") in ear.labels(w.board(match))
    return match, known


async def its_review(w: World, ear: Listener, match: Match, known: WordedBoard) -> None:
    """The review of the match, from its start on, move by move."""
    opened = await ear.presses(w.board(match), ear.says("button.review"))
    review = await ear.person.resolved(opened)
    stepped = board_at_start(match.game, GAMES[match.game].start(match.variant))
    await to_the_start(ear, review)
    stepped.check(replay(match.record.before(0)))
    for ply in range(1, min(len(match.moves), 4) + 1):
        await ear.person.click(review, label=ear.says("button.step-on"))
        await w.handled()
        stepped.hear(ear.hears_of_picture(review))
        stepped.check(replay(match.record.before(ply)))
    assert stepped.changes == known.changes[: len(stepped.changes)]


async def to_the_start(ear: Listener, review: SeenMessage) -> None:
    await ear.presses(review, ear.says("button.graph"))
    await ear.presses(review, ear.says("button.end-position"))
    await ear.person.click(review, label="⏮️")
    await ear.w.handled()


async def a_puzzle(ear: Listener, game: str) -> None:
    """A puzzle that is given up: its question is heard, then its solution."""
    shown = (await ear.person.command(ear.channel, "puzzle", game=game)).shown
    named = set(re.findall(r"[a-t][0-9]+", ear.hears_of_picture(shown).lower()))  # column l is written L
    grid = grid_of(game, asked(shown).position)
    assert {point for point, symbol in grid.symbols.items() if symbol != EMPTY} <= named
    question = ear.hears(shown)
    await ear.presses(shown, ear.says("button.solution"))
    solved = ear.hears(shown)
    ways_on = {ear.says("button.next-puzzle"), ear.says("button.next-whole-puzzle")}
    assert solved != question and ways_on & {*ear.labels(shown)}


async def a_lesson(ear: Listener, game: str) -> None:
    """A lesson: choices are tried by their words until one leads on."""
    panel = (await ear.person.command(ear.channel, "learn", game=game)).shown
    for number in range(len(LESSONS[game].steps)):
        on = "learn.play" if number + 1 == len(LESSONS[game].steps) else "learn.next"
        aside = {ear.says(key) for key in ("learn.skip", "learn.back", "learn.all")}
        for choice in [label for label in ear.labels(panel) if label not in aside]:
            before = ear.hears(panel)
            await ear.presses(panel, choice)
            assert ear.hears(panel) != before, "an answer is said"
            if ear.says(on) in ear.labels(panel):
                break
        assert ear.says(on) in ear.labels(panel)
        if on == "learn.next":
            await ear.presses(panel, ear.says(on))


async def a_tournament_round(w: World, ear: Listener, game: str) -> None:
    """A knockout is created, joined and started; its first round is played until the opponent resigns."""
    await ear.person.command(ear.channel, "tournament create", game=game, kind="knockout")
    panel = w.ephemerals(ear.person)[-1]
    await ear.presses(panel, ear.says("button.tournament-create"))
    join, onlooker = ear.says("button.tournament-join"), w.junho  # who does not see the private answer
    posted = await w.sandbox.until(
        lambda: next((seen for seen in onlooker.sees(ear.channel) if join in ear.labels(seen)), None)
    )
    for person in (w.alice, w.bob, w.minji, w.junho):
        await Listener(w, person, ear.channel, ear.language).presses(posted, join)
    await ear.presses(posted, ear.says("button.tournament-manage"))
    await ear.presses(w.ephemerals(ear.person)[-1], ear.says("button.tournament-start"))
    match = await in_round(w, ear)
    known = board_at_start(game, GAMES[game].start(match.variant))
    people = {int(person.id): person for person in (w.alice, w.bob, w.minji, w.junho)}
    (opponent,) = (people[person_id] for person_id in match.people if person_id != int(ear.person.id))
    if match.user_of(replay(match.record).to_move) != int(ear.person.id):
        await w.press(opponent, match, replay(match.record).legal_moves()[0])
        match = await w.shown(match)
    known.hear(ear.hears_of_picture(w.board(match)))
    known.check(replay(match.record))
    move = SCRIPTS[game][0] if game in SCRIPTS else (await ear.legal_moves(match.id))[0]
    await ear.plays(w.board(match), move)
    match = await w.shown(match)
    known.hear(ear.hears_of_picture(w.board(match)))
    known.check(replay(match.record))
    await w.client.services.matches.resign(match.id, None, int(opponent.id))
    board = w.board(match)
    await w.sandbox.until(lambda: ear.says("button.review") in ear.labels(board) or None)
    assert ear.person.mention in ear.hears(board)
    pairings = ear.says("button.tournament-pairings")
    await w.sandbox.until(lambda: pairings in ear.labels(posted) or None)
    await ear.presses(posted, pairings)
    assert ear.person.mention in ear.hears(w.ephemerals(ear.person)[-1])


async def in_round(w: World, ear: Listener) -> Match:
    """The listener's match of the first round, once its board is posted."""
    deadline = time.monotonic() + WITHIN
    while True:
        every = await w.store.queries.of_user(int(ear.person.id))
        matches = [match for match in every if match.tournament_id == 1]
        if matches and matches[0].home.message_id is not None:
            return await w.shown(matches[0])
        assert time.monotonic() < deadline, every
        await asyncio.sleep(0.01)
