"""Contrasts as every eye sees them, and the colors behind what Discord shows."""

from __future__ import annotations

import numpy as np

from bot.drawing.themes import Color

# Linear RGB as seen without L cones, without M cones and without S cones (Viénot, Brettel, Mollon 1999).
EYES = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritanopia": ((1.01354, 0.14268, -0.15622), (-0.01181, 0.87561, 0.13619), (0.07707, 0.81208, 0.11085)),
}
DISCORD = {"light": ((255, 255, 255), (242, 243, 245)), "dark": ((49, 51, 56), (43, 45, 49))}


def luminance(colors: Color | np.ndarray, eye: str) -> np.ndarray:
    """The relative luminance of one color or of an array of colors, from 0 to 1."""
    parts = np.asarray(colors, float) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.maximum(0, linear @ np.array(EYES[eye]).T)
    relative: np.ndarray = seen @ np.array([0.2126, 0.7152, 0.0722])
    return relative


def contrast(first: Color | np.ndarray, second: Color | np.ndarray, eye: str) -> np.ndarray:
    """The WCAG contrast ratio, from 1 to 21."""
    lights = luminance(first, eye), luminance(second, eye)
    ratio: np.ndarray = (np.maximum(*lights) + 0.05) / (np.minimum(*lights) + 0.05)
    return ratio
