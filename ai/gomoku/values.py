"""What the engine has learnt of moves and positions, by their codes. Start reading at `Values`."""

from __future__ import annotations

import logging
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.forms import CLASSES_OF, CODES, REFUSALS, REFUSED, SHAPE, THREATS, shapes
from ai.gomoku.network import HIDDEN, LANES

# Before any training: a point's worth for the side that would play there, by the class of each line, then by
# its shape.
_GAIN = np.array([0, 1, 4, 7, 17, 19, 20, 56, 62, 62, 200, 150, 500, 0])
_GAIN_SHAPE = np.array([0, 0, 0, 120, 0, 300, 800, 4000])
# And what it counts in the evaluation for the side to move, and for the other; 200 is one unit of log odds.
_WORTH = np.array(
    [[0, 1, 0, -2, 2, 4, 15, 30, 34, 37] + [0] * 4, [0, 1, 0, -2, 2, 4, 14, 19, 22, 30] + [0] * 4]
)
_WORTH_SHAPE = np.array([(0, 0, 0, -20, 31, 858, 0, 0), (0, 0, 0, -30, 40, 130, 140, 0)])
_TEMPO = 38

_log = logging.getLogger(__name__)

TRAINED = Path(__file__).with_name("trained.npz")
"""What `python -m ai.gomoku.train` found."""


class Network(NamedTuple):
    """The weights of `ai.gomoku.network`, by the refusal of the side that looks.

    ``embed``: int16 of (refusal, whose point: 0 one's own and 1 the other side's, code, LANES), in units of
    1 / `ONE`; the rest are float32: ``inner`` (refusal, 2 * LANES, HIDDEN), the mover's features before the
    other side's, and ``bias`` and ``outer`` (refusal, HIDDEN). The answer's unit is that of estimates.
    """

    embed: NDArray[Any]
    inner: NDArray[Any]
    bias: NDArray[Any]
    outer: NDArray[Any]

    @classmethod
    def untrained(cls) -> Network:
        """The network that answers 0."""
        return cls(
            np.zeros((REFUSALS, 2, CODES, LANES), np.int16),
            np.zeros((REFUSALS, 2 * LANES, HIDDEN), np.float32),
            np.zeros((REFUSALS, HIDDEN), np.float32),
            np.zeros((REFUSALS, HIDDEN), np.float32),
        )


class Values:
    """What is learnt: how good moves are, and positions.

    ``gain`` is by refusal, by whose point it is (0: the mover's, 1: the other side's) and by code; ``worth``
    by refusal, by whether its side is to move (0) or not (1), and by code; ``threat`` by the mover's refusal
    and by situation; ``network`` adds to an estimate.
    """

    def __init__(
        self, gain: NDArray[Any], worth: NDArray[Any], threat: NDArray[Any], network: Network | None = None
    ) -> None:
        self.gain, self.worth, self.threat = (
            np.rint(each).astype(np.int16) for each in (gain, worth, threat)
        )
        self.network = network or Network.untrained()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All there is, by name."""
        return {"gain": self.gain, "worth": self.worth, "threat": self.threat, **self.network._asdict()}

    @classmethod
    def untrained(cls) -> Values:
        """The values that training begins with."""
        gain, worth = np.zeros((REFUSALS, 2, CODES)), np.zeros((REFUSALS, 2, CODES))
        for refused in range(REFUSALS):
            found = shapes(refused)
            open_to_play = (found & SHAPE) != REFUSED
            mine = _GAIN[CLASSES_OF].sum(axis=1) + _GAIN_SHAPE[found & SHAPE]
            gain[refused] = np.stack([mine * 5 // 4, mine]) * open_to_play
            for role in (0, 1):
                by_class = _WORTH[role][CLASSES_OF].sum(axis=1)
                worth[refused, role] = (by_class + _WORTH_SHAPE[role][found & SHAPE]) * open_to_play
        return cls(gain, worth, np.full((REFUSALS, THREATS), _TEMPO))

    @classmethod
    def trained(cls, path: Path = TRAINED) -> Values:
        """The values of the package; untrained ones where they cannot be read, which the log tells."""
        plain = cls.untrained()
        try:
            with np.load(path) as kept:
                network = Network(*(kept[name] for name in Network._fields))
                learnt = cls(kept["gain"], kept["worth"], kept["threat"], network)
            wanted = plain.arrays()
            if any(each.shape != wanted[name].shape for name, each in learnt.arrays().items()):
                raise ValueError("its shape is not that of the codes")
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
            _log.warning("Gomoku plays without what it learnt: %s: %s", path.name, problem)
            return plain
        return learnt

    def save(self, path: Path = TRAINED) -> None:
        """Write the values to a file."""
        np.savez_compressed(path, **self.arrays())  # type: ignore[arg-type]
