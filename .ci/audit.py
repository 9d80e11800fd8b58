"""Look up every locked package among the known vulnerabilities; `.ci/run` runs this script.

Fails with a list of the vulnerabilities that `.ci/audit-ignore.txt` does not exempt. Without an answer (no
network, an index without vulnerability data) it reports that and succeeds.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NotRequired, TypedDict

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("play", "test")
IGNORED = Path(__file__).with_name("audit-ignore.txt")
SECONDS = 300
UNREACHABLE = ("requests.exceptions", "ServiceError", "TimeoutExpired", "FileNotFoundError")


class Vulnerability(TypedDict):
    """One known vulnerability, as pip-audit reports it."""

    id: str
    fix_versions: list[str]


class Package(TypedDict):
    """One package, as pip-audit reports it: with a version and vulnerabilities, or with a skip reason."""

    name: str
    version: NotRequired[str]
    vulns: NotRequired[list[Vulnerability]]
    skip_reason: NotRequired[str]


def main(pip_audit: str) -> int:
    """Run the pip-audit at this path and return the exit code."""
    locks = [word for kind in LOCKS for word in ("-r", f"requirements/{kind}.lock")]
    exempt = [f"--ignore-vuln={vulnerability_id}" for vulnerability_id in ignored(IGNORED.read_text())]
    command = [pip_audit, "--disable-pip", "--require-hashes", "--progress-spinner=off", "--format=json"]
    try:
        done = subprocess.run(
            [*command, *locks, *exempt],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return report_failure(f"{type(problem).__name__}")
    packages = parse(done.stdout)
    return report_failure(done.stderr) if packages is None else report(packages)


def ignored(text: str) -> list[str]:
    """Return the exempt vulnerabilities: the first word of every line that is not a comment."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    return [words[0] for words in lines if words]


def parse(text: str) -> list[Package] | None:
    """Return the packages of pip-audit's JSON report; None if there is no report."""
    try:
        packages: list[Package] = json.loads(text)["dependencies"]
    except (ValueError, KeyError):
        return None
    return packages


def report_failure(problem: str) -> int:
    """Print why there is no report; return 1 unless the vulnerability service was unreachable."""
    last = problem.strip().rpartition("\n")[2]
    if any(name in problem for name in UNREACHABLE):
        print(f"Not audited: {last.partition(':')[0]}")  # the rest is addresses
        return 0
    print(f"The audit failed: {last}")
    return 1


def report(packages: list[Package]) -> int:
    """Print the known vulnerabilities of the packages; return 1 if there is one."""
    skipped = known = 0
    for package in packages:
        skipped += "skip_reason" in package
        for vulnerability in package.get("vulns", []):
            known += 1
            fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {vulnerability['id']}, fixed in {fixed}")
    if skipped == len(packages):
        print("Not audited: the package index here has no vulnerability data.")
    else:
        unknown = f"; {skipped} could not be looked up" if skipped else ""
        print(f"Audited: {len(packages) - skipped} packages, {known} known vulnerabilities{unknown}.")
    return int(known > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
