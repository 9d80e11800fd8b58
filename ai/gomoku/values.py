"""What the engine has learned about moves and positions, by code. Start reading at `Values`."""

from __future__ import annotations

import logging
import zipfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.network import HIDDEN, LANES
from ai.gomoku.point_patterns import CLASSES_OF, CODES, REFUSALS, REFUSED, SHAPE, THREATS, shapes

# Before any training: a point's gain for the side that would play there, by the class of each line, then by
# its shape.
_GAIN = np.array([0, 1, 4, 7, 17, 19, 20, 56, 62, 62, 200, 150, 500, 0])
_GAIN_SHAPE = np.array([0, 0, 0, 120, 0, 300, 800, 4000])
# And its worth in the evaluation for the side to move, and for the other; 200 is one unit of log odds.
_WORTH = np.array(
    [[0, 1, 0, -2, 2, 4, 15, 30, 34, 37] + [0] * 4, [0, 1, 0, -2, 2, 4, 14, 19, 22, 30] + [0] * 4]
)
_WORTH_SHAPE = np.array([(0, 0, 0, -20, 31, 858, 0, 0), (0, 0, 0, -30, 40, 130, 140, 0)])
_TEMPO = 38

_log = logging.getLogger(__name__)

TRAINED = Path(__file__).with_name("values.npz")
"""What `python -m ai.gomoku.train` wrote."""


class Network(NamedTuple):
    """The weights of `ai.gomoku.network`, by the restriction of the side that evaluates.

    ``embed``: int16 of (refusal, whose point: 0 own and 1 the other side's, code, LANES), in units of 1 /
    `ONE`; the rest are float32: ``inner`` (refusal, 2 * LANES, HIDDEN), the mover's features before the other
    side's, and ``bias`` and ``outer`` (refusal, HIDDEN). The output has the unit of evaluations.
    """

    embed: NDArray[np.int16]
    inner: NDArray[np.float32]
    bias: NDArray[np.float32]
    outer: NDArray[np.float32]

    @classmethod
    def untrained(cls) -> Network:
        """The network whose output is 0."""
        return cls(
            np.zeros((REFUSALS, 2, CODES, LANES), np.int16),
            np.zeros((REFUSALS, 2 * LANES, HIDDEN), np.float32),
            np.zeros((REFUSALS, HIDDEN), np.float32),
            np.zeros((REFUSALS, HIDDEN), np.float32),
        )


class Values:
    """Learned values of moves and positions.

    ``gain`` is by refusal, by whose point it is (0: the mover's, 1: the other side's) and by code; ``worth``
    by refusal, by whether its side is to move (0) or not (1), and by code; ``threat`` by the mover's refusal
    and by `threat_mask`; ``network`` adds to the evaluation.
    """

    def __init__(
        self,
        gain: NDArray[np.number],
        worth: NDArray[np.number],
        threat: NDArray[np.number],
        network: Network | None = None,
    ) -> None:
        self.gain, self.worth, self.threat = (
            np.rint(array).astype(np.int16) for array in (gain, worth, threat)
        )
        self.network = network or Network.untrained()

    def arrays(self) -> dict[str, NDArray[np.number]]:
        """All arrays by name."""
        return {"gain": self.gain, "worth": self.worth, "threat": self.threat, **self.network._asdict()}

    @classmethod
    def untrained(cls) -> Values:
        """The values before any training."""
        gain, worth = np.zeros((REFUSALS, 2, CODES)), np.zeros((REFUSALS, 2, CODES))
        for refused in range(REFUSALS):
            by_code = shapes(refused)
            open_to_play = (by_code & SHAPE) != REFUSED
            mine = _GAIN[CLASSES_OF].sum(axis=1) + _GAIN_SHAPE[by_code & SHAPE]
            gain[refused] = np.stack([mine * 5 // 4, mine]) * open_to_play
            for role in (0, 1):
                by_class = _WORTH[role][CLASSES_OF].sum(axis=1)
                worth[refused, role] = (by_class + _WORTH_SHAPE[role][by_code & SHAPE]) * open_to_play
        return cls(gain, worth, np.full((REFUSALS, THREATS), _TEMPO))

    @classmethod
    def trained(cls, path: Path = TRAINED) -> Values:
        """The values of the package; untrained ones, with a warning in the log, if they cannot be read."""
        plain = cls.untrained()
        try:
            # NumPy leaves a file open that it cannot read.
            with path.open("rb") as file, np.load(file) as kept:
                network = Network(*(kept[name] for name in Network._fields))
                learned = cls(kept["gain"], kept["worth"], kept["threat"], network)
            wanted = plain.arrays()
            if any(array.shape != wanted[name].shape for name, array in learned.arrays().items()):
                raise ValueError("its shape is not that of the codes")
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
            _log.warning("Gomoku evaluates without its learned values: %s: %s", path.name, problem)
            return plain
        return learned

    def save(self, path: Path = TRAINED) -> None:
        """Write the values to a file."""
        np.savez_compressed(path, **self.arrays())  # type: ignore[arg-type]
