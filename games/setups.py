"""Starts of matches from a diagram instead of a variant's own start.

A setup has no history: repetitions are counted from it on. What a diagram writes, such as the captured stones
and the ko of Go, belongs to it.
"""

from __future__ import annotations

from games import diagram as diagrams
from games.base import PASS, BadSetup, Game, Position

_MAX_QUOTED = 40
"""Letters of a diagram that a message repeats."""


def set_up(rules: Game, variant: str, diagram: str) -> Position:
    """The start of a match of a variant from a diagram, which does not have to name the variant.

    Raises `UnknownGame` for the variant, `BadDiagram`, or `BadSetup` if no match can start like that.
    """
    rules.start(variant)
    rows, notes = diagrams.read(diagram)
    named = notes.get("variant", variant)
    if named != variant:
        raise BadSetup("rule.setup-variant", variant=named[:_MAX_QUOTED])
    position = rules.position(diagrams.write(rows, {**notes, "variant": variant}))
    position.check_start()
    if position.outcome() is not None:
        raise BadSetup("rule.setup-over")
    if list(position.legal_moves()) == [PASS]:
        raise BadSetup("rule.setup-must-pass")
    return position
