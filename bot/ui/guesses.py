"""Guessing the next move of a match that others play: the keypad, what boards say of it, the leaderboard."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from discord.ui import ActionRow, Container, LayoutView, Modal, TextDisplay

from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.texts.command_names import UNLINKED
from bot.ui import AnyView
from bot.ui.board_grid import EMPTY, grid_of
from bot.ui.board_words import alt_text
from bot.ui.layout import UNBROKEN, above_part, layout
from bot.ui.leaderboard import COLOR, GUESSES, LeaderboardPage, game_menu
from bot.ui.match_message import INACTIVE, gallery, title
from bot.ui.modals import move_modal
from bot.ui.panel import Panel, button
from bot.ui.trying import action_button, rows_with_controls
from bot.ui.watching import LIVE, Addition
from bot.ui.welcome import Link
from data.matches.guesses import Guess, Guesser, can_guess, guessers_of
from data.model.match import Match, MatchState, PositionId
from data.model.rating_categories import Category
from data.model.reasons import VOIDED
from games import replay
from games.base import PASS, Move

VERB = "guess"
DAYS = 90
"""How long a guess counts for the leaderboard of guessers."""
_LISTED = 3  # the best guessers on a live board
_RANKED = 10  # those on the leaderboard, beside the reader
_ARGUMENT = re.compile(r"(\d{1,15})\.(\d{1,5})\.(\d{1,5})\.([a-z]+)(?:\.(.+))?")
"""The match, the position id (ply and takebacks), the action, the choice."""


@dataclass(frozen=True, slots=True)
class GuessPress:
    """What a button or a form of a guess means."""

    match_id: int
    position_id: PositionId
    action: str = "show"
    """``show`` the keypad, ``look`` at a part of it, ``try`` a move, ``type`` one; ``typed`` is the form."""
    choice: str = ""
    """The move or the selection."""

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        ply, takebacks = self.position_id
        tail = f".{self.choice}" if self.choice else ""
        return Panel(VERB, f"{self.match_id}.{ply}.{takebacks}.{self.action}{tail}")

    def pressing(self, action: str, choice: str) -> Panel:
        """The press that does something else in the same position."""
        return replace(self, action=action, choice=choice).panel

    @classmethod
    def of(cls, match: Match) -> Self:
        """The press that shows the keypad of a match."""
        return cls(match.id, match.position_id)

    @classmethod
    def read(cls, argument: str) -> Self | None:
        """What a panel's argument means; None if it names no position."""
        parsed = _ARGUMENT.fullmatch(argument)
        if parsed is None:
            return None
        match_id, ply, takebacks, action, choice = parsed.groups()
        return cls(int(match_id), PositionId(int(ply), int(takebacks)), action, choice or "")


def has_next_move(match: Match, user_id: int, texts: Texts) -> bool:
    """Whether a person can guess now, and what follows is a move, no count that both sides settle."""
    if not can_guess(match, user_id):
        return False
    position = replay(match.record)
    return not PRESENTERS[match.game].turn_of_both(position, texts)


# --- The keypad ----------------------------------------------------------------------------------------


def guess_scene(match: Match) -> BoardScene:
    """The position in which a move is guessed: its buttons can be pressed although others play."""
    return replace(BoardScene.of(match), is_persons_turn=True)


def keypad_view(match: Match, keypad: Keypad, texts: Texts, said: str = "") -> LayoutView:
    """The question, with the buttons of the side to move and one that leads back to the live board.

    Above the question stands the match, or what is ``said`` of the last guess.
    """
    position, presenter, press = replay(match.record), PRESENTERS[match.game], GuessPress.of(match)
    side = position.to_move
    question = texts(
        "guess.question",
        symbol=Raw(presenter.symbol(side, position)),
        side=presenter.side_name_in(side, position, texts),
    )
    back = button(Panel("watch", f"{match.id}.{LIVE}"), label=texts.plain("guess.back"))
    rows = rows_with_controls(keypad, press.pressing, [*action_button(keypad, press.pressing), back])
    if keypad.is_of_part:
        text = above_part(f"**{title(match, texts, is_short=True)}**", question)
    else:
        text = TextDisplay(f"-# {said or f'**{title(match, texts)}**'}\n{question}")
    return layout(Container(text, gallery(alt_text(match, keypad, texts)), *rows, accent_color=INACTIVE))


