"""``python -m ai.puzzles.proof FILE…``: prove the puzzles of files again, by the rules alone.

Also what they ask after the first move.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ai.puzzles.proof import fault_of
from ai.puzzles.puzzle import read


def main(files: list[str]) -> int:
    """Prove every puzzle and write which are not proved; the number of those."""
    unproved = 0
    for file in files:
        began = time.monotonic()
        lines = Path(file).read_text().splitlines()
        for line in lines:
            puzzle = read(line)
            if fault := fault_of(puzzle):
                unproved += 1
                sys.stderr.write(f"{puzzle.game} {puzzle.id}: {fault}\n")
        sys.stderr.write(f"{file}: {len(lines)} puzzles, {time.monotonic() - began:.0f} s\n")
    return unproved


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
