"""The bot's settings, read once from the environment and ``.env``.

``.env.example`` and a table of ``docs/REFERENCE.md`` document them; `bot.cli.settings_table` writes it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from ai.cluster.address import ClusterAddress
from ai.external.engine import GAMES_WITH_PROTOCOL, SECRETS, ExternalEngine, check_distinct
from bot.blocked import Blocked
from daeguk.installation import data_folder
from data.engine.address import (
    ServerOptions,
    address_problem,
    parse_url,
    sqlite_file,
    with_known_scheme,
)
from data.leases.wanted import WantedShards


@dataclass(frozen=True, slots=True)
class Described:
    """What documents say about a setting where its type does not."""

    allowed: str
    """The allowed values."""
    default: str | None = None
    """The default, in Markdown, if it differs between machines."""
    variable: str | None = None
    """The variable, if it is not the field's name in capitals."""


@dataclass(frozen=True, slots=True)
class KeptDays:
    """For how many days things are kept."""

    finished: int | None = None
    """Matches played to an end; None for ever."""
    analyses: int = 90
    """The engines' verdicts on the moves of finished matches. Whoever opens a review has them found again."""
    called_off: int = 30
    """Matches that were aborted, and challenges that were not accepted."""
    left_server: int = 30
    """Settings of, and matches in, servers that the bot is not in anymore."""


KEPT = KeptDays()


def _trimmed(value: object) -> object:
    return value.strip() if isinstance(value, str) else value


class Address(NamedTuple):
    """Where a server listens."""

    host: str
    port: int


