"""Strengths from results, by the maximum of the Bradley-Terry likelihood.

D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Strengths = NDArray[np.float64]


def fit(won: NDArray[np.float64]) -> Strengths:
    """Return the strengths of maximum likelihood, with geometric mean 1, by the MM algorithm.

    ``won[i, j]`` is the number of games that i won against j.
    """
    strengths = np.ones(len(won))
    played = won + won.T
    for _ in range(10_000):
        last = strengths
        weights = (played / (strengths[:, None] + strengths[None, :])).sum(axis=1)
        strengths = won.sum(axis=1) / weights
        strengths = strengths / np.exp(np.log(strengths).mean())
        if np.abs(np.log(strengths / last)).max() < 1e-9:
            break
    return strengths


def covariance(strengths: Strengths, played: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the covariance of the strengths' logarithms, from the Fisher information: shape (n, n)."""
    chance = strengths[:, None] / (strengths[:, None] + strengths[None, :])
    information = -played * chance * (1 - chance)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    return np.asarray(np.linalg.pinv(information), dtype=np.float64)
