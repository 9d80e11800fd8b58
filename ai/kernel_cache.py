"""Where compiled kernels are stored, and which sources they depend on.

numba compares only the file of a cached function, so an edit of an imported module would leave stale code.
Here each package of kernels (``ai/go``, say) has a folder named by a hash of all the sources in ``ai`` and
``games`` that its modules import, because kernels also contain the tables of the rules as constants. An edit
of one game recompiles that game alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import logging
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
_FOLLOWED = ("ai", "games")
_NOT_FOLLOWED = {ROOT / "ai" / "base.py"}
"""`ai.base` finds every game and player by its slug at run time. Kernels use only its plain types."""
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\((?:#[^\n]*|[^)#])*\)|[^\n#]*)|import[ \t]+([^\n#]*))",
    re.MULTILINE,
)
_COMMENT = re.compile("#.*")
_KEPT_SECONDS = 7 * 86_400.0

_log = logging.getLogger(__name__)


def cache_home() -> Path | None:
    """Find a writable folder for compiled kernels; None if there is not even a temporary one.

    It is the first of ``DAEGUK_CACHE_DIR``, ``NUMBA_CACHE_DIR``, ``XDG_CACHE_HOME/daeguk`` and
    ``~/.cache/daeguk`` that is set. A temporary folder replaces it if it is not writable.
    """
    wanted = _wanted_home()
    if wanted is not None and _is_writable(wanted):
        return wanted
    with contextlib.suppress(OSError):
        home = _temporary_home()
        _log.warning("compiled kernels are kept in %s, because %s is not writable", home, wanted)
        return home
    _log.warning("kernels are compiled at every start: no folder is writable")
    return None


def _wanted_home() -> Path | None:
    own = os.environ.get("DAEGUK_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own).absolute()
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "daeguk"
    try:
        return Path.home() / ".cache" / "daeguk"
    except RuntimeError:  # a user without a home
        return None


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _temporary_home() -> Path:
    """Return this user's own temporary folder. Raises OSError.

    A folder that another user made is never used: compiled kernels are code.
    """
    user = os.getuid() if hasattr(os, "getuid") else None
    home = Path(tempfile.gettempdir()) / f"daeguk-{'cache' if user is None else user}"
    home.mkdir(mode=0o700, exist_ok=True)
    owner = home.lstat().st_uid
    if home.is_symlink() or (user is not None and owner != user) or not _is_writable(home):
        return Path(tempfile.mkdtemp(prefix="daeguk-"))
    return home


@cache
def kernel_folder(home: Path, source: Path) -> Path:
    """Return the folder for the kernels of a source file, made if it is missing. Raises OSError.

    Its name is a hash of all the sources. Folders for earlier sources of the same package are deleted after a
    week without use.
    """
    return _folder_of(home, package_of(source))


@cache
def _folder_of(home: Path, package: Package) -> Path:
    folder = home / "kernels" / package.name / package.digest()[:32]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):
            if other != folder and time.time() - other.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    return folder


@dataclass(frozen=True)
class Package:
    """The modules of one folder, whose kernels are compiled and stored together."""

    name: str
    modules: tuple[Path, ...]

    def sources(self) -> set[Path]:
        """Return the modules and all that they import from ``ai`` and ``games``, directly or not."""
        found, left = set[Path](), list(self.modules)
        while left:
            path = left.pop()
            if path not in found:
                found.add(path)
                left += [] if path in _NOT_FOLLOWED else imported(path)
        return found

    def digest(self) -> str:
        """Hash the sources, and the versions of Python, numba and LLVM."""
        versions = (sys.version, importlib.metadata.version("numba"), importlib.metadata.version("llvmlite"))
        digest = hashlib.sha256("\0".join(versions).encode())
        for path in sorted(self.sources()):
            name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
            digest.update(f"\0{name}\0".encode() + _read(path))
        return digest.hexdigest()


def package_of(source: Path) -> Package:
    """Return the package of a source file; a file outside of ``ai`` and ``games`` is its own package."""
    if any(source.is_relative_to(ROOT / name) for name in _FOLLOWED):
        name = ".".join(source.parent.relative_to(ROOT).parts)
        return Package(name, tuple(sorted(source.parent.glob("*.py"))))
    return Package(source.stem, (source,))


def imported(path: Path) -> list[Path]:
    """List the modules of ``ai`` and ``games`` that a module's import statements name.

    The packages around a module are left out: ``games/__init__.py`` imports every game and defines none.
    Statements are found by pattern, because every worker does this at its start and parsing takes 0.3 s.
    """
    found = list[Path]()
    for module, names in import_statements(_read(path).decode()):
        found += _resolve(module, names)
    return found


def import_statements(source: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each imported module, and the names imported from it (none for a plain ``import``)."""
    for module, names, modules in _IMPORT.findall(source):
        listed = _COMMENT.sub("", names or modules).strip("() \t\r\n").replace("\n", " ").split(",")
        bare = tuple(name.split()[0] for name in listed if name.strip())
        if module:
            yield module, bare
        else:
            yield from ((name, ()) for name in bare)


def _resolve(module: str, names: tuple[str, ...]) -> Iterator[Path]:
    if module.partition(".")[0] not in _FOLLOWED:
        return
    base = ROOT.joinpath(*module.split("."))
    if base.is_dir():
        submodules = [path for name in names if (path := _file_of(base / name)) is not None]
        yield from submodules
        if len(submodules) == len(names) > 0:
            return
    if (path := _file_of(base)) is not None:
        yield path


def _file_of(base: Path) -> Path | None:
    candidates = (base.with_name(f"{base.name}.py"), base / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
