"""The verbs of buttons, and how one is refused."""

from __future__ import annotations

from bot.ui.custom_ids import Verb
from data.model.match import Match
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness

KEYBOARD = {"move": "b3", "look": "b3", "seat": "1b", "name": "top-left"}
"""The argument of a verb that needs one."""
OF_A_CHALLENGE = {"accept", "decline", "cancel", "join", "start", "seat", "start-pairs"}
FOR_EVERYBODY = {"review", "advise", "replay", "replay-yes", "share", "share-yes", "resign-no"}
"""What people can press who see the board and do not play; or what changes nothing."""
OF_A_NOTE = {"move", "resign-yes", "abort-yes", "leave-yes", "resign-no", "retry", "look"}
"""What the keys of an ephemeral note do; its next text takes their place."""
EVERY_VERB = sorted(verb for verb in Verb if verb not in {Verb.PICK, Verb.UNKNOWN})
_ELSEWHERE = {"show", "rematch", "easier", "harder", "relay"}
PLAYED = sorted(set(EVERY_VERB) - OF_A_CHALLENGE - FOR_EVERYBODY - _ELSEWHERE)
"""What a player presses in a match that is not over."""


async def refused(h: Harness, user: int, match: Match, verb: str, argument: str = "") -> str:
    """The one sentence that only this person reads; nothing changes and no board is edited."""
    await h.settled()
    before, edits = await h.now(match), len(h.edits(match))
    answer = await h.presses(user, match, verb, argument or KEYBOARD.get(verb, ""))
    await h.settled()
    assert (answer.method, answer.ephemeral) == (Method.RESPOND, True), answer
    assert (await h.now(match), len(h.edits(match))) == (before, edits)
    return answer.text
