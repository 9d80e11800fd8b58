"""``python -m ai.hare_and_hounds.solve``: solve the game and print what was found.

The solution takes milliseconds and is computed again whenever it is needed, so no file is written.
"""

from __future__ import annotations

import argparse
import json
import sys

from ai.hare_and_hounds.solution import END, solution
from games.hare_and_hounds import HARE_AND_HOUNDS


def main(arguments: list[str]) -> None:
    """Solve a variant and print its counts as a line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m ai.hare_and_hounds.solve", description=__doc__)
    parser.add_argument(
        "--variant",
        choices=HARE_AND_HOUNDS.variants,
        default=HARE_AND_HOUNDS.variants[0],
        help=f"the variant whose start is reported ({HARE_AND_HOUNDS.variants[0]})",
    )
    variant = parser.parse_args(arguments).variant
    start = HARE_AND_HOUNDS.start(variant)
    solved = solution(start)
    values = solved.unlimited[-1]
    facts = {
        "positions": values.size,
        "hounds_win": int((values > 0).sum()),
        "hare_wins": int((values < 0).sum()),
        "undecided": int((values == 0).sum()),
        "longest": END - int(abs(values[values != 0]).min()),
        "start": END - abs(solved.value(start)),
    }
    sys.stdout.write(json.dumps(facts) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
