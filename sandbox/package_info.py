"""The version, and where files go by default: both differ between an installation and a checkout.

`bot` and `sandbox` each have a copy of this file, because `sandbox` imports no other package;
tests/test_package.py compares the copies.
"""

from __future__ import annotations

import os
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def version() -> str:
    """Return the version in the installed metadata, or in the pyproject.toml of a checkout."""
    if installed := _installed():
        return installed.version
    try:
        project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except FileNotFoundError:
        return "unknown"  # copied without pyproject.toml
    return str(project["version"])


def is_installed() -> bool:
    """Whether this package was imported from an installation, not from a checkout."""
    return _installed() is not None


def data_folder() -> Path | None:
    """Return the folder for databases: the user's data folder, or ``var`` in a checkout.

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
        found = distribution("daeguk")
    except PackageNotFoundError:
        return None
    return found if Path(str(found.locate_file(_PACKAGE.name))).resolve() == _PACKAGE else None
