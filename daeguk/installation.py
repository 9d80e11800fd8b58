"""The version, and where files go by default: both differ between an installation and a checkout.

It imports the standard library only, because hatchling runs it to build the package.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

RELEASE = "0.2.0.dev0"
"""The only place where a version is written. It has no ``.dev0`` in the commit that gets the tag ``v…``."""

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent


@cache
def version() -> str:
    """The installed version, or that which a build of this checkout would have."""
    return installed.version if (installed := _installed()) else build_version()


def revision() -> str:
    """The git revision that runs, with a hash of its changes; without one ``release`` or ``unknown``."""
    _, _, local = version().partition("+g")
    return local or ("unknown" if ".dev" in version() else "release")


def build_version() -> str:
    """The version of a build of this checkout: with its revision, so that no two of them have the same.

    A tagged checkout has `RELEASE` itself; so has a folder that is no checkout.
    """
    top = _git("rev-parse", "--show-toplevel").strip()
    head = _git("rev-parse", "--short=9", "HEAD").strip()
    if not head or Path(top).resolve() != _CHECKOUT:
        return RELEASE
    changes = _git("status", "--porcelain") and _git("diff", "HEAD")
    if not changes and f"v{RELEASE}" in _git("tag", "--points-at", "HEAD").split():
        return RELEASE
    base, is_development, _ = RELEASE.partition(".dev")
    number = f".dev{_git('rev-list', '--count', 'HEAD').strip()}" if is_development else ""
    changed = f".d{hashlib.sha256(changes.encode()).hexdigest()[:8]}" if changes else ""
    return f"{base}{number}+g{head}{changed}"


def is_installed() -> bool:
    """Whether this package was imported from an installation, not from a checkout."""
    return _installed() is not None


def data_folder() -> Path | None:
    """The folder for databases: the user's data folder, or ``var`` in a checkout.

    The user's data folder is ``$XDG_DATA_HOME/daeguk``, by default ``~/.local/share/daeguk``; None for a user
    without a home directory. ``var`` is relative to the current directory.
    """
    if not is_installed():
        return Path("var")
    home = Path(os.environ.get("XDG_DATA_HOME", ""))
    if not home.is_absolute():  # the XDG specification has relative paths ignored
        try:
            home = Path.home() / ".local" / "share"
        except RuntimeError:
            return None
    return home / "daeguk"


def _installed() -> Distribution | None:
    # An editable installation, or a checkout that comes before an installation on the path, is a checkout.
    try:
        installed = distribution("daeguk")
    except PackageNotFoundError:
        return None
    return installed if Path(str(installed.locate_file(_PACKAGE.name))).resolve() == _PACKAGE else None


def _git(*arguments: str) -> str:
    """What git says about the checkout; empty if it is none, or git is missing or refuses."""
    command = ["git", "-C", str(_CHECKOUT), *arguments]
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
