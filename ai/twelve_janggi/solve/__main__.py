"""``python -m ai.twelve_janggi.solve``: solve the game, check every value, build the tablebase."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ai.twelve_janggi.solve.stages import RULES, SolveError, WorkFiles, make_table, progress_bar, solve
from ai.twelve_janggi.tablebase import PATH

_FOLDER = Path("var/solve")


def main(words: list[str]) -> int:
    """Run the command line; the exit status."""
    parser = argparse.ArgumentParser("python -m ai.twelve_janggi.solve", description=__doc__)
    parser.add_argument("--game", choices=sorted(RULES), default="janggi", help="by whose rules")
    parser.add_argument("--work", type=Path, help=f"folder for 0.7 GB of files (default: {_FOLDER}/GAME)")
    parser.add_argument("--table", type=Path, help="where the table goes (default: into the package)")
    options = parser.parse_args(words)
    rules, work = RULES[options.game], WorkFiles(options.work or _FOLDER / options.game)
    try:
        facts = solve(rules, work, progress_bar())
        path = options.table or (PATH if options.game == "janggi" else None)
        if path is not None:
            sys.stdout.write(f"{path}: {make_table(work, path, progress_bar())} bytes\n")
    except SolveError as error:
        sys.stderr.write(f"\n{rules.name}: {error}\n")
        return 1
    sys.stdout.write(
        json.dumps({name: facts[name] for name in (*rules.known, "won", "drawn", "lost")}) + "\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
