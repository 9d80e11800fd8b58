"""The rows of buttons below a match: its keypad, its controls, the answers to an offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import discord
from discord.ui import ActionRow, Button, Item, TextDisplay

from bot.icons import Icon
from bot.match.endings import can_abort, is_aborted
from bot.match.hints import Hint
from bot.match.level_steps import Step
from bot.match.own_board import is_voting
from bot.presenters.base import Viewpoint
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import BLANK, BUTTON_ROWS, BUTTONS_PER_ROW, Action, Keypad, KeypadButton, Tone
from bot.presenters.registry import PRESENTERS, AnyPresenter
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.hand_and_brain import naming_keypad
from bot.ui.layout import NEXT_STEP
from bot.ui.panel import Panel
from bot.ui.panel import button as panel_button
from data.model.board import Board
from data.model.match import DELETED_USER, Match, MatchState, OfferKind, PauseReason
from data.model.pair_turns import computer_seat
from games import replay
from games.base import PASS, Move, Position, Side

Row = ActionRow[AnyView]
TOURNAMENT_OF = "tournament-of"
"""The verb of the panel that shows the tournament of a match, whose number is its argument."""
EMPTY_ROW = f"-# {BLANK}\n-# {BLANK}"
"""Two small lines without ink are as high as a row of buttons."""

_ANSWERS = {
    OfferKind.TAKEBACK: (Verb.ACCEPT_UNDO, Verb.DECLINE_UNDO),
    OfferKind.DRAW: (Verb.ACCEPT_DRAW, Verb.DECLINE_DRAW),
    OfferKind.ADJOURN: (Verb.ACCEPT_ADJOURN, Verb.DECLINE_ADJOURN),
}
"""How an offer made during play is accepted and declined."""
ACCEPTING = frozenset({Verb.ACCEPT_CHALLENGE, *(accept for accept, _ in _ANSWERS.values())})
DECLINING = frozenset({Verb.DECLINE_CHALLENGE, *(decline for _, decline in _ANSWERS.values())})
"""What declines; for the person who asked it cancels, since everybody sees the same buttons."""
_LABELS_AND_EMOJI: dict[Verb, tuple[str, str | None]] = {
    Verb.TYPE: ("button.type", None),
    Verb.HINT: ("button.hint", None),
    Verb.SHOW: ("button.show", None),
    Verb.START_PAIRS: ("button.start-teams", None),
    Verb.REVIEW: ("button.review", None),
    Verb.REPLAY: ("button.replay", None),
    Verb.REMATCH: ("button.rematch", None),
    Verb.EASIER: ("button.easier", None),
    Verb.HARDER: ("button.harder", None),
    Verb.UNDO: ("button.undo", None),
    Verb.DRAW: ("button.draw", None),
    Verb.ADJOURN: ("button.adjourn", Icon.PAUSED),
    Verb.COME_BACK: ("button.come-back", None),
    Verb.RESUME: ("button.resume-match", None),
    Verb.DECLINE_RESUME: ("button.resume-match-no", None),
    Verb.RESIGN: ("button.resign", None),
    Verb.CONFIRM_RESIGN: ("button.resign-yes", Icon.RESIGN),
    Verb.ABORT: ("button.abort", None),
    Verb.CONFIRM_ABORT: ("button.abort-yes", None),
    Verb.KEEP_PLAYING: ("button.resign-no", None),
    Verb.ACCEPT_UNDO: ("button.accept-undo", None),
    Verb.ACCEPT_DRAW: ("button.accept-draw", None),
    Verb.ACCEPT_ADJOURN: ("button.accept-adjourn", None),
    **dict.fromkeys(DECLINING, ("button.decline", None)),
    Verb.ACCEPT_CHALLENGE: ("button.accept", Icon.RIGHT),
    Verb.DECLINE_CHALLENGE: ("button.decline", Icon.WRONG),
    Verb.CANCEL_CHALLENGE: ("button.cancel", Icon.CANCEL),
    Verb.LEAVE_TEAM: ("button.leave-team", None),
    Verb.CONFIRM_LEAVE_TEAM: ("button.leave-team-yes", None),
    Verb.START_TEAMS: ("button.start-teams", None),
    Verb.RELAY: ("button.relay", None),
}
"""Text key and emoji of every control. In a match that has begun it has one of them: three fit on a phone."""
_STEPS = {Step.EASIER: Verb.EASIER, Step.HARDER: Verb.HARDER}
STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.MOVE: discord.ButtonStyle.primary,
    Tone.SELECTED: discord.ButtonStyle.primary,
    Tone.NEXT_STEP: NEXT_STEP,
    Tone.DEAD: discord.ButtonStyle.danger,
    Tone.SUGGESTED: NEXT_STEP,
}
"""How the buttons of a keypad look."""
_VERBS = {
    Action.MOVE: Verb.MOVE,
    Action.SELECT: Verb.SELECT,
    Action.TYPE: Verb.TYPE,
    Action.MORE: Verb.MORE,
    Action.NAME: Verb.NAME,
}


@dataclass(frozen=True, slots=True)
class Control:
    """A button and what pressing it does."""

    verb: Verb
    label: str = ""
    emoji: str | None = None
    argument: str = ""
    disabled: bool = False
    style: discord.ButtonStyle = discord.ButtonStyle.secondary

    @classmethod
    def of(
        cls,
        verb: Verb,
        texts: Texts,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        disabled: bool = False,
    ) -> Control:
        """The control of a verb that needs no argument."""
        key, emoji = _LABELS_AND_EMOJI[verb]
        return cls(verb, texts.plain(key) if key else "", emoji, disabled=disabled, style=style)

    @classmethod
    def on_keypad(cls, button: KeypadButton, hinted: Move | None = None) -> Control:
        """A button of a keypad; the one that plays the hinted move stands out."""
        verb, style = _VERBS[button.action], STYLES[button.tone]
        if verb is Verb.MOVE and button.argument == hinted:
            style = NEXT_STEP
        return cls(verb, button.label, button.emoji, button.argument, button.disabled, style)

    def button(self, match: Match) -> Button[AnyView]:
        """The component on a board of ``match``; it carries the position that the board shows."""
        press = Press(self.verb, match.id, match.position_id, self.argument)
        label = self.label or None
        return press_button(press, label=label, emoji=self.emoji, disabled=self.disabled, style=self.style)


def keypad_of(
    match: Match,
    viewer: Side | None,
    selection: str,
    texts: Texts,
    *,
    suggests: bool = False,
    hinted: Move | None = None,
) -> Keypad:
    """The keypad of a match's board; empty unless it is in play, disabled unless a person moves.

    ``viewer`` is the side whose board it is; None: both share it. Where channels vote against each other, it
    is disabled on the board of the side that does not move. ``suggests`` is whether moves are suggested; the
    ``hinted`` move, or what leads to it, stands out alone.
    """
    if not match.is_active:
        return Keypad()
    scene = BoardScene.of(match)
    presenter, viewpoint = PRESENTERS[match.game], scene.viewpoint(selection)
    if hinted is not None:
        viewpoint = replace(viewpoint, suggested=(hinted,))
    elif suggests and scene.is_persons_turn:
        viewpoint = replace(viewpoint, suggested=presenter.suggestions(scene.position))
    if match.is_of_pairs and (naming := naming_keypad(match, texts)) is not None:
        return naming
    keypad = presenter.keypad(viewpoint, texts)
    if hinted is not None:
        keypad = _leading_to(hinted, keypad, presenter, viewpoint, texts)
    if match.is_of_pairs and computer_seat(match.teams, match.record, match.position_id) is not None:
        return keypad.disabled()
    mover = scene.position.to_move
    is_enabled = is_voting(match, mover, viewer) if match.is_voted else scene.is_persons_turn
    return keypad if is_enabled else keypad.disabled()


def _leading_to(
    move: Move, keypad: Keypad, presenter: AnyPresenter, viewpoint: Viewpoint[Position], texts: Texts
) -> Keypad:
    """A keypad in which the button of a hinted move stands out, or those whose keypad plays it.

    So the hint needs no button of its own among the controls, where it would stand in the place of *Resign*.
    """
    is_shown = keypad.plays(move) or keypad.suggests

    def is_next(button: KeypadButton) -> bool:
        if is_shown:
            return button.tone is Tone.SUGGESTED or (button.action is Action.MOVE and button.argument == move)
        if button.action is not Action.SELECT or button.disabled or not button.argument:
            return False
        return presenter.keypad(replace(viewpoint, selection=button.argument), texts).plays(move)

    rows = [
        [replace(button, tone=Tone.NEXT_STEP) if is_next(button) else button for button in row]
        for row in keypad.rows
    ]
    return replace(keypad, rows=rows)


def button_rows(
    match: Match, board: Board, keypad: Keypad, hint: Hint | None, texts: Texts, step: Step | None = None
) -> Iterator[Row | TextDisplay[AnyView]]:
    """Everything that can be pressed on a board, and space where a row of the keypad is empty.

    ``step`` is that of the opponent who is offered beside a rematch.
    """
    hinted = hint.move if hint is not None else None
    if match.state == MatchState.OVER:
        after: list[Item[AnyView]] = [control(match, verb, texts) for verb in _finished_verbs(match, step)]
        if match.tournament_id is not None:
            label = texts.plain("button.tournament-of")
            after.insert(0, panel_button(Panel(TOURNAMENT_OF, str(match.tournament_id)), label=label))
        if after:
            yield ActionRow(*after)
    elif match.paused is not None:
        if match.paused == PauseReason.ADJOURNED:
            yield _adjourned_row(match, texts)
        elif match.paused == PauseReason.VACATION:
            yield ActionRow(control(match, Verb.COME_BACK, texts))
    else:
        is_complete = len(keypad.rows) > BUTTON_ROWS and not _needs_controls(match, board)
        rows = keypad.rows if is_complete else keypad.rows[:BUTTON_ROWS]
        controls, beside = _controls(match, board, keypad, hint, texts)
        if not beside and keypad.spare is not None:
            beside = [Control.on_keypad(keypad.spare)]
        # The control that gives its place to a pass is in the lowest row of the keypad that has room.
        spacious = max(
            (place for place, buttons in enumerate(rows) if len(buttons) < BUTTONS_PER_ROW), default=-1
        )
        is_asking = has_offer(match)
        for number, row in enumerate(rows):
            spare = beside if number == spacious else []
            yield _keypad_row(match, _leading_to_answer(row) if is_asking else row, hinted, spare)
        if not is_complete:
            yield _row(match, controls)


def _needs_controls(match: Match, board: Board) -> bool:
    """Whether a control has to be pressed now, so that it takes the place of the keypad's last row.

    It shows a move of the computer where the bot cannot do that by itself.
    """
    return board.tokens_only and match.user_of(replay(match.record).to_move) is None


def has_offer(match: Match) -> bool:
    """Whether an offer waits for an answer, which the controls give."""
    return match.offer is not None and match.offer.kind in _ANSWERS


def _leading_to_answer(row: Sequence[KeypadButton]) -> list[KeypadButton]:
    """A row of the keypad while an offer is answered among the controls: what leads there stands out."""
    return [
        replace(button, tone=Tone.NEXT_STEP) if button.action is Action.MORE else button for button in row
    ]


def controls_row(match: Match, board: Board, keypad: Keypad, hint: Hint | None, texts: Texts) -> Row:
    """The controls of a match in play."""
    return _row(match, _controls(match, board, keypad, hint, texts)[0])


def _finished_verbs(match: Match, step: Step | None) -> list[Verb]:
    """A rematch, if there is somebody to play it, and review and replay, if there is something to see.

    The rematch can be against an opponent a ``step`` weaker or stronger, too.

    A match that was aborted has no more than a move. In a tournament the next opponent is not chosen.
    """
    is_alone = match.teams is not None or DELETED_USER in (match.first_id, match.second_id)
    is_possible = not is_alone and match.tournament_id is None
    return [
        *([Verb.REMATCH] if is_possible else []),
        *([_STEPS[step]] if is_possible and step is not None else []),
        *([Verb.REVIEW, Verb.REPLAY] if match.moves and not is_aborted(match) else []),
    ]


def _adjourned_row(match: Match, texts: Texts) -> Row:
    resume = control(match, Verb.RESUME, texts, discord.ButtonStyle.primary)
    decline = [control(match, Verb.DECLINE_RESUME, texts)] if match.offer else []
    return ActionRow(resume, *decline)


def keypad_rows(match: Match, keypad: Keypad) -> Iterator[Row]:
    """Only the buttons that move or select."""
    for row in keypad.rows:
        if buttons := [button for button in row if button.label != BLANK]:
            yield _row(match, [Control.on_keypad(button) for button in buttons])
    if keypad.action is not None:
        yield _row(match, [Control.on_keypad(keypad.action)])


def _keypad_row(
    match: Match, buttons: Sequence[KeypadButton], hinted: Move | None, controls: Sequence[Control] = ()
) -> Row | TextDisplay[AnyView]:
    """A row of the keypad, with ``controls`` at its end.

    One of placeholders only keeps what is around it in place, unseen.
    """
    if all(button.label == BLANK for button in buttons) and not controls:
        return TextDisplay(EMPTY_ROW)
    return _row(match, [*(Control.on_keypad(button, hinted) for button in buttons), *controls])


def _row(match: Match, controls: Sequence[Control]) -> Row:
    return ActionRow(*(part.button(match) for part in controls))


def _controls(
    match: Match, board: Board, keypad: Keypad, hint: Hint | None, texts: Texts
) -> tuple[list[Control], list[Control]]:
    """The controls of a match in play, which fit in one row on a phone; and one that is beside the keypad.

    That is the one whose place a pass has, or the pass while an offer is answered.
    """
    position = replay(match.record)
    hinted = hint.move if hint is not None else None
    action = Control.on_keypad(keypad.action, hinted) if keypad.action is not None else None
    is_pass = action is not None and action.argument == PASS
    if match.offer is not None and match.offer.kind in _ANSWERS:
        answers = [Control.of(verb, texts, _style(verb)) for verb in _ANSWERS[match.offer.kind]]
        if match.offer.kind is OfferKind.DRAW:
            answers.reverse()  # so that accepting has the place of offering a draw, not that of Undo
        return answers, [action] if action is not None and is_pass else []
    persons_turn = match.user_of(position.to_move) is not None
    # The computer's first move is not for the person to take back.
    first_of_person = 1 if match.computer_side is Side.FIRST else 0
    presenter = PRESENTERS[match.game]
    absent = _HELP if match.tournament_id is not None else _HINTS if match.is_of_pairs else ()
    absent = absent if presenter.offers_draws else (*absent, Verb.DRAW)
    is_settling = match.level is None and bool(presenter.turn_of_both(position, texts))
    is_final = match.rated is not None or is_settling
    disabled = {
        Verb.HINT: not persons_turn,
        Verb.UNDO: match.ply <= first_of_person or is_final,
        Verb.DRAW: can_abort(match),
    }
    verbs = _control_verbs(match, board, persons_turn)
    first, second, last = (Control.of(verb, texts, disabled=disabled.get(verb, False)) for verb in verbs)
    if second.verb is Verb.HINT and hint is not None:
        label = texts.plain("button.hint" if hint.move else "button.hint-coming")
        second = Control(Verb.HINT, label, disabled=True)
    beside: list[Control] = []
    controls = [first, second, last]
    # Three buttons fit: the action takes the middle, unless the computer's move appears only by that one.
    if action is not None and second.verb is not Verb.SHOW:
        controls, beside = [first, action, last], [second] if is_pass else []
    controls = [part for part in controls if part.verb not in absent]
    beside = [part for part in beside if part.verb not in absent]
    return controls, beside


_HELP = (Verb.UNDO, Verb.HINT)
"""What nobody can do in a tournament, so that it has no button there."""
_HINTS = (Verb.HINT,)
"""What a pair cannot ask for: who names or plays would be told what the other one is to find."""


def _style(verb: Verb) -> discord.ButtonStyle:
    """Green for what accepts an offer, which has the place of another button."""
    return NEXT_STEP if verb in ACCEPTING else discord.ButtonStyle.secondary


def _control_verbs(match: Match, board: Board, persons_turn: bool) -> tuple[Verb, Verb, Verb]:
    last = Verb.RELAY if match.is_relay else leaving(match)
    if match.level is None:
        return Verb.UNDO, Verb.DRAW, last
    if board.tokens_only and not persons_turn:  # the computer's move appears only if someone asks for it
        return Verb.UNDO, Verb.SHOW, last
    return Verb.UNDO, Verb.HINT, last


def leaving(match: Match, user_id: int = DELETED_USER) -> Verb:
    """The verb that leaves a match: calling it off while that is possible, then resigning.

    Where a side has several people it is that of leaving the team, but for the last person in it.
    """
    if match.teams is not None and not match.is_voted and not match.is_of_pairs:
        side = match.side_of(user_id)
        if side is None or len(match.members(side)) > 1:
            return Verb.LEAVE_TEAM
    return Verb.ABORT if can_abort(match) else Verb.RESIGN


def control(
    match: Match,
    verb: Verb,
    texts: Texts,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Button[AnyView]:
    """The button of a verb that needs no argument."""
    return Control.of(verb, texts, style).button(match)
