"""``python -m ai.hare_and_hounds.solve``: solve the game without a turn limit and print the counts.

The solution takes milliseconds and is computed again whenever it is needed, so no file is written.
"""

from __future__ import annotations

import json
import sys

from ai.hare_and_hounds.solution import END, solution
from games.hare_and_hounds import HARE_AND_HOUNDS


def main() -> None:
    """Solve the game and print its counts as a line of JSON."""
    start = HARE_AND_HOUNDS.start("no-limit")
    solved = solution(start)
    values = solved.unlimited[-1]
    facts = {
        "positions": values.size,
        "positions_won_by_hounds": int((values > 0).sum()),
        "positions_won_by_hare": int((values < 0).sum()),
        "positions_undecided": int((values == 0).sum()),
        "longest_win_in_plies": END - int(abs(values[values != 0]).min()),
        "win_from_start_in_plies": END - abs(solved.value(start)),
    }
    sys.stdout.write(json.dumps(facts) + "\n")


if __name__ == "__main__":
    main()
