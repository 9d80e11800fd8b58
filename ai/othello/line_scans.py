"""Moves, flips and stable discs: the operations that scan the lines of a bitboard.

They come from ``simd.py`` where the processor has wide vectors, else from ``scalar.py``, with equal results.
"""

from __future__ import annotations

from ai.kernels import WIDE_VECTORS

if WIDE_VECTORS:
    from ai.othello.simd import enclosing_squares, flips, stable
else:
    from ai.othello.scalar import enclosing_squares, flips, stable

__all__ = ["enclosing_squares", "flips", "stable"]