def _next_question(match: Match, own: Sequence[Guess], texts: Texts) -> tuple[LayoutView, BoardScene] | None:
    """The keypad of the next guess for a person whose last guess was just answered by a move, else None.

    So who goes on guessing taps no button for that; who does not gets the live board back after two moves.
    """
    if not own or own[-1].ply >= match.ply or not _is_recent(match, own[-1]):
        return None
    scene = guess_scene(match)
    keypad = PRESENTERS[match.game].keypad(scene.viewpoint(), texts)
    said = " · ".join(filter(None, _own_parts(match, own, texts)))
    marked = replace(scene.marked(keypad, ""), dots=frozenset(filter(None, [_wrong_guess(match, own)])))
    return keypad_view(match, keypad, texts, said), marked


def guess_modal(match: Match, texts: Texts) -> Modal:
    """Asks for the move that the person expects."""
    press = replace(GuessPress.of(match), action="typed")
    return move_modal(match.record, texts.plain("guess.title"), press.panel.custom_id, texts)


# --- The live board ------------------------------------------------------------------------------------


def addition_of(match: Match, guesses: Sequence[Guess], user_id: int, texts: Texts) -> Addition:
    """What a person's live board says of the guesses in a match, and the button to guess."""
    if match.reason == VOIDED:
        return Addition()
    own = [guess for guess in guesses if guess.user_id == user_id]
    parts = *_own_parts(match, own, texts), _best(match, guesses, texts)
    line = " · ".join(part for part in parts if part)  # a phone has room for two lines
    lines = [line] if line else []
    dot = _wrong_guess(match, own)
    if not has_next_move(match, user_id, texts):
        return Addition(lines, dot=dot)
    guessed = next((guess.move for guess in own if guess.ply == match.ply), None)
    label = texts.plain("button.guess" if guessed is None else "button.guess-again")
    guess_button = button(GuessPress.of(match).panel, label=label)
    return Addition(lines, [guess_button], guessed, dot, _next_question(match, own, texts))


def _own_parts(match: Match, own: Sequence[Guess], texts: Texts) -> list[str]:
    """The person's guess or what came of the last one, then how many count, also one after the other."""
    answered = [guess for guess in own if guess.ply < match.ply]
    parts = [_last_guess(match, own, texts)] if own else []
    if answered:
        right = sum(bool(guess.is_right(match)) for guess in answered)
        parts.append(texts("guess.tally", right=right, n=len(answered)))
        points = [guess.is_point(match) for guess in answered]
        parts += [texts("guess.as-good", n=sum(points) - right)] if sum(points) > right else []
        streak = points[::-1].index(False) if False in points else len(points)
        parts += [texts("guess.streak", n=streak)] if streak > 1 else []
    return parts


def _last_guess(match: Match, own: Sequence[Guess], texts: Texts) -> str:
    """The guess of the present position, or whether the last one was right: told until two moves later.

    The computer often answers before the first of the two is read.
    """
    guess, presenter = own[-1], PRESENTERS[match.game]
    if guess.ply > match.ply:  # read after a move that the match does not have yet
        return ""
    guessed = Raw(f"**{presenter.move_text(guess.move, texts)}**")
    if guess.ply == match.ply:
        return texts("guess.yours", move=guessed) if match.state == MatchState.PLAYING else ""
    if not _is_recent(match, guess):
        return ""
    if guess.is_right(match):
        return texts("guess.right", move=guessed)
    played = Raw(f"**{presenter.move_text(match.moves[guess.ply], texts)}**")
    return texts("guess.wrong", guess=guessed, move=played)


