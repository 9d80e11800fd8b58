"""The symmetries of square boards."""

from __future__ import annotations

from functools import cache


@cache
def square_images(size: int) -> tuple[tuple[int, ...], ...]:
    """For each symmetry of a square board, where every point goes; the first leaves them in place."""
    images = []
    for turned in range(8):
        image = []
        for point in range(size * size):
            row, column = divmod(point, size)
            row = size - 1 - row if turned & 1 else row
            column = size - 1 - column if turned & 2 else column
            image.append(column * size + row if turned & 4 else row * size + column)
        images.append(tuple(image))
    return tuple(images)
