"""What a stone makes on its four lines together, and what that is worth. Start reading at `SHAPE_OF`.

A form is the classes of a point's four lines for one side, as one number of four digits to base 12. What
follows from it depends on what the side is refused: nothing, omok's three-three, or renju's figures.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.lines import (
    CLASSES,
    DOUBLE_FOUR,
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_TWO,
    OVERLINE,
    THREE,
    TWO,
)

FREE, OMOK, RENJU = 0, 1, 2
"""What a side is refused."""

NOTHING, REFUSED, OPEN_THREES, TWO_THREES, FOURS, FOUR_THREE, WINNING_FOUR, FIVES = range(8)
"""The shapes of a point, in rising order: REFUSED may not be played; OPEN_THREES makes one open three, and
TWO_THREES two; FOURS makes a four; FOUR_THREE an open three too; a WINNING_FOUR is open or double: it makes
a five next move unless the other side makes one first."""
ASK = 8
"""Added to a shape of renju's Black with two open threes: ask `ai.gomoku.board.renju_verdict` whether it
may be played at all."""
SHAPE = 7
"""The bits of a shape without ASK."""

FORMS = CLASSES**4
PLACES = np.array([CLASSES**line for line in range(4)])
"""What a class counts in a form, by the direction of its line."""

# A point's worth for the side that would play there: by the class of each line, then by its shape.
_BY_CLASS = np.zeros(CLASSES, dtype=np.int64)
_BY_CLASS[[1, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE]] = (1, 4, 7, 17, 20, 60)
_BY_CLASS[[FOUR, OPEN_FOUR, DOUBLE_FOUR, FIVE, OVERLINE]] = (62, 200, 150, 500, 0)
_BY_SHAPE = np.array([0, 0, 0, 120, 0, 300, 800, 4000])

# Evaluation, for the side to move and for the other, summed over all empty points: by the class of each line
# from DEAD to FOUR, then by the shape. Fitted by logistic regression to the results of 505 games of this
# engine against itself, some thousand nodes a move; 200 is one unit of log odds.
_STANDING = np.zeros((2, CLASSES), dtype=np.int64)
_STANDING[0, : FOUR + 1] = (0, 1, 0, -2, 2, 15, 33, 37)
_STANDING[1, : FOUR + 1] = (0, 1, 0, -2, 2, 14, 21, 30)
_STANDING_SHAPE = np.array([(0, 0, 0, -20, 31, 858, 0, 0), (0, 0, 0, -30, 40, 130, 140, 0)])
TEMPO = 38
"""What it is worth to be the side to move."""


def _classes() -> NDArray[Any]:
    """The four classes of every form: shape (FORMS, 4)."""
    return np.asarray(np.arange(FORMS)[:, None] // PLACES % CLASSES)


def _shapes(refused: int) -> NDArray[np.int32]:
    """The shape of every form for a side that is refused FREE, OMOK or RENJU."""
    classes = _classes()
    number = {kind: (classes == kind).sum(axis=1) for kind in range(CLASSES)}
    fours = number[FOUR] + number[OPEN_FOUR] + 2 * number[DOUBLE_FOUR]
    threes = number[OPEN_THREE]
    shapes = np.select(
        [(fours >= 2) | (number[OPEN_FOUR] > 0), (fours == 1) & (threes > 0), fours == 1, threes >= 2],
        [WINNING_FOUR, FOUR_THREE, FOURS, TWO_THREES],
        np.where(threes == 1, OPEN_THREES, NOTHING),
    )
    if refused == OMOK:
        shapes[threes >= 2] = REFUSED
    if refused == RENJU:
        shapes[threes >= 2] |= ASK
        shapes[(number[OVERLINE] > 0) | (fours >= 2)] = REFUSED
    shapes[number[FIVE] > 0] = FIVES
    return shapes.astype(np.int32)


def _worth(shapes: NDArray[Any], by_class: NDArray[Any], by_shape: NDArray[Any]) -> NDArray[np.int32]:
    """The worth of every form: what its classes and its shape are worth, nothing where it is refused."""
    worth = by_class[_classes()].sum(axis=1) + by_shape[shapes & SHAPE]
    worth[shapes == REFUSED] = 0
    return worth.astype(np.int32)  # type: ignore[no-any-return]


SHAPE_OF = np.stack([_shapes(refused) for refused in (FREE, OMOK, RENJU)])
"""A form's shape, by what the side is refused."""
PROMISE = np.stack([_worth(shapes, _BY_CLASS, _BY_SHAPE) for shapes in SHAPE_OF])
"""How much a side gains by playing a point of this form; the order in which moves are tried."""
STANDING = np.stack(
    [
        np.stack([_worth(shapes, by, shape) for by, shape in zip(_STANDING, _STANDING_SHAPE, strict=True)])
        for shapes in SHAPE_OF
    ]
)
"""What an empty point of this form counts in the evaluation: by what is refused, by whether its side is to
move (0) or not (1)."""