def _is_recent(match: Match, guess: Guess) -> bool:
    """Whether it is still said what became of a guess."""
    return sum(move != PASS for move in match.moves[guess.ply + 1 :]) <= 1


def _wrong_guess(match: Match, own: Sequence[Guess]) -> Move | None:
    """The empty point of the last guess, as long as it is said that it was wrong; no move of a piece."""
    answered = [guess for guess in own[-1:] if guess.ply < match.ply and not guess.is_right(match)]
    if not answered or not _is_recent(match, answered[0]):
        return None
    grid = grid_of(match.game, replay(match.record))
    return answered[0].move if grid.symbols.get(answered[0].move) == EMPTY else None


def _best(match: Match, guesses: Sequence[Guess], texts: Texts) -> str:
    """The best guessers; at the end of the match the best, or all who are equally good.

    Nobody is named where the match is played in two servers: their people do not see each other's names.
    """
    best = [guesser for guesser in guessers_of(match, guesses) if guesser.points]
    if match.has_own_boards or not best:
        return ""
    if match.state == MatchState.OVER:
        best = [guesser for guesser in best if (guesser.points, guesser.all) == (best[0].points, best[0].all)]
    shown = best[:_LISTED]
    people = ", ".join(_score(guesser) for guesser in shown)
    return texts("guess.best", n=len(shown), people=Raw(people))


def _score(guesser: Guesser) -> str:
    return f"<@{guesser.user_id}>{UNBROKEN}{guesser.points}/{guesser.all}"


def review_note(report: Report, guesses: Sequence[Guess], user_id: int, texts: Texts) -> str:
    """What a review says of the person's guesses; nothing if they have guessed no move.

    They are judged by the verdicts of the report, which are stored a moment later than it is shown.
    """
    match = report.match
    own = [guess for guess in guesses if guess.user_id == user_id and guess.ply < match.ply]
    guessers = guessers_of(match, [_judged(guess, report) for guess in own])
    if not guessers or match.reason == VOIDED:
        return ""
    (guesser,) = guessers
    score = texts("guess.review", right=guesser.right, n=guesser.all)
    return texts("guess.with-as-good", score=score, n=guesser.as_good) if guesser.as_good else score


def _judged(guess: Guess, report: Report) -> Guess:
    verdict = report.verdicts[guess.ply]
    return guess if verdict is None else replace(guess, is_best=verdict.best.move == guess.move)


# --- The leaderboard -----------------------------------------------------------------------------------


def guessers_view(
    ranked: Sequence[Guesser], reader_id: int, texts: Texts, link: Link = UNLINKED
) -> LayoutView:
    """The best guessers of a server, and below them the reader; the menu leads to the other leaderboards."""
    lines = [_row(ranked, index, texts) for index in range(min(len(ranked), _RANKED))]
    own = next((index for index, guesser in enumerate(ranked) if guesser.user_id == reader_id), None)
    if own is not None and own >= _RANKED:
        lines += ["…", _row(ranked, own, texts)]
    lines = lines or [texts("guess.nobody", command=link("watch", texts))]
    heading = f"### {texts('leaderboard.title', game=texts.plain('guess.title'))}"
    text = "\n".join([heading, *lines, f"-# {texts('guess.rule', days=DAYS)}"])
    page = LeaderboardPage(next(iter(Category)), action=GUESSES)
    box: Container[AnyView] = Container(TextDisplay(text), accent_color=COLOR)
    box.add_item(ActionRow(game_menu(page, texts)))
    return layout(box)


def _row(ranked: Sequence[Guesser], index: int, texts: Texts) -> str:
    guesser = ranked[index]
    key = "guess.row-as-good" if guesser.as_good else "guess.row"
    score = texts(key, right=guesser.right, n=guesser.all, good=guesser.as_good)
    return f"**{index + 1}.** <@{guesser.user_id}> · {score}"
