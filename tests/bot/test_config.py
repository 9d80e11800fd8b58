"""Settings from the environment and ``.env``."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import Config
from bot.config_problems import variable
from data.engine.address import ServerOptions, parse_url

NAMES = [name.upper() for name in Config.model_fields]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting from outside, and no ``.env`` but the test's."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def config(**given: object) -> Config:
    return Config(**{"discord_token": "a.b.c", **given})  # type: ignore[arg-type]


def test_only_the_token_is_needed() -> None:
    made = config()
    assert made.discord_token.get_secret_value() == "a.b.c"
    assert made.database_url == "sqlite:///var/daeguk.db"
    assert made.database_file == Path("var/daeguk.db")
    assert made.discord_api_base == "https://discord.com/api/v10"
    assert made.ai_workers >= 1
    assert made.challenge_minutes == 15
    assert made.metrics_address is None
    assert (made.finished_days, made.called_off_days, made.left_server_days) == (None, 30, 30)
    assert made.daeguk_cache_dir is None


def test_how_a_server_is_used() -> None:
    assert config().server_options == ServerOptions()
    made = config(database_connections="20", database_statement_seconds="3")
    assert made.server_options == ServerOptions(connections=20, statement_seconds=3)


def test_a_user_without_a_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.config.data_folder", lambda: None)
    with pytest.raises(ValidationError, match="this user has no home directory"):
        config()
    assert config(database_url="sqlite:////srv/daeguk.db").database_file == Path("/srv/daeguk.db")


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("sqlite:///var/daeguk.db", "var/daeguk.db"),
        ("sqlite+aiosqlite:///var/daeguk.db", "var/daeguk.db"),
        ("sqlite+aiosqlite:////srv/daeguk.db", "/srv/daeguk.db"),
        ("sqlite:////srv/my%20games%3F.db", "/srv/my games?.db"),
        ("sqlite+aiosqlite:////srv/daeguk.db?timeout=9", "/srv/daeguk.db"),
        ("postgresql://daeguk@db/daeguk", None),
    ],
)
def test_the_file_of_an_address_is_the_one_that_is_opened(address: str, file: str | None) -> None:
    made = config(database_url=address).database_file
    assert made == (None if file is None else Path(file))


def test_the_cache_folder() -> None:
    assert config(daeguk_cache_dir="/var/cache/daeguk").daeguk_cache_dir == Path("/var/cache/daeguk")


@pytest.mark.parametrize("blank", ["", "  "])
def test_an_empty_value_is_the_default(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, blank)
    assert config() == Config(_env_file=None, discord_token="a.b.c")  # type: ignore[arg-type, call-arg]
    assert config().ai_workers >= 1


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({"METRICS_ADDRESS": "0.0.0.0:9100"}, ("0.0.0.0", 9100)),
        ({"METRICS_ADDRESS": "[::1]:9100"}, ("::1", 9100)),
        ({"METRICS_PORT": "9100"}, ("127.0.0.1", 9100)),
        ({"METRICS_PORT": "9100", "METRICS_ADDRESS": "10.0.0.1:9200"}, ("10.0.0.1", 9200)),
    ],
)
def test_where_the_metrics_are(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], address: tuple[str, int]
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert config().metrics_address == address


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "from.the.environment")
    monkeypatch.setenv("AI_WORKERS", "3")
    made = Config()  # type: ignore[call-arg]
    assert made.discord_token.get_secret_value() == "from.the.environment"
    assert made.ai_workers == 3


def test_a_dotenv_file_is_read_and_the_environment_goes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Path(tmp_path, ".env").write_text(
        "DISCORD_TOKEN=a.b.c\nLOG_FORMAT=json  # or console\nLOG_LEVEL=ERROR\nOTHER=1\n"
    )
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    made = Config()  # type: ignore[call-arg]
    assert (made.log_format, made.log_level) == ("json", "DEBUG")


def test_the_example_names_every_setting_an_admin_needs() -> None:
    example = Path(__file__).parents[2].joinpath(".env.example").read_text()
    names = [variable(name, field) for name, field in Config.model_fields.items()]
    missing = [name for name in names if f"{name}=" not in example]
    assert missing == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("discord_token", ""),
        ("discord_token", "   "),
        ("ai_workers", "0"),
        ("ai_workers", "many"),
        ("challenge_minutes", "0"),
        ("log_level", "LOUD"),
        ("log_format", "xml"),
        ("metrics_port", "70000"),
        ("metrics_address", "9100"),
        ("metrics_address", "127.0.0.1"),
        ("metrics_address", "127.0.0.1:0"),
        ("metrics_address", "127.0.0.1:port"),
        ("metrics_address", "http://127.0.0.1:9100"),
        ("finished_days", "0"),
        ("database_connections", "0"),
        ("database_connections", "many"),
        ("database_statement_seconds", "0"),
        ("discord_api_base", "https://discord.com/api/v9"),
        ("discord_api_base", "ftp://discord.com/api/v10"),
    ],
)
def test_wrong_settings_are_refused_without_being_repeated(name: str, value: str) -> None:
    with pytest.raises(ValidationError) as refused:
        config(**{name: value})
    assert [problem["loc"][0] for problem in refused.value.errors()] == [name]
    assert not value.strip() or value not in str(refused.value)


def test_the_token_is_trimmed_as_discord_py_trims_it() -> None:
    assert config(discord_token=" a.b.c\n").discord_token.get_secret_value() == "a.b.c"


def test_the_address_of_the_server_itself() -> None:
    by, direct = "postgresql://a:one@pool/d", "postgresql://a:tw%40@server/d"
    made = config(database_url=by, database_direct_url=direct)
    assert (made.server_options.has_sessions, config(database_url=by).server_options.has_sessions) == (
        False,
        True,
    )
    assert made.secrets == ["a.b.c", "one", "tw%40", "tw@"]
    with pytest.raises(ValidationError, match="no address of a PostgreSQL server"):
        config(database_direct_url="sqlite:///var/daeguk.db")


def test_settings_hide_their_secrets_and_are_frozen() -> None:
    made = config(discord_token="a.b.secret")
    assert "secret" not in repr(made)
    assert "secret" not in str(made.model_dump())
    with pytest.raises(ValidationError):
        made.ai_workers = 2


@pytest.mark.parametrize(
    ("url", "secrets"),
    [
        ("sqlite:///var/daeguk.db", ["a.b.c"]),
        ("postgresql+asyncpg://daeguk:pass%40word@db/daeguk", ["a.b.c", "pass%40word", "pass@word"]),
        ("postgresql+asyncpg://daeguk@db/daeguk", ["a.b.c"]),
        ("postgresql://[broken", ["a.b.c"]),
    ],
)
def test_what_must_not_be_told(url: str, secrets: list[str]) -> None:
    assert config(database_url=url).secrets == secrets


def test_the_scheme_that_hosting_services_write() -> None:
    address = "postgres://daeguk:postgres@db/daeguk"
    assert config(database_url=address).database_url == "postgresql://daeguk:postgres@db/daeguk"
    made = config(database_url="postgresql://pool/d", database_direct_url="postgres://server/d")
    assert made.database_direct_url == "postgresql://server/d"
    assert parse_url("postgres://db/daeguk").get_backend_name() == "postgresql"


def test_the_databases_file() -> None:
    assert config(database_url="postgresql+asyncpg://db/daeguk").database_file is None


def test_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game has a variable, and another word makes it one more; an empty one is none."""
    monkeypatch.setenv("ENGINES__GO", "GNU Go: gnugo --mode gtp")
    monkeypatch.setenv("ENGINES__GO_KATAGO", "KataGo (5 s): katago gtp -model '/opt/my model'")
    monkeypatch.setenv("ENGINES__GOMOKU", " ")
    Path(".env").write_text("ENGINES__OTHELLO=Edax: edax -gtp\nENGINES__GO=x\n")
    edax, (gnu, kata) = config().engines[-1], config().engines[:-1]
    assert (edax.slug, edax.name, edax.command) == ("othello", "Edax", ("edax", "-gtp"))
    assert (gnu.slug, gnu.name, gnu.seconds) == ("go", "GNU Go", 10.0)
    assert (kata.slug, kata.seconds, kata.command[-1]) == ("go", 5.0, "/opt/my model")