def _address(value: object) -> object:
    """The address that ``host:port`` names. Raises ValueError."""
    if not isinstance(value, str):
        return value
    try:
        parts = urlsplit(f"//{value.strip()}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or "@" in value or "/" in value:
        raise ValueError("is not of this form")
    return Address(host, port)


def _shards(value: object) -> object:
    """The shards that a text names. Raises ValueError."""
    return WantedShards.read(value) if isinstance(value, str) else value


def _ids(value: object) -> object:
    """The ids that a text lists, with commas or spaces between them. Raises ValueError."""
    if not isinstance(value, str):
        return value
    parts = value.replace(",", " ").split()
    # The ids of Discord's first days have 15 digits, and 64 bits at most 20.
    if not all(part.isascii() and part.isdecimal() and 15 <= len(part) <= 20 for part in parts):
        raise ValueError("is no list of Discord's ids")
    return frozenset(map(int, parts))


Ids = Annotated[
    frozenset[int], NoDecode, BeforeValidator(_ids), Described("ids with commas between them", "none")
]
"""Discord's ids of people or servers."""


def _engines(value: object) -> object:
    """Read the engines, by the rest of their variables' names: ``{"go": "gnugo …"}``. Raises ValueError."""
    if isinstance(value, str):
        raise ValueError("ENGINES names no game: write ENGINES__GO")
    if not isinstance(value, dict):
        return value
    engines = tuple(_engine(name, text) for name, text in sorted(value.items()) if text.strip())
    try:
        check_distinct(engines)
    except ValueError as error:
        raise ValueError(f"ENGINES__… {error}") from None
    return engines


def _engine(name: str, text: str) -> ExternalEngine:
    variable, slug = f"ENGINES__{name.upper()}", name.partition("_")[0]
    if slug not in GAMES_WITH_PROTOCOL:
        games = ", ".join(f"ENGINES__{playable.upper()}" for playable in GAMES_WITH_PROTOCOL)
        raise ValueError(f"{variable} names no game that engines can play: there are {games}")
    try:
        return ExternalEngine.read(slug, text)
    except ValueError as error:
        raise ValueError(f"{variable} {error}") from None


def _database_url() -> str:
    """The default; empty for a user without a home directory."""
    folder = data_folder()
    return f"sqlite:///{folder / 'daeguk.db'}" if folder else ""


def secret_folders() -> tuple[Path, ...]:
    """The folders in which a container's engine and systemd (LoadCredential) put a file for each secret."""
    names = filter(None, ("/run/secrets", os.environ.get("CREDENTIALS_DIRECTORY")))
    folders = map(Path, names)
    return tuple(folder for folder in folders if folder.is_dir() and os.access(folder, os.R_OK | os.X_OK))


def secret_files() -> list[Path]:
    """The files of secrets whose names are those of settings."""
    names = Config.model_fields
    files = (path for folder in secret_folders() for path in sorted(folder.iterdir()))
    return [path for path in files if path.name.lower() in names and path.is_file()]


def forget_secrets() -> None:
    """Take the secrets out of the environment once the settings are read: started processes inherit it."""
    for name in list(os.environ):
        if name.upper() in SECRETS:
            del os.environ[name]


class Config(BaseSettings):
    """Settings of one bot process."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",  # with or without a mark at the beginning
        env_nested_delimiter="__",
        frozen=True,
        extra="ignore",
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
        secrets_dir=secret_folders(),
    )

    discord_token: Annotated[
        SecretStr, BeforeValidator(_trimmed), Described("three parts with dots between them")
    ]
    """The bot's token from Discord's developer portal."""
    database_url: Annotated[
        str,
        BeforeValidator(_trimmed),
        Described(
            "`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`",
            "a file, see [The database](OPERATE.md#the-database)",
        ),
    ] = Field(default_factory=_database_url, validate_default=True)
    """Where matches are stored, as an SQLAlchemy URL."""
    database_connections: int = Field(default=8, ge=2, le=100)
    """The most connections to a PostgreSQL server; half of them are for changes."""
    database_statement_seconds: int = Field(default=10, ge=1, le=3600)
    """Seconds that a statement may take on a PostgreSQL server."""
    database_direct_url: Annotated[
        str | None, BeforeValidator(_trimmed), Described("`postgresql://USER:PASSWORD@HOST/NAME`")
    ] = None
    """The address of the server itself, if DATABASE_URL leads to PgBouncer in transaction mode."""
    shards: Annotated[
        WantedShards | None,
        NoDecode,
        BeforeValidator(_shards),
        Described("`6`, `0-2/6` or `all/6`", "all, as many as Discord recommends"),
    ] = None
    """The shards of this process, of several on a PostgreSQL server: a fair share of six, or given ones."""
    discord_api_base: Annotated[
        str, StringConstraints(pattern=r"^https?://.+/v10$"), Described("a URL that ends with `/v10`")
    ] = "https://discord.com/api/v10"
    """The base of Discord's REST API; the sandbox's own in the sandbox."""
    ai_workers: Annotated[int, Described("1 to 64", "2, or 1 on a single core")] = Field(
        default=min(2, os.cpu_count() or 1), ge=1, le=64
    )
    """Worker processes for the engines."""
    ai_executor: Literal["local", "dask"] = "local"
    """Where the engines run: on this machine, or on a Dask cluster."""
    dask_scheduler: Annotated[
        str | None, BeforeValidator(_trimmed), Described("`tls://HOST:PORT`, or `tcp://127.0.0.1:PORT`")
    ] = None
    """The scheduler of the Dask cluster."""
    dask_ca: Annotated[Path | None, Described("a file")] = None
    """The certificate of the authority that signed the cluster's certificates."""
    dask_certificate: Annotated[Path | None, Described("a file")] = None
    """The bot's certificate for the Dask cluster."""
    dask_key: Annotated[Path | None, Described("a file")] = None
    """The key of the bot's certificate."""
    engines: Annotated[
        tuple[ExternalEngine, ...],
        NoDecode,
        BeforeValidator(_engines),
        Described("`COMMAND`, `NAME: COMMAND` or `NAME (SECONDS s): COMMAND`", "none", "ENGINES__GO"),
    ] = ()
    """An engine of your own for Go; `ENGINES__GOMOKU` and `ENGINES__OTHELLO` likewise."""
    challenge_minutes: int = Field(default=15, ge=1, le=7 * 24 * 60)
    """Minutes until a challenge expires."""
    finished_days: int | None = Field(default=None, ge=1, le=100 * 365)
    """Days that finished matches are kept; forever without it."""
    analysis_days: int = Field(default=90, ge=7, le=100 * 365)
    """Days that analyses of finished matches are kept; a review that is opened later is analyzed again."""
    called_off_days: int = Field(default=30, ge=1, le=100 * 365)
    """Days that matches called off and unanswered challenges are kept."""
    left_server_days: int = Field(default=30, ge=1, le=100 * 365)
    """Days that data of a server that removed the bot is kept."""
    blocked_users: Ids = frozenset()
    """People who cannot use the bot anywhere."""
    blocked_servers: Ids = frozenset()
    """Servers that the bot leaves, at its start and when it is added."""
    read_messages: Annotated[bool, Described("`true` or `false`", "`false`")] = False
    """Whether plain messages such as `d4` play moves."""
    daeguk_cache_dir: Annotated[
        Path | None,
        Described("a folder that the bot can write", "`$XDG_CACHE_HOME/daeguk`, usually `~/.cache/daeguk`"),
    ] = None
    """Folder for the engines' compiled code; deleting it is safe."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """The least severe log lines that are written."""
    log_format: Literal["console", "json"] = "console"
    """The form of log lines."""
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """The older form of METRICS_ADDRESS: a port on 127.0.0.1."""
    metrics_address: Annotated[
        Address | None, NoDecode, BeforeValidator(_address), Described("`HOST:PORT`")
    ] = Field(default=None, validate_default=True)
    """Where the bot answers /metrics, /healthz and /readyz; nowhere without it."""

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, values: dict[str, Any]) -> dict[str, Any]:
        """An empty value is the default."""
        return {name: value for name, value in values.items() if not isinstance(value, str) or value.strip()}

    @field_validator("database_url")
    @classmethod
    def _named(cls, value: str) -> str:
        if not value:
            raise ValueError("names no file, and this user has no home directory for one")
        if problem := address_problem(value):
            raise ValueError(problem)
        return with_known_scheme(value)

    @field_validator("database_direct_url")
    @classmethod
    def _a_server(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if address_problem(value) or sqlite_file(parse_url(value)) is not None:
            raise ValueError("is no address of a PostgreSQL server")
        return with_known_scheme(value)

    @field_validator("shards")
    @classmethod
    def _of_a_server(cls, value: WantedShards | None, info: ValidationInfo) -> WantedShards | None:
        if value is not None and not info.data.get("database_url", "postgresql").startswith("postgresql"):
            raise ValueError("needs a PostgreSQL server in DATABASE_URL: one process uses an SQLite file")
        return value

    @field_validator("metrics_address")
    @classmethod
    def _address_of_port(cls, value: Address | None, info: ValidationInfo) -> Address | None:
        port = info.data.get("metrics_port")
        return value if value is not None or port is None else Address("127.0.0.1", port)

    @property
    def cluster(self) -> ClusterAddress | None:
        """The Dask cluster, if engines run there."""
        if self.ai_executor == "local":
            return None
        return ClusterAddress(self.dask_scheduler, self.dask_ca, self.dask_certificate, self.dask_key)

    @property
    def blocked(self) -> Blocked:
        """Who cannot use the bot, and where it is not."""
        return Blocked(self.blocked_users, self.blocked_servers)

    @property
    def kept_days(self) -> KeptDays:
        """For how many days things are kept."""
        return KeptDays(self.finished_days, self.analysis_days, self.called_off_days, self.left_server_days)

    @property
    def database_file(self) -> Path | None:
        """The database's file if it is SQLite."""
        return sqlite_file(parse_url(self.database_url))

    @property
    def server_options(self) -> ServerOptions:
        """How a PostgreSQL server is used."""
        return ServerOptions(
            self.database_connections,
            self.database_statement_seconds,
            has_sessions=self.database_direct_url is None,
        )

    @property
    def secrets(self) -> list[str]:
        """What must not be logged: the token, and the database's passwords in both spellings."""
        values = [self.discord_token.get_secret_value()]
        for address in (self.database_url, self.database_direct_url or ""):
            try:
                password = urlsplit(address).password or ""
            except ValueError:
                password = ""  # SQLAlchemy takes more for an address: the server is not found then
            values += [password, unquote(password)]
        return list(dict.fromkeys(filter(None, values)))
