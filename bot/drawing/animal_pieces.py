"""The pieces of Hare and Hounds: the head of a hound or of a hare on a disc.

The heads are closed curves through a few points. The center of the piece is (0, 0), its rim is at a distance
of about 1.4, and y runs down. The hound looks right, the hare left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageOps

from bot.drawing import sprites
from bot.drawing.discs import disc
from bot.drawing.themes import Color, Material

Point = tuple[float, float]
Curve = tuple[Point, ...]

SCALE = 0.7  # one unit of the curves, as a part of the radius
RIM = 0.89  # the neck ends at this part of the radius
STEPS = 8  # straight lines between two points of a curve
CUT = 0.12  # how wide the cut around an ear is


def _curve(coordinates: str) -> Curve:
    """Read a curve from its points, written as ``x,y``."""
    pairs = (point.split(",") for point in coordinates.split())
    return tuple((float(x), float(y)) for x, y in pairs)


HOUND = _curve("""
    0.28,1.28 0.12,0.78 0.10,0.48 0.28,0.34 0.58,0.34 0.86,0.27 0.95,0.12 0.97,-0.04 0.88,-0.15
    0.62,-0.16 0.38,-0.24 0.20,-0.48 -0.08,-0.62 -0.40,-0.58 -0.58,-0.32 -0.64,0.08 -0.76,0.58 -1.02,1.28
""")
HOUND_EAR = _curve("""
    -0.24,-0.46 -0.08,-0.24 -0.02,0.08 -0.06,0.36 -0.20,0.52 -0.38,0.48 -0.56,0.28 -0.68,0.02
    -0.66,-0.24 -0.50,-0.44
""")
HARE = _curve("""
    -0.74,0.36 -0.66,0.16 -0.44,0.02 -0.24,-0.12 -0.04,-0.19 0.18,-0.16 0.38,0.00 0.48,0.24 0.60,0.54
    0.82,0.90 1.04,1.40 -0.24,1.40 -0.06,0.94 -0.16,0.74 -0.40,0.66 -0.64,0.58 -0.74,0.48
""")
HARE_NEAR_EAR = _curve("""
    -0.14,-0.06 -0.26,-0.46 -0.23,-0.82 -0.10,-1.02 0.06,-0.82 0.14,-0.46 0.12,-0.06
""")
HARE_FAR_EAR = _curve("""
    0.16,-0.04 0.24,-0.44 0.44,-0.76 0.68,-0.90 0.72,-0.64 0.58,-0.30 0.36,0.04
""")


class _Silhouette:
    """A mask to which curves are added and from which lines are cut."""

    def __init__(self, pen: ImageDraw.ImageDraw, middle: float, unit: float) -> None:
        self._pen, self._middle, self._unit = pen, middle, unit

    def add(self, curve: Curve) -> None:
        """Fill a curve."""
        self._pen.polygon(self._placed(curve), fill=255)

    def cut(self, curve: Curve) -> None:
        """Cut along a curve."""
        way, width = self._placed(curve), round(CUT * self._unit)
        self._pen.line([*way, *way[:2]], fill=0, width=width, joint="curve")

    def eye(self, x: float, y: float, radius: float) -> None:
        """Cut a round hole."""
        (x, y), reach = self._pixel((x, y)), radius * self._unit
        self._pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=0)

    def _pixel(self, point: Point) -> Point:
        return self._middle + point[0] * self._unit, self._middle + point[1] * self._unit

    def _placed(self, curve: Curve) -> list[Point]:
        return [self._pixel(point) for point in smooth(curve)]


def _hound(silhouette: _Silhouette) -> None:
    silhouette.add(HOUND)
    silhouette.cut(HOUND_EAR)
    silhouette.add(HOUND_EAR)
    silhouette.eye(0.24, -0.22, 0.085)


def _hare(silhouette: _Silhouette) -> None:
    silhouette.add(HARE_FAR_EAR)
    silhouette.cut(HARE_NEAR_EAR)
    silhouette.add(HARE_NEAR_EAR)
    silhouette.add(HARE)
    silhouette.eye(-0.26, 0.20, 0.095)


_HEADS = {"hound": _hound, "hare": _hare}


def smooth(points: Sequence[Point], steps: int = STEPS) -> list[Point]:
    """A closed Catmull-Rom spline through ``points``, as a polygon."""
    count = len(points)
    around = ([points[(index + step) % count] for step in (-1, 0, 1, 2)] for index in range(count))
    return [_between(near, step / steps) for near in around for step in range(steps)]


def _between(near: Sequence[Point], t: float) -> Point:
    """The point at ``t``, from 0 to 1, between the second of four points and the third."""
    before, after = (2 - t) * t * t, (t - 1) * t * t
    weights = before - t, 2 - 5 * t * t + 3 * t**3, t + 4 * t * t - 3 * t**3, after
    x, y = (sum(w * point[axis] for w, point in zip(weights, near, strict=True)) / 2 for axis in (0, 1))
    return x, y


def head(animal: str, size: int, radius: float) -> Image.Image:
    """The mask of an animal's head, centered in ``size`` pixels, for a piece of ``radius``."""
    shape = sprites.mask(
        size, lambda pen, k: _HEADS[animal](_Silhouette(pen, size * k / 2, radius * SCALE * k))
    )
    return ImageChops.multiply(shape, sprites.round_mask(size, radius * RIM))


@lru_cache(maxsize=64)
def piece(
    animal: str, radius: int, face: Material, back: Material, ink: Color, mirrored: bool
) -> Image.Image:
    """A disc with an animal's head on it, and the shadow it casts."""
    sprite = disc(radius, face, back).copy()
    shape = head(animal, sprite.width, radius)
    if mirrored:
        shape = ImageOps.mirror(shape)
    thick = max(2, radius // 13)
    sprite.alpha_composite(sprites.filled(ImageChops.offset(shape, 0, -thick // 2), ink))
    return sprite
