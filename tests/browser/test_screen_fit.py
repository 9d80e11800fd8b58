"""Matches, reviews and lessons at the end of a channel: text, whole board and every key are on the screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice

import aiohttp
import pytest
import pytest_asyncio
from discord.ui import LayoutView
from playwright.async_api import Browser

from ai.base import Choice, solved
from ai.claims.claim import Claim
from ai.claims.forbidden_rules import FORBIDDEN_RULES
from ai.claims.kind import Kind
from ai.claims.kinds import MERITS
from ai.human.scale import scale_of
from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.drawing.base import Window
from bot.drawing.graph import draw_graph
from bot.drawing.registry import DRAWINGS
from bot.drawing.stone_view import StoneView
from bot.lessons.registry import LESSONS
from bot.match.computer import NO_WAIT, Wait
from bot.match.explorer import ExploredMove
from bot.match.hints import Hint
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, Texts, texts
from bot.ui.buttons import keypad_of
from bot.ui.claims import claim_text, merit_text
from bot.ui.clocks import ClockDisplay
from bot.ui.explorer import Exploration, explorer_view
from bot.ui.graph import graph_of
from bot.ui.guesses import addition_of, keypad_view
from bot.ui.lesson_message import step_scene
from bot.ui.lesson_message import step_view as lesson_view
from bot.ui.message import message_view
from bot.ui.overview import overview_view
from bot.ui.pad import pad_view
from bot.ui.picture import scene_picture
from bot.ui.practice import Practice, answer_view, attempt_view, due_place, puzzle_view
from bot.ui.puzzle import PuzzleQuestion, line_view, question_view, wrong_view
from bot.ui.puzzle_hints import MAX_HINTS
from bot.ui.puzzle_scene import puzzle_scene, window_with
from bot.ui.puzzle_words import reply_to, right_line
from bot.ui.races import MissedPuzzle, answer_note, board_view
from bot.ui.review import step_view
from bot.ui.setup_panel import editing_scene, editor_view, opponents_view
from bot.ui.setup_state import Editing
from bot.ui.watching import live_view
from data.matches.guesses import Guess
from data.matches.opening_index import PLIES
from data.model.match import Match, MatchState
from data.model.race import Race, RaceAnswer, Racer, RaceState
from games import GAMES, replay, setup_of
from games.base import PASS, BadSetup, Move, Record, Side
from games.clock import CONTROLS, Budget, Clock
from games.drafts import SYMBOLS, Draft
from games.go.position import AGREE, GROUP, GoPosition
from games.gomoku.forbidden import THREE_THREE
from games.regions import regions
from sandbox import Sandbox
from tests.bot.stories import match_of, moments, naming, pairs_at, random_game
from tests.bot.ui.shown import payload_of
from tests.bot.verdicts import fault, report_of

from .conftest import BROWSER
from .posting import DESKTOP, Poster, png
from .window import POLLING

pytestmark = BROWSER

DEVICES = ("360x780", DESKTOP)
"""The smallest phone, and a desktop. What fits that phone fits a larger one: 390x844 has 64 px more for
messages, of which a picture takes 44 at most, and no row or line wraps on it alone."""
LINES = 19
"""Of the largest board; a window of it is as large as one of 15 lines."""
BLANK_OF_PART = 3
"""Pixels without ink above the letters of the first line of an enlarged part.

