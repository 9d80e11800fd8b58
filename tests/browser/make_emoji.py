"""Builds sandbox/page/emoji/twemoji.woff2 and emoji.css from Twemoji's SVG files.

`python -m tests.browser.make_emoji FOLDER`, in an environment with fonttools, brotli and picosvg. FOLDER is
`dist/svg` of the npm package that sandbox/page/emoji/README.md names. The emoji are the single characters of
RANGES; Discord draws each 1.375 times as large as the text around it, on the whole height of the line.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from picosvg.svg import SVG

TARGET = Path(__file__).parents[2] / "sandbox" / "page" / "emoji"
EM = 1024
SIZE = EM * 1.375
ASCENT = 1056  # the top of a 22 px line above the baseline of 16 px text
SVG_SIZE = 36
TOLERANCE = 2.0  # font units, a 500th of the text's size
RANGES = (
    (0x2190, 0x2BFF),  # arrows, controls, discs, squares, signs
    (0x1F380, 0x1F3F9),  # celebration, games, medals, flags
    (0x1F400, 0x1F450),  # animals, hands
    (0x1F494, 0x1F4AF),
    (0x1F4C5, 0x1F4E3),
    (0x1F500, 0x1F53D),
    (0x1F5BC, 0x1F5BC),
    (0x1F5D1, 0x1F5D1),
    (0x1F600, 0x1F64F),  # faces
    (0x1F6A6, 0x1F6A9),
    (0x1F7E0, 0x1F7EB),
    (0x1F90C, 0x1F93A),
    (0x1F947, 0x1F949),
    (0x1F970, 0x1F97A),
    (0x1F9D0, 0x1F9ED),
)
Color = tuple[float, float, float, float]


def main(folder: Path) -> None:
    """Write the font and the rule that names its characters."""
    wanted = (code for first, last in RANGES for code in range(first, last + 1))
    codes = [code for code in wanted if (folder / f"{code:x}.svg").exists()]
    font = build({code: folder / f"{code:x}.svg" for code in codes})
    font.font.flavor = "woff2"
    font.save(TARGET / "twemoji.woff2")
    (TARGET / "emoji.css").write_text(rule(codes), encoding="utf-8")
    size = (TARGET / "twemoji.woff2").stat().st_size
    sys.stdout.write(f"{len(codes)} emoji, {size // 1024} KB\n")


def build(files: dict[int, Path]) -> FontBuilder:
    """A font with a glyph of colored layers for every code; layers of one shape are one glyph."""
    shapes: dict[str, str] = {}
    palette: dict[Color, int] = {}
    layers: dict[str, list[tuple[str, int]]] = {}
    for code, path in files.items():
        drawn = [
            (shapes.setdefault(d, f"s{len(shapes)}"), palette.setdefault(color, len(palette)))
            for d, color in parts(path)
        ]
        layers[f"u{code:X}"] = drawn
    outlines = {".notdef": TTGlyphPen(None).glyph()}
    outlines |= {name: box() for name in layers}
    outlines |= {name: outline(d) for d, name in shapes.items()}
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder(list(outlines))
    font.setupCharacterMap({code: f"u{code:X}" for code in files})
    font.setupGlyf(outlines)
    lefts = {name: font.font["glyf"][name].xMin for name in outlines if name != ".notdef"}
    font.setupHorizontalMetrics({name: (round(SIZE), lefts.get(name, 0)) for name in outlines})
    font.setupHorizontalHeader(ascent=ASCENT, descent=ASCENT - round(SIZE))
    font.setupOS2(sTypoAscender=ASCENT, sTypoDescender=ASCENT - round(SIZE), sTypoLineGap=0)
    font.setupNameTable({"familyName": "Twemoji subset", "styleName": "Regular"})
    font.setupPost(keepGlyphNames=False)
    font.font["COLR"] = buildCOLR(layers, version=0)
    font.font["CPAL"] = buildCPAL([list(palette)])
    return font


def parts(path: Path) -> Iterator[tuple[str, Color]]:
    """The outline and the color of every layer, from the back to the front."""
    for shape in SVG.parse(path).topicosvg().shapes():
        digits = shape.fill.removeprefix("#").replace("black", "000")
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
        yield shape.d, (red, green, blue, round(shape.opacity, 3))


def outline(d: str) -> object:
    pen = TTGlyphPen(None)
    scale = SIZE / SVG_SIZE
    parse_path(d, TransformPen(Cu2QuPen(pen, TOLERANCE), (scale, 0, 0, -scale, 0, ASCENT)))
    return pen.glyph(dropImpliedOnCurves=True)


def box() -> object:
    """The outline of an emoji itself, which only says how large it is."""
    pen = TTGlyphPen(None)
    for x, y in ((0, ASCENT - SIZE), (SIZE, ASCENT)):
        pen.moveTo((x, y))
        pen.lineTo((x, y))
        pen.closePath()
    return pen.glyph()


def rule(codes: list[int]) -> str:
    """The @font-face rule of the font, for these characters only."""
    runs: list[list[int]] = []
    for code in codes:
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    names = [f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs]
    lines = [f"    {', '.join(names[at : at + 10])}" for at in range(0, len(names), 10)]
    text = ",\n".join(lines)
    return f"""/* Written by tests/browser/make_emoji.py; README.md has source and license of the font. */

@font-face {{
  font-family: "Emoji";
  src: url("/page/emoji/twemoji.woff2") format("woff2");
  unicode-range: U+FE0F,
{text};
}}
"""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
