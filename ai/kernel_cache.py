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
_NOT_FOLLOWED = ("ai/base.py", "ai/analysis.py", "games/__init__.py")
"""All find every game by its slug at run time. Kernels use only their plain types."""
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\((?:#[^\n]*|[^)#])*\)|[^\n#]*)|import[ \t]+([^\n#]*))",
    re.MULTILINE,
)
_COMMENT = re.compile("#.*")
_KEPT_SECONDS = 7 * 86_400.0


def cache_home() -> Path | None:
    """Find a folder for compiled kernels; None if there is not even a temporary one.

    It is that of `wanted_home`, or a temporary folder if `cache_problem` names a reason against that.
    """
    if cache_problem() is None:
        return wanted_home()
    try:
        return _temporary_home()
    except OSError:
        return None


def cache_warning() -> str | None:
    """What an admin has to know of the folder for compiled kernels; None if it is the wanted one."""
    problem = cache_problem()
    if problem is None:
        return None
    home = cache_home()
    if home is None:
        return f"{problem}, nor is a temporary folder: the engines are compiled at every start"
    return f"{problem}: the engines' compiled code is in {home}, until the machine restarts"


def wanted_home() -> Path | None:
    """Return the folder for compiled kernels that the environment names; None for a user without a home.

    It is the first of ``DAEGUK_CACHE_DIR``, ``NUMBA_CACHE_DIR``, ``XDG_CACHE_HOME/daeguk`` and
    ``~/.cache/daeguk`` that is set.
    """
    own = os.environ.get("DAEGUK_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own).absolute()
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "daeguk"
    try:
        return Path.home() / ".cache" / "daeguk"
    except RuntimeError:  # a user without a home
        return None


def cache_problem() -> str | None:
    """Why the folder that the environment names is not used; None if it is. Makes it if it is missing."""
    wanted = wanted_home()
    if wanted is None:
        return "this user has no home directory, and DAEGUK_CACHE_DIR is not set"
    problem = _problem(wanted)
    return problem and f"{problem} (DAEGUK_CACHE_DIR names another folder)"


def _problem(folder: Path) -> str | None:
    """Why kernels cannot be kept in a folder. They are code: who can write there can run anything here."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.stat()
        if hasattr(os, "getuid") and status.st_uid != os.getuid():
            return f"{folder} belongs to another user"
        if os.name == "posix" and status.st_mode & 0o022:
            return f"{folder} can be written by other users: chmod go-w {folder}"
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError:
        return f"{folder} is not writable"


def _temporary_home() -> Path:
    """Return this user's own temporary folder. Raises OSError."""
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    home = Path(tempfile.gettempdir()) / f"daeguk-{user}"
    return Path(tempfile.mkdtemp(prefix="daeguk-")) if home.is_symlink() or _problem(home) else home


def kernel_folder(home: Path, source: Path) -> Path:
    """Return the folder for the kernels of a source file, made if it is missing. Raises OSError.

    Its name is a hash of all the sources. Folders for earlier sources of the same package are deleted after a
    week without use.
    """
    is_ours = any(source.is_relative_to(ROOT / name) for name in _FOLLOWED)
    return _folder_of(home, source.parent if is_ours else source)


@cache
def _folder_of(home: Path, place: Path) -> Path:
    package = package_of(place)
    folder = home
    for name in ("kernels", package.name, package.digest()[:32]):
        folder /= name
        folder.mkdir(mode=0o700, exist_ok=True)
    os.utime(folder)  # it is in use: by this time, older folders are recognized below
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):
            if other != folder and time.time() - other.stat().st_mtime > _KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    return folder


def compiled_mark(home: Path, kernel_set: str, processor: str) -> Path:
    """Return the file that exists once a kernel set (see `ai.base.kernel_sets`) is stored. Raises OSError."""
    slug, _, part = kernel_set.partition("/")
    folder = kernel_folder(home, ROOT / "ai" / slug / "engine.py")
    return folder / f"{part or slug}-{hashlib.sha256(processor.encode()).hexdigest()[:16]}.compiled"


@dataclass(frozen=True)
class Package:
    """The modules of one folder, whose kernels are compiled and stored together."""

    name: str
    modules: tuple[str, ...]

    def sources(self) -> set[str]:
        """Return the files of the modules and of all they import from ``ai`` and ``games``, by any way."""
        paths, left = set[str](), list(self.modules)
        while left:
            path = left.pop()
            if path not in paths:
                paths.add(path)
                left += imported(path)
        return paths

    def digest(self) -> str:
        """Hash the sources, and the versions of Python, numba and LLVM."""
        versions = (sys.version, importlib.metadata.version("numba"), importlib.metadata.version("llvmlite"))
        digest = hashlib.sha256("\0".join(versions).encode())
        for path in sorted(self.sources()):
            name = path.removeprefix(str(ROOT))
            digest.update(f"\0{name}\0".encode() + _read(path))
        return digest.hexdigest()


def package_of(place: Path) -> Package:
    """Return the package in a folder of ``ai`` or ``games``. A single file elsewhere is a package too."""
    if place.is_dir():
        name = ".".join(place.relative_to(ROOT).parts)
        return Package(name, tuple(sorted(str(path) for path in place.glob("*.py"))))
    return Package(place.stem, (str(place),))


@cache
def imported(path: str) -> tuple[str, ...]:
    """List the files of ``ai`` and ``games`` that a module's import statements name.

    The packages around a module are left out: ``games/__init__.py`` imports every game and defines none.
    Statements are found by pattern, because every worker does this at its start and parsing takes 0.3 s.
    """
    if path in {f"{ROOT}/{name}" for name in _NOT_FOLLOWED}:
        return ()
    statements = import_statements(_read(path).decode())
    return tuple(file for module, names in statements for file in _files_of(module, names))


def import_statements(source: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each imported module, and the names imported from it (none for a plain ``import``)."""
    for module, names, modules in _IMPORT.findall(source):
        listed = _COMMENT.sub("", names or modules).strip("() \t\r\n").replace("\n", " ").split(",")
        bare = tuple(name.split()[0] for name in listed if name.strip())
        if module:
            yield module, bare
        else:
            yield from ((name, ()) for name in bare)


def _files_of(module: str, names: tuple[str, ...]) -> Iterator[str]:
    if module.partition(".")[0] not in _FOLLOWED:
        return
    submodules = [file for name in names if (file := _file_of(f"{module}.{name}")) is not None]
    yield from submodules
    file = _file_of(module)
    # A name that is no module of its own is defined in the package's.
    if file is not None and (not names or len(submodules) < len(names)):
        yield file


@cache
def _file_of(module: str) -> str | None:
    base = f"{ROOT}/{module.replace('.', '/')}"
    return next(filter(os.path.isfile, (f"{base}.py", f"{base}/__init__.py")), None)


@cache
def _read(path: str) -> bytes:
    return Path(path).read_bytes()