On a desktop the key beside them loses as many."""
BOARD_WIDTHS = {"360x780": 252, DESKTOP: 350}
"""How wide a square picture is shown."""
VARIANTS = [
    ("othello", "6x6"),
    ("othello", "8x8"),
    ("othello", "10x10"),
    ("gomoku", "renju-15"),
    ("gomoku", "freestyle-19"),
    ("gomoku", "swap2-15"),
    ("go", "9x9-korean"),
    ("go", "13x13-chinese-h4"),
    ("go", "19x19-korean"),
    ("hare_and_hounds", "classic"),
    ("twelve_janggi", "classic"),
]
LARGEST = {
    ("othello", "10x10"),
    ("gomoku", "freestyle-19"),
    ("go", "19x19-korean"),
    ("hare_and_hounds", "classic"),
    ("twelve_janggi", "classic"),
}
"""A variant of each game, with the longest names of points."""
WITH_OWN_ROWS = {("gomoku", "swap2-15"), ("go", "13x13-chinese-h4")}
"""Variants with buttons or lines that the largest of their game lacks: a choice of color, a handicap."""
CHOICE = tuple(map(Move, ("h8", "i9", "a1")))
"""After these moves of Swap2 a color is chosen."""
Row = tuple[str | int | None, ...]
_PAGE = 40
"""Messages that are measured at once: a channel shows no more than 50."""
_ARRIVED = """id => document.querySelector(`li.message[data-message-id="${id}"]`)"""
_MEASURE = """async ids => {
    document.querySelector('#scroller').getBoundingClientRect()  // lays out, which loads fonts
    await document.fonts.ready
    const scroller = document.querySelector('#scroller'), frame = scroller.getBoundingClientRect()
    const messages = ids.map(id => document.querySelector(`li.message[data-message-id="${id}"]`))
    const end = message => message.getBoundingClientRect().bottom
    // What is below the last message at the end of the channel is below each of them, once it is the last.
    const below = scroller.scrollHeight - scroller.scrollTop - (end(messages.at(-1)) - frame.top)
    return messages.map(message => {
        const text = message.querySelector('.container [data-component-type="10"]').getBoundingClientRect()
        const picture = message.querySelector('.gallery img').getBoundingClientRect()
        const room = frame.height - below - (end(message) - text.top)
        const isPart = picture.height < 0.8 * picture.width  // its row of five wraps on phones
        const wrapped = [...message.querySelectorAll('.row')].some(row => {
            const tops = new Set([...row.children].map(key => key.getBoundingClientRect().top))
            return tops.size > 1 && !(isPart && row.children.length === 5)
        })
        return { room, wrapped, isPart, width: picture.width, height: picture.height }
    })
}"""


def rows(names: str, every: Sequence[Row], sample: Container[Row]) -> pytest.MarkDecorator:
    """A test for every row, in both languages; in `make test` only of the sample, in one language.

    From one row of the sample to the next the language changes.
    """
    chosen = {
        (row, LANGUAGES[n % len(LANGUAGES)]) for n, row in enumerate(row for row in every if row in sample)
    }
    return pytest.mark.parametrize(
        (*names.split(), "language"),
        [
            pytest.param(*row, language, marks=[] if (row, language) in chosen else [pytest.mark.soak])
            for row in every
            for language in LANGUAGES
        ],
    )


every_variant = rows("slug variant", VARIANTS, {*LARGEST, *WITH_OWN_ROWS})
every_game = rows("slug variant", VARIANTS, LARGEST)
every_lesson = rows("slug", [(slug,) for slug in LESSONS], [(slug,) for slug in LESSONS])
PUZZLES = [(slug,) for slug in puzzles.games_with_puzzles()]
every_puzzle = rows("slug", PUZZLES, PUZZLES)
RACES: list[Row] = [(slug, *race) for race in ((70, None), (None, None), (None, 2900)) for (slug,) in PUZZLES]
"""A race in a channel, a storm, and a run of a week."""
every_race = rows(
    "slug channel_id week", RACES, [*RACES[: len(PUZZLES)], RACES[-len(PUZZLES) - 1], RACES[-1]]
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def poster(browser: Browser) -> AsyncIterator[Poster]:
    async with Sandbox.running() as sandbox, aiohttp.ClientSession() as session:
        posts = Poster(sandbox, session, browser)
        for device in DEVICES:
            view = await posts.device(device)  # a window that is opened later has only the newest messages
            await view.lay_out(shown=False)
        yield posts
        await posts.close()


@cache
def board(slug: str, variant: str, window: Window | None = None) -> bytes:
    """A picture as large as every picture of a variant, or of a window on its board.

    The former: `tests/bot/drawing/test_every_board.py`.
    """
    width, height = DRAWINGS[slug].size(variant)
    return png((width, StoneView(LINES, Side.FIRST, window).height if window else height))


def window_of(slug: str, scene: BoardScene, selection: str) -> Window | None:
    """The part of the board that a selection enlarges."""
    return PRESENTERS[slug].view_state(scene.viewpoint(selection)).window


def phases(slug: str, variant: str, people: tuple[int, int]) -> Iterator[tuple[str, Match, str]]:
    """Moments of matches by a name, each with a selection: starts, middles, counts, requests, endings.

    Starts and late positions are only in play. Their requests and endings have the words of those in the
    middle, where the keypad has as many rows or more.
    """
    game = random_game(slug, variant, 1)
    length = min(len(game), 60)
    lines = {"start": (), "middle": game[: length // 2], "late": game[: length - 2]}
    if slug == "go":
        lines["count"] = (*(move for move in game[:40] if move != PASS), PASS, PASS)
        lines["agreed"] = (*lines["count"], AGREE)
    if variant == "swap2-15":
        lines["choice"] = CHOICE
    for name, moves in lines.items():
        match = match_of(slug, variant, moves, id=4321, first_id=people[0], second_id=people[1])
        every = enumerate(moments(match, replay(match.record)))
        for number, moment in islice(every, 1 if name in ("start", "late") else None):
            yield f"{name} {number}", moment, ""
        for seen in (match, *(hands_of(match)[:1] if name == "late" else ())):
            for selection in selections(keypad_of(seen, None, "", texts("en"))):
                yield f"{name} {selection}", seen, selection
    with suppress(BadSetup):
        setup = setup_of(Record(slug, variant, game[: length // 2]))
        match = match_of(slug, variant, id=4321, first_id=people[0], second_id=people[1], setup=setup)
        for number, moment in enumerate(moments(match, replay(match.record))):
            if moment.rated is None and moment.teams is None:  # matches from a position are neither
                yield f"from a position {number}", moment, ""


def hands_of(match: Match) -> list[Match]:
    """The match as one of hand and brain, once each region that has moves is named."""
    brain, *_ = pairs_at(match, replay(match.record))
    return [naming(brain, region) for region in regions(match.record)]


def hints(match: Match) -> list[Hint]:
    """What its board can hint at, if a person plays the computer and is to move."""
    position = replay(match.record)
    if match.level is None or match.user_of(position.to_move) is None or position.outcome() is not None:
        return []
    if match.is_of_pairs:
        return []
    moves = sorted(
        (move for move in position.legal_moves() if GROUP not in move), key=len
    )  # engines mark chains
    said, point = texts("en"), next(move for move in reversed(moves) if move != PASS)
    claims = [claim for claim in every_claim(match.game, point) if claim.kind in MERITS]
    if isinstance(position, GoPosition):  # whose claims name stones after the move
        stones = [
            Move(name) for name, stone in zip(position.board.names, position.stones, strict=True) if stone
        ]
        claims = [replace(claim, line=(point, *stones[:3])) for claim in claims]
    longest = max(claims, key=lambda claim: len(merit_text(match.record, claim, said)))
    choices = [Choice(move, -1.0, 1, 1, (move,), True, 99) for move in (moves[0], moves[-1])]
    return [Hint(), *map(Hint, choices), Hint(choices[-1], longest)]


def every_claim(slug: str, move: Move) -> list[Claim]:
    """A claim of each kind of a game, with as many moves as words can name."""
    line, rule = (move,) * (4 if slug == "go" else 2), FORBIDDEN_RULES.index(THREE_THREE)
    counts = {
        kind: rule if kind is Kind.FORBIDDEN_STOP else 60 for kind in Kind if kind.startswith(f"{slug}.")
    }
    return [Claim(kind, line, n, move, 61) for kind, n in counts.items()]


def waits(match: Match) -> list[tuple[None, Wait]]:
    """What its board can say while the computer is to move, besides that it thinks."""
    position = replay(match.record)
    if not match.is_active or match.user_of(position.to_move) is not None:
        return []
    return [(None, Wait(queue_position=12)), (None, Wait(getting_ready=True))]


def selections(keypad: Keypad) -> list[str]:
    """What buttons select, the first few."""
    selecting = (key for key in keypad.buttons if key.action.value == "select" and not key.disabled)
    return [key.argument for key in selecting][:3]


@every_variant
async def test_a_match_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    reader, posted, over = texts(language), dict[str, str](), set[str]()
    for name, match, selection in phases(slug, variant, poster.people):
        keypad = keypad_of(match, None, selection, reader)
        window = window_of(slug, BoardScene.of(match), selection)
        files = {"board.png": board(slug, variant, window)}
        for hint, wait in (*((hint, NO_WAIT) for hint in (None, *hints(match))), *waits(match)):
            view = message_view(
                match,
                match.home,
                reader,
                keypad,
                wait=wait,
                hint=hint,
                clocks=ClockDisplay(lambda _: 1e9),
                explains=True,
            )
            said = f"{name} {hint or ''} {wait if wait != NO_WAIT else ''}"
            number = poster.put(payload_of(view), files)
            posted[number] = said
            if match.state == MatchState.OVER:
                over.add(number)
        for suggests in (False, True) if window else ():
            keypad = keypad_of(match, None, selection, reader, suggests=suggests)
            pad = payload_of(pad_view(match, match.home, keypad, reader))
            number = poster.put(pad, files, private=True)
            posted[number] = f"{name}, enlarged for one person, suggestions: {suggests}"
    faults = await problems(poster, posted, over)
    assert faults == [], "\n".join(faults)


@every_game
async def test_a_review_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    """The first moves, the last ones and one in the middle, where every second move was a mistake."""
    reader, posted = texts(language), dict[str, str]()
    match = ended_match(slug, variant, poster.people)
    report = report_of(match, range(0, match.ply, 2), plies=23 if solved(slug) else None)
    report = with_longest_claims(report, reader)
    for ply in (0, 1, 2, match.ply // 2, match.ply - 1, match.ply):
        files = {"board.png": board(slug, variant)}
        for advice in (None, report.best(ply)):
            components = payload_of(step_view(report, None, ply, reader, advice))
            posted[poster.put(components, files, private=True)] = f"ply {ply} {'advised' * bool(advice)}"
    assert await problems(poster, posted, posted) == []


@every_game
async def test_an_overview_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    """While the match is judged, when it is, and explained; with clocks and without."""
    reader, posted = texts(language), dict[str, str]()
    match = ended_match(slug, variant, poster.people)
    report = report_of(match, range(0, match.ply, 2))
    for left in ({}, {ply: Budget(600.0 - ply) for ply in range(match.ply)}):
        graph = draw_graph(graph_of(report, "dark", left, reader))
        for final, explained in ((False, False), (True, False), (True, True)):
            shown = replace(report, is_final=final)
            if slug in {
                "gomoku",
                "hare_and_hounds",
                "twelve_janggi",
            }:  # whose reasons stand in the lines of all moves, see `bot.ui.overview`
                shown = with_longest_claims(shown, reader)
            view = overview_view(shown, None, reader, 999, explained=explained, timed=bool(left))
            name = f"{'timed ' * bool(left)}{'final ' * final}{'explained' * explained}"
            shown_picture = graph if explained else board(slug, variant)
            posted[poster.put(payload_of(view), {"board.png": shown_picture}, private=True)] = name
    assert await problems(poster, posted, posted) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("slug", "seed"), [("othello", 1), ("gomoku", 1), ("hare_and_hounds", 1), ("twelve_janggi", 9)]
)
async def test_an_overview_of_late_mistakes_is_visible(
    poster: Poster, slug: str, seed: int, language: str
) -> None:
    """Three moves late in a match, with each claim that there is, and how strong both sides' moves were."""
    variant, reader, posted = GAMES[slug].variants[0], texts(language), dict[str, str]()
    match = ended_match(slug, variant, poster.people, seed)
    report = with_late_mistakes(match)
    for claim in every_claim(slug, match.moves[0]):
        view = overview_view(claimed(report, claim), None, reader, 999)
        posted[poster.put(payload_of(view), {"board.png": board(slug, variant)}, private=True)] = claim.kind
    faults = await problems(poster, posted, posted)
    assert faults == [], "\n".join(faults)


