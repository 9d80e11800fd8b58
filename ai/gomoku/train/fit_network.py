"""Fitting `ai.gomoku.network` by stochastic gradient descent. Start reading at `fit_network`.

The network is added to values that were fitted before, and refines them too. Most of the target is the
search's value, which says more about a position than one result does. As in `ai/gomoku/train/fit.py` a code's
row is the sum of rows of its classes, its shape and itself, and each refusal adds to a common part, so that
rare codes and rare variants share. The optimizer is Adam (Kingma and Ba, 2015) with a decaying rate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.gomoku import point_patterns
from ai.gomoku.board import BOARD, RULES, WORDS, lowest_bit, new_board, place, rules_of, shape_of
from ai.gomoku.evaluate import threat_mask
from ai.gomoku.line_patterns import CLASSES
from ai.gomoku.network import HIDDEN, LANES, ONE
from ai.gomoku.point_patterns import CODES, FIVES, LIVE, REFUSALS, THREATS
from ai.gomoku.search import UNKNOWN, immediate_value
from ai.gomoku.train.fit import KINDS, SCALE
from ai.gomoku.train.self_play import Game
from ai.gomoku.values import Network, Values
from ai.kernels import Array, Int, njit, numba

EPOCHS = 9
_BATCH = 256
_RATE, _WARM = 2e-3, 200  # the largest rate, and after how many steps it is reached
_KEEP, _KEEP_SQUARES, _DAMPING = 0.9, 0.999, 1e-4  # Adam's; much damping keeps rare codes from large steps
_RESULT = 0.2  # the game's share of the target; the rest is the search's value
_CALM = 0.2  # fitted values move so much less
_INPUT = 1 / 16  # the scale of features, which are sums over many points
_SHARED = CLASSES + 8
_FASTER = {"fastmath": True}


class Positions(NamedTuple):
    """Positions to learn from.

    ``codes`` (points, 2) are the mover's and the other side's on every point with a stone near; those of
    position n end before ``ends[n + 1]``. ``about`` (n, 3): what the mover and the other side are refused,
    and the threats. ``targets`` is the chance to win.
    """

    codes: NDArray[np.uint16]
    ends: NDArray[np.int64]
    about: NDArray[np.int32]
    targets: NDArray[np.float32]


class Weights(NamedTuple):
    """What is learned, or its gradient, or its parts; float32.

    ``rows`` (refusal, whose point, code, LANES + 1): a row of `Network.embed`, and the worth. ``threat``
    (refusal, THREATS), ``inner`` (refusal, 2 * LANES, HIDDEN), ``bias`` and ``outer`` (refusal, HIDDEN). In
    parts, a refusal 0 before the others is common to all, and codes come after classes and shapes.
    """

    rows: NDArray[np.float32]
    threat: NDArray[np.float32]
    inner: NDArray[np.float32]
    bias: NDArray[np.float32]
    outer: NDArray[np.float32]

    @classmethod
    def zeros(cls, refusals: int, codes: int) -> Weights:
        """Weights that are zero everywhere."""
        shapes = [
            (refusals, 2, codes, LANES + 1),
            (refusals, THREATS),
            (refusals, 2 * LANES, HIDDEN),
            (refusals, HIDDEN),
            (refusals, HIDDEN),
        ]
        return cls(*(np.zeros(shape, np.float32) for shape in shapes))


@njit(
    numba.types.UniTuple(numba.int64, 2)(  # type: ignore[no-untyped-call]
        BOARD,
        RULES,
        numba.int32[:, ::1],
        numba.int64,
        numba.uint16[:, ::1],
        numba.int64[::1],
        numba.int32[:, ::1],
        numba.float32[::1],
    )
)
def _replay(
    board: Array,
    rules: Array,
    game: Array,
    winner: Int,
    codes: Array,
    ends: Array,
    about: Array,
    targets: Array,
) -> tuple[Int, Int]:
    # Write a game's positions that are not decided at once; how many points, how many positions.
    points, positions = 0, 0
    for ply in range(len(game)):
        move, side = np.int64(game[ply, 0]), np.int64(game[ply, 1])
        quiet = board.counts[3 - side, FIVES] == 0 and shape_of(board, rules, side, move) != FIVES
        if game[ply, 3] != 0 and quiet and immediate_value(board, rules, side, 0) == UNKNOWN:
            for word in range(WORDS):
                left = board.live[1, word] | board.live[2, word]
                while left:
                    point = 64 * word + lowest_bit(left)
                    left &= left - np.uint64(1)
                    codes[points, 0] = board.codes[side, point]
                    codes[points, 1] = board.codes[3 - side, point]
                    points += 1
            result = 0.5 if winner == 0 else 1.0 if winner == side else 0.0
            thought = 1.0 / (1.0 + math.exp(-game[ply, 2] / SCALE))
            about[positions, 0], about[positions, 1] = board.refuses[side], board.refuses[3 - side]
            about[positions, 2] = threat_mask(board, side)
            targets[positions] = _RESULT * result + (1 - _RESULT) * thought
            positions += 1
            ends[positions] = points
        place(board, rules, move, side)
    return points, positions


def positions(games: Sequence[Game]) -> Positions:
    """All positions of games to learn from."""
    batches, top = list[Positions](), 0
    for game in games:
        plies = len(game.moves)
        room = Positions(
            np.zeros((plies * int(new_board(game.variant)["empties"]), 2), np.uint16),
            np.zeros(plies + 1, np.int64),
            np.zeros((plies, 3), np.int32),
            np.zeros(plies, np.float32),
        )
        board, rules = new_board(game.variant), rules_of(game.variant)
        points, number = _replay(board, rules, game.moves, game.winner, *room)
        ends = room.ends[1 : number + 1] + top
        batches.append(
            Positions(room.codes[:points].copy(), ends, room.about[:number], room.targets[:number])
        )
        top += points
    codes, ends, about, targets = (np.concatenate(parts) for parts in zip(*batches, strict=True))
    return Positions(codes, np.concatenate([np.zeros(1, np.int64), ends]), about, targets)


@njit(**_FASTER)
def _forward(codes: Array, about: Array, weights: Weights, seen: Array, hidden: Array) -> float:
    # The log odds of a position. The features and the hidden layer are left for `_backward`.
    mine, theirs, zero, ceiling = about[0], about[1], np.float32(0), np.float32(1)
    value = weights.threat[mine, about[2]]
    seen[:] = 0
    for point in range(len(codes)):
        code, facing = codes[point, 0], codes[point, 1]
        value += weights.rows[mine, 0, code, LANES] - weights.rows[theirs, 1, facing, LANES]
        own, other = weights.rows[mine, 0, code], weights.rows[mine, 1, facing]
        back, front = weights.rows[theirs, 0, facing], weights.rows[theirs, 1, code]
        for lane in range(LANES):
            seen[lane] += min(max(own[lane] + other[lane], zero), ceiling)
            seen[LANES + lane] += min(max(back[lane] + front[lane], zero), ceiling)
    for unit in range(HIDDEN):
        hidden[unit] = weights.bias[mine, unit]
    for lane in range(2 * LANES):
        for unit in range(HIDDEN):
            hidden[unit] += seen[lane] * weights.inner[mine, lane, unit]
    for unit in range(HIDDEN):
        value += max(hidden[unit], zero) * weights.outer[mine, unit]
    return value  # type: ignore[no-any-return]


@njit(**_FASTER)
def _backward(
    codes: Array, about: Array, weights: Weights, slopes: Weights, seen: Array, hidden: Array, slope: float
) -> None:
    # Add a position's gradient, after `_forward`; ``slope`` is that of the loss by the log odds.
    mine, theirs, zero, ceiling = about[0], about[1], np.float32(0), np.float32(1)
    slopes.threat[mine, about[2]] += slope
    for unit in range(HIDDEN):
        slopes.outer[mine, unit] += slope * max(hidden[unit], zero)
        hidden[unit] = slope * weights.outer[mine, unit] if hidden[unit] > 0 else zero
        slopes.bias[mine, unit] += hidden[unit]
    for lane in range(2 * LANES):
        total = zero
        for unit in range(HIDDEN):
            slopes.inner[mine, lane, unit] += seen[lane] * hidden[unit]
            total += weights.inner[mine, lane, unit] * hidden[unit]
        seen[lane] = total
    for point in range(len(codes)):
        code, facing = codes[point, 0], codes[point, 1]
        slopes.rows[mine, 0, code, LANES] += slope
        slopes.rows[theirs, 1, facing, LANES] -= slope
        own, other = weights.rows[mine, 0, code], weights.rows[mine, 1, facing]
        back, front = weights.rows[theirs, 0, facing], weights.rows[theirs, 1, code]
        for lane in range(LANES):
            inside = (own[lane] + other[lane] > zero) & (own[lane] + other[lane] < ceiling)
            step = seen[lane] if inside else zero
            slopes.rows[mine, 0, code, lane] += step
            slopes.rows[mine, 1, facing, lane] += step
            inside = (back[lane] + front[lane] > zero) & (back[lane] + front[lane] < ceiling)
            step = seen[LANES + lane] if inside else zero
            slopes.rows[theirs, 0, facing, lane] += step
            slopes.rows[theirs, 1, code, lane] += step


@njit(**_FASTER)
def loss_of(order: Array, lesson: Positions, weights: Weights, slopes: Weights, learning: bool) -> float:
    """The sum of the log losses of positions; when learning, their gradients are added to ``slopes``."""
    seen, hidden = np.zeros(2 * LANES, np.float32), np.zeros(HIDDEN, np.float32)
    loss = 0.0
    for number in order:
        codes, about = lesson.codes[lesson.ends[number] : lesson.ends[number + 1]], lesson.about[number]
        value = _forward(codes, about, weights, seen, hidden)
        chance = 1.0 / (1.0 + math.exp(-max(-20.0, min(20.0, value))))
        target = lesson.targets[number]
        loss -= target * math.log(chance) + (1.0 - target) * math.log(1.0 - chance)
        if learning:
            _backward(codes, about, weights, slopes, seen, hidden, np.float32(chance - target))
    return loss


class NetworkFit:
    """The parts of a network and of the values under it, with Adam's moments."""

    def __init__(self, values: Values, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        parts = self._parts = Weights.zeros(1 + REFUSALS, _SHARED + CODES)
        parts.rows[0, :, 1:_SHARED, :LANES] = rng.normal(0, 0.08, (2, _SHARED - 1, LANES))
        parts.rows[1:, :, _SHARED:, LANES] = values.worth / (SCALE * _CALM)
        parts.threat[1:] = values.threat / (SCALE * _CALM)
        parts.inner[0] = rng.normal(0, (2 * LANES) ** -0.5, parts.inner[0].shape)
        parts.bias[0], parts.outer[0] = 0.1, rng.normal(0, 0.05, HIDDEN)
        self._slopes = Weights.zeros(REFUSALS, CODES)
        self._means, self._squares = (Weights.zeros(1 + REFUSALS, _SHARED + CODES) for _ in range(2))
        self._gain, self._steps = values.gain, 0
        ones = np.eye(_SHARED, dtype=np.float32)[KINDS].sum(axis=2)  # (refusal, code, shared part)
        self._live = np.stack([(point_patterns.shapes(refused) & LIVE) > 0 for refused in range(REFUSALS)])
        self._has = ones[:, np.newaxis] * self._live[:, np.newaxis, :, np.newaxis]
        self._live = self._live[:, np.newaxis, :, np.newaxis].astype(np.float32)

    def weights(self) -> Weights:
        """The sum of the parts; codes without a stone near have rows of 0."""
        rows, threat, inner, bias, outer = (part[0] + part[1:] for part in self._parts)
        rows = rows[:, :, _SHARED:] * self._live + self._has @ rows[:, :, :_SHARED]
        rows[..., LANES] *= _CALM
        return Weights(rows, threat * _CALM, inner * _INPUT, bias, outer)

    def loss(self, lesson: Positions, order: NDArray[np.int64], rate: float = 0.0) -> float:
        """The sum of the log losses of some positions; with a ``rate``, take a step down its gradient."""
        loss = float(loss_of(order, lesson, self.weights(), self._slopes, rate > 0))
        if rate > 0:
            self._step(rate, len(order))
        return loss

    def _step(self, rate: float, number: int) -> None:
        slopes, self._steps = self._slopes, self._steps + 1
        slopes.rows[..., LANES] *= _CALM
        own = slopes.rows * self._live
        shared = self._has.transpose(0, 1, 3, 2) @ slopes.rows
        whole = [np.concatenate([shared, own], axis=2), slopes.threat * _CALM, slopes.inner * _INPUT]
        whole += [slopes.bias, slopes.outer]
        rate *= min(1.0, self._steps / _WARM)
        for part, slope, mean, square in zip(self._parts, whole, self._means, self._squares, strict=True):
            every = np.concatenate([slope.sum(axis=0, keepdims=True), slope]) / np.float32(number)
            mean[:] += (1 - _KEEP) * (every - mean)
            square[:] += (1 - _KEEP_SQUARES) * (every * every - square)
            deviation = np.sqrt(square / (1 - _KEEP_SQUARES**self._steps)) + _DAMPING
            part[:] -= rate / (1 - _KEEP**self._steps) * mean / deviation
        for slope in slopes:
            slope[:] = 0

    def values(self) -> Values:
        """The values and their network."""
        rows, threat, inner, bias, outer = self.weights()
        embed = np.clip(np.rint(rows[..., :LANES] * ONE), -(1 << 13), 1 << 13).astype(np.int16)
        network = Network(embed, inner / np.float32(ONE), bias, outer * np.float32(SCALE))
        return Values(self._gain, rows[..., LANES] * SCALE, threat * SCALE, network)


def fit_network(
    learned: Sequence[Game], held_out: Sequence[Game], values: Values, epochs: int = EPOCHS
) -> tuple[Values, str]:
    """Values with a network fitted to games, and a report of its error on held-out games."""
    network_fit, lesson, test = NetworkFit(values), positions(learned), positions(held_out)
    number, rng = len(lesson.targets), np.random.default_rng(len(learned))
    everything = np.arange(len(test.targets))
    before = _without(test, values)
    batches = max(1, number // _BATCH)
    for epoch in range(epochs):
        for batch, order in enumerate(np.array_split(rng.permutation(number), batches)):
            done = (epoch + batch / batches) / epochs
            network_fit.loss(lesson, order, _RATE * (0.5 + 0.5 * math.cos(math.pi * done)))
    after = network_fit.loss(test, everything) / max(1, len(everything))
    report = f"with a network: log loss of searches' values {after:.4f}, {before:.4f} without"
    return network_fit.values(), report


def _without(test: Positions, values: Values) -> float:
    # The mean log loss of the values without a network.
    plain = NetworkFit(Values(values.gain, values.worth, values.threat))
    plain._parts.outer[:] = 0
    return plain.loss(test, np.arange(len(test.targets))) / max(1, len(test.targets))
