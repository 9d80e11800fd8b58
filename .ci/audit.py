"""Looks every locked package up among the known vulnerabilities; `.ci/run` runs it. Start reading at `main`.

Fails with a list if one is known that `.ci/audit-ignore.txt` does not excuse. Where it cannot ask (no
network, an index that knows of no vulnerabilities) it says so and goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("play", "test")
IGNORED = Path(__file__).with_name("audit-ignore.txt")
SECONDS = 300
UNREACHABLE = ("requests.exceptions", "ServiceError", "TimeoutExpired", "FileNotFoundError")


def main(pip_audit: str) -> int:
    """Run pip-audit; the exit code."""
    locks = [word for kind in LOCKS for word in ("-r", f"requirements/{kind}.lock")]
    excused = [word for one in ignored(IGNORED.read_text()) for word in ("--ignore-vuln", one)]
    command = [pip_audit, "--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json"]
    try:
        done = subprocess.run(
            [*command, *locks, *excused],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return not_asked(f"{type(problem).__name__}")
    packages = report(done.stdout)
    return not_asked(done.stderr) if packages is None else told(packages)


def ignored(text: str) -> list[str]:
    """The vulnerabilities that are excused: the first word of every line that is not a comment."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return [words[0] for words in lines if words]


def report(text: str) -> list[dict[str, Any]] | None:
    """What is known of each package; None if nobody could be asked."""
    try:
        found: list[dict[str, Any]] = json.loads(text)["dependencies"]
    except (ValueError, KeyError):
        return None
    return found


def not_asked(problem: str) -> int:
    """Say why there is no report; 1 if that is a fault of ours, as a lock file that cannot be read."""
    last = problem.strip().rpartition("\n")[2]
    if any(name in problem for name in UNREACHABLE):
        print(f"Not audited: {last.partition(':')[0]}")  # what follows are addresses
        return 0
    print(f"The audit failed: {last}")
    return 1


def told(packages: list[dict[str, Any]]) -> int:
    """Say what was found; 1 if a vulnerability was."""
    skipped = [one for one in packages if "skip_reason" in one]
    found = [(one, known) for one in packages for known in one.get("vulns", [])]
    for one, known in found:
        mended = ", ".join(known["fix_versions"]) or "no version yet"
        print(f"{one['name']} {one['version']}: {known['id']}, mended in {mended}")
    if len(skipped) == len(packages):
        print("Not audited: the package index here tells of no package whether it is vulnerable.")
    else:
        unknown = f"; {len(skipped)} could not be looked up" if skipped else ""
        print(
            f"Audited: {len(packages) - len(skipped)} packages, {len(found)} known vulnerabilities{unknown}."
        )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