@every_game
async def test_a_mistake_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    """The question, with each of its keys that shows something else; a wrong move; the answer."""
    reader, posted, answered = texts(language), dict[str, str](), set[str]()
    match = ended_match(slug, variant, poster.people)
    report = report_of(match, range(match.ply), plies=23 if solved(slug) else None)
    report = with_longest_claims(report, reader)
    for ply in (0, match.ply // 2):
        practice, scene = Practice(match.id, ply), BoardScene(match.record.before(ply))
        whole = PRESENTERS[slug].keypad(scene.viewpoint(), reader)
        for selection in ("", *selections(whole)):
            keypad = PRESENTERS[slug].keypad(scene.viewpoint(selection), reader)
            view = puzzle_view(match, practice, keypad, reader, due_place(12, reader))
            window = window_of(slug, scene, selection)
            number = poster.put(payload_of(view), {"board.png": board(slug, variant, window)}, private=True)
            posted[number] = f"ply {ply} {selection}"
        files = {"board.png": board(slug, variant)}
        tried = replace(report, match=replace(match, moves=match.moves[: ply + 1]))
        for view in (
            attempt_view(match, practice, tried, reader, due_place(12, reader)),
            answer_view(match, practice, report, reader, due_place(12, reader)),
        ):
            number = poster.put(payload_of(view), files, private=True)
            posted[number] = f"ply {ply} answered"
            answered.add(number)
    assert await problems(poster, posted, answered) == []


@every_game
async def test_a_guess_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    """The live board with everything that it says of guesses, and the keypad of a guess with its parts."""
    reader, posted, watcher = texts(language), dict[str, str](), 77
    files, clock = {"board.png": board(slug, variant)}, Clock.of(CONTROLS["10+10"])
    moves = random_game(slug, variant, 1)
    for length in (0, 5, min(len(moves), 60) // 2):
        match = match_of(
            slug,
            variant,
            moves[:length],
            id=4321,
            first_id=poster.people[0],
            second_id=poster.people[1],
            clock=clock,
        )
        people = (watcher, *poster.people)
        right = [
            Guess(match.id, person, ply, move, 0.0)
            for person in people
            for ply, move in enumerate(match.moves)
        ]
        wrong = [replace(guess, move=Move("h8")) if guess.ply == length - 1 else guess for guess in right]
        for name, guesses in {"right": right, "wrong": wrong}.items():
            added = addition_of(match, guesses, watcher, reader)
            view = live_view(match, match.home, reader, 1e9, ClockDisplay(lambda _: 1e9), added)
            posted[poster.put(payload_of(view), files, private=True)] = f"live {length} {name}"
            if added.in_place is not None:
                view, _ = added.in_place
                posted[poster.put(payload_of(view), files, private=True)] = f"next {length} {name}"
        scene = BoardScene.of(match)
        whole = PRESENTERS[slug].keypad(scene.viewpoint(), reader)
        for selection in ("", *selections(whole)):
            keypad = PRESENTERS[slug].keypad(scene.viewpoint(selection), reader)
            view = keypad_view(match, keypad, reader)
            window = window_of(slug, scene, selection)
            pictures = {"board.png": board(slug, variant, window)}
            number = poster.put(payload_of(view), pictures, private=True)
            posted[number] = f"keypad {length} {selection}"
    faults = await problems(poster, posted)
    assert faults == [], "\n".join(faults)


def with_late_mistakes(match: Match) -> Report:
    """A final report with a blunder at three of the last moves, which cost discs where the game counts them.

    The moves are like those of a middling level, and only about.
    """
    report = report_of(match, plies=23 if solved(match.game) else None)
    verdicts = list(report.verdicts)
    for number, ply in enumerate(late_plies(match)):
        verdict = fault(match, ply, loss=1.0 + number / 10)
        played = verdict.played
        if match.game == "othello" and played is not None:
            best = replace(verdict.best, margin=12.0, proven=True)
            verdict = replace(verdict, best=best, played=replace(played, margin=-10.0, proven=True))
        verdicts[ply] = verdict
    rungs = len(scale_of(match.game).rungs)
    likelihoods = tuple(-0.1 * (rung - rungs / 2) ** 2 for rung in range(rungs))
    known = {
        ply: replace(verdict, likelihoods=likelihoods) for ply, verdict in enumerate(verdicts) if verdict
    }
    return Report.of(match, known, is_final=True)


def late_plies(match: Match) -> list[int]:
    """The last three plies at which there was a choice, and a move after them."""
    choices = (ply for ply in range(match.ply) if len(replay(match.record.before(ply)).legal_moves()) > 2)
    return [ply for ply in choices if ply < match.ply - 2][-3:]


def with_longest_claims(report: Report, reader: Texts) -> Report:
    """The report with the claim of most words on each mistake, and moves after it that can be played."""
    record = report.match.record
    every = every_claim(record.game, record.moves[0])
    return claimed(report, max(every, key=lambda claim: len(claim_text(record.before(0), claim, reader))))


def claimed(report: Report, claim: Claim) -> Report:
    """The report with a claim on each mistake, and moves after it that can be played."""
    record, count = report.match.record, len(claim.line)
    verdicts = (
        verdict and replace(verdict, claim=replace(claim, line=legal_line(record.before(ply + 1), count)))
        for ply, verdict in enumerate(report.verdicts)
    )
    return replace(report, verdicts=tuple(verdicts))


def legal_line(record: Record, length: int) -> tuple[Move, ...]:
    """Moves after a record, as many as there can be up to a length."""
    line = list[Move]()
    position = replay(record)
    while len(line) < length and position.outcome() is None and (moves := position.legal_moves()):
        line.append(moves[0])
        position = position.play(line[-1])
    return tuple(line)


def later_question(puzzle: Puzzle, question: PuzzleQuestion, step: int, reader: Texts) -> LayoutView:
    """The question after so many moves, with what has been found."""
    scene = puzzle_scene(puzzle, puzzle.line[:step], is_playing=True)
    keypad = PRESENTERS[puzzle.game].keypad(scene.viewpoint(), reader)
    played = right_line(puzzle, 0, step, reader)
    return question_view(
        puzzle, replace(question, step=step, hints=0), keypad, reader, played=played, own=1234
    )


@every_puzzle
async def test_a_puzzle_is_visible(poster: Poster, slug: str, language: str) -> None:
    """The easiest and the hardest with each theme: each question, hints, a wrong move, the solution."""
    reader, posted, answered = texts(language), dict[str, str](), set[str]()
    of_themes = [puzzles.chosen(slug, theme) for theme in puzzles.themes_of(slug)]
    for puzzle in {puzzle.id: puzzle for alike in of_themes for puzzle in (alike[0], alike[-1])}.values():
        question, scene = (
            PuzzleQuestion(puzzle.id, hints=MAX_HINTS, shift=-2),
            puzzle_scene(puzzle, is_playing=True),
        )
        keypad = PRESENTERS[slug].keypad(scene.viewpoint(), reader)
        wrong = next(Move(move) for move in puzzle.position.legal_moves() if move != puzzle.answer)
        missed = PuzzleQuestion(puzzle.id, missed=MissedPuzzle(99999, 19, 20))
        standing = reader("puzzle.unsettled", n=20)
        reply = reply_to(puzzle, 0, wrong)
        second = next(iter(puzzle.also), None)
        later = {} if second is None else {"later": later_question(puzzle, question, second, reader)}
        views = {
            **later,
            "plain": question_view(puzzle, replace(question, hints=0), keypad, reader, own=1234),
            "new": question_view(puzzle, replace(question, hints=0), keypad, reader),
            "hints": question_view(puzzle, question, keypad, reader, own=1234),
            "wrong": wrong_view(puzzle, question, wrong, reply, reader, standing=standing),
            "right": line_view(puzzle, question, 1, reader, right=reader("puzzle.right"), standing=standing),
            "solution": line_view(puzzle, question, len(puzzle.line), reader, standing=standing),
            "missed": question_view(puzzle, missed, keypad, reader),
            "missed solution": line_view(puzzle, missed, 1, reader),
        }
        for name, view in views.items():
            files = {"board.png": board(slug, puzzle.variant)}
            number = poster.put(payload_of(view), files, private=True)
            posted[number] = f"{puzzle.id} {name}"
            if name != "hints":
                answered.add(number)
        if len(posted) > _PAGE - len(views):
            assert await problems(poster, posted, answered) == []
            posted, answered = {}, set()
    assert not posted or await problems(poster, posted, answered) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_window_of_a_puzzle_is_visible(poster: Poster, language: str) -> None:
    """The largest of each large board: the question, its buttons of a column, a race."""
    reader, posted = texts(language), dict[str, str]()
    race = Race(99999, 7, 70, 1, 1, None, None, ("",) * 10, 0.0, 0.0, 1e9, None, 1, 1)
    for slug, size in (("go", "13x13"), ("go", "19x19"), ("gomoku", "")):
        windows = {puzzle.id: window for puzzle in puzzles.of_game(slug) if (window := window_with(puzzle))}
        puzzle = max(
            (puzzle for puzzle in puzzles.of_game(slug) if puzzle.id in windows and size in puzzle.variant),
            key=lambda puzzle: (windows[puzzle.id].height, windows[puzzle.id].span),
        )
        scene, racer = puzzle_scene(puzzle, is_playing=True), Racer(race.id, 1, 0.0, ())
        for selection in ("", puzzle.answer[0]):
            keypad = PRESENTERS[slug].keypad(scene.viewpoint(selection), reader)
            views = {
                "plain": question_view(puzzle, PuzzleQuestion(puzzle.id), keypad, reader, own=1234),
                "hints": question_view(puzzle, PuzzleQuestion(puzzle.id, hints=MAX_HINTS), keypad, reader),
                "race": board_view(RaceState(race, (racer,)), racer, puzzle, 0, keypad, reader),
            }
            for name, view in views.items():
                files = {"board.png": board(slug, puzzle.variant, windows[puzzle.id])}
                posted[poster.put(payload_of(view), files, private=True)] = f"{puzzle.id} {selection} {name}"
    assert await problems(poster, posted) == []


@every_race
async def test_a_racers_board_is_visible(
    poster: Poster, slug: str, channel_id: int | None, week: int | None, language: str
) -> None:
    """Each question of the easiest and the hardest puzzle with each theme, after a wrong answer."""
    reader, posted = texts(language), dict[str, str]()
    of_themes = [puzzles.chosen(slug, theme) for theme in puzzles.themes_of(slug)]
    for puzzle in {puzzle.id: puzzle for alike in of_themes for puzzle in (alike[0], alike[-1])}.values():
        race = Race(
            99999, 7, channel_id, 1, 1, None, None, (puzzle.id,) * 10, 0.0, 0.0, 1e9, None, 1, 1, week
        )
        racer = Racer(race.id, 1, 0.0, (RaceAnswer(0, puzzle.id, False, 1.0),) * 9)
        wrong = next(Move(move) for move in puzzle.position.legal_moves() if move != puzzle.answer)
        note = answer_note(puzzle, 0, wrong, reader, solved=False, is_short=race.is_storm)
        for step in puzzle.questions:
            scene = puzzle_scene(puzzle, puzzle.line[:step], is_playing=True)
            keypad = PRESENTERS[slug].keypad(scene.viewpoint(), reader)
            for said in (note, ""):
                view = board_view(RaceState(race, (racer,)), racer, puzzle, step, keypad, reader, note=said)
                files = {"board.png": board(slug, puzzle.variant)}
                posted[poster.put(payload_of(view), files, private=True)] = f"{puzzle.id} {step}"
        if len(posted) > _PAGE - 2 * len(puzzle.questions):
            assert await problems(poster, posted) == []
            posted = {}
    assert not posted or await problems(poster, posted) == []


def ended_match(slug: str, variant: str, people: tuple[int, int], seed: int = 1) -> Match:
    """A match that is over, with a clock."""
    moves = random_game(slug, variant, seed)
    outcome = replay(match_of(slug, variant, moves).record).outcome()
    assert outcome is not None
    over = {"state": "over", "outcome": outcome, "ended_at": 1e9}
    clock = Clock.of(CONTROLS["10+10"])
    return match_of(
        slug, variant, moves, id=4321, first_id=people[0], second_id=people[1], clock=clock, **over
    )


@every_lesson
async def test_a_lesson_is_visible(poster: Poster, slug: str, language: str) -> None:
    reader, posted, lesson = texts(language), dict[str, str](), LESSONS[slug]
    for index, step in enumerate(lesson.steps):
        for answer in (None, *map(step.answer, step.choices)):
            components = payload_of(lesson_view(lesson, index, answer, reader))
            files = {"board.png": DRAWINGS[slug].draw(step_scene(step, answer, reader))}
            posted[poster.put(components, files, private=True)] = f"{step.name} {answer and answer.choice}"
    assert await problems(poster, posted) == []


@every_game
async def test_the_explorer_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    reader, posted, moves = texts(language), dict[str, str](), random_game(slug, variant, 1)
    for ply in (0, 1, PLIES - 1):
        seen = Exploration(slug, variant, moves[:ply], 4321, ply)
        legal = replay(seen.record).legal_moves()
        every = [ExploredMove(move, 12_345, 6_000, 6_000, 345, slug == "othello") for move in legal[:25]]
        for found in (every, every[:2], []):
            components = payload_of(explorer_view(seen, found, reader))
            files = {"board.png": board(slug, variant)}
            posted[poster.put(components, files, private=True)] = f"ply {ply}, {len(found)} moves"
    assert await problems(poster, posted, posted) == []


@every_game
async def test_a_position_to_edit_is_visible(poster: Poster, slug: str, variant: str, language: str) -> None:
    reader, posted = texts(language), dict[str, str]()
    start = Editing(Draft.start(slug, variant))
    wrong = replace(
        start, draft=replace(start.draft, cells=start.draft.cells.replace("O", "X").replace("J", "K"))
    )
    files = {"board.png": scene_picture(slug, editing_scene(start))}
    for name, view in {
        "editor": editor_view(start, reader),
        "wrong": editor_view(wrong if slug not in SYMBOLS else start, reader),
        "opponents": opponents_view(start, reader, people=True),
    }.items():
        posted[poster.put(payload_of(view), files, private=True)] = name
    assert await problems(poster, posted, posted) == []


async def problems(poster: Poster, posted: Mapping[str, str], wrapping: Container[str] = ()) -> list[str]:
    """What cannot be seen of these messages, which are deleted then.

    Rows of words can wrap on phones, in the messages whose ids are in ``wrapping``. Elsewhere no row wraps,
    since buttons stand below each other as on the board.
    """
    found = await hidden(poster, posted, wrapping)
    poster.delete(*posted)
    return found


async def hidden(poster: Poster, posted: Mapping[str, str], wrapping: Container[str]) -> list[str]:
    """What cannot be seen of each message (its name by its id) when it is the last of the channel.

    Only now does each window lay the channel out: to do so after every message takes twice as long.
    """
    ids, found = list(posted), list[str]()
    for device in DEVICES:
        view = await poster.device(device)
        await view.page.wait_for_function(_ARRIVED, arg=ids[-1], polling=POLLING)
        await view.lay_out(shown=True)
        measures = await view.page.evaluate(_MEASURE, ids)
        await view.lay_out(shown=False)
        for (number, name), seen in zip(posted.items(), measures, strict=True):
            if round(seen["room"]) < -BLANK_OF_PART * seen["isPart"]:  # half a pixel is not seen
                found.append(f"{name} at {device} is {-seen['room']:.0f} px too high")
            if seen["wrapped"] and number not in wrapping:
                found.append(f"{name} at {device}: a row of keys wraps")
            width = max(seen["width"], seen["height"])
            if round(width) < BOARD_WIDTHS[device]:
                found.append(f"{name} at {device}: the board is {width:.0f} px wide")
    return found
