"""``python -m ai.puzzles.make.further FILE…``: find again which further moves puzzles of files ask."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ai.puzzles.proof import with_further_questions
from ai.puzzles.puzzle import read, write


def main(files: list[str]) -> None:
    """Write every puzzle of each file again."""
    for file in map(Path, files):
        began = time.monotonic()
        puzzles = [with_further_questions(read(line)) for line in file.read_text().splitlines()]
        file.write_text("".join(f"{write(puzzle)}\n" for puzzle in puzzles))
        questions = sum(len(puzzle.also) for puzzle in puzzles)
        sys.stderr.write(f"{file}: {questions} questions, {time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main(sys.argv[1:])
