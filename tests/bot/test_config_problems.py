"""What people read about wrong settings, and about names that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Config
from bot.config_problems import ConfigWrong, idle_settings, load_config, unknown_names

ADDRESS = "Allowed: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."
ENGINE = "Allowed: COMMAND, NAME: COMMAND or NAME (SECONDS s): COMMAND."


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting from outside but the token."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("AI_WORKERS", "many", "AI_WORKERS: 'many' is not a whole number. Allowed: 1 to 64."),
        ("AI_WORKERS", "65", "AI_WORKERS: '65' is too large. Allowed: 1 to 64."),
        ("CHALLENGE_MINUTES", "0", "CHALLENGE_MINUTES: '0' is too small. Allowed: 1 to 10080."),
        (
            "READ_MESSAGES",
            "maybe",
            "READ_MESSAGES: 'maybe' is neither true nor false. Allowed: true or false.",
        ),
        ("LOG_FORMAT", "xml", "LOG_FORMAT: 'xml' is not among the values. Allowed: console or json."),
        ("METRICS_ADDRESS", "9100", "METRICS_ADDRESS: '9100' is not of this form. Allowed: HOST:PORT."),
        ("METRICS_ADDRESS", "::1:x", "METRICS_ADDRESS: '::1:x' is not of this form. Allowed: HOST:PORT."),
        ("METRICS_ADDRESS", "a:99999", "METRICS_ADDRESS: 'a:99999' is not of this form. Allowed: HOST:PORT."),
        ("ENGINES__GO", "gnugo 'x", f"ENGINES__GO has a quotation mark without its other. {ENGINE}"),
        (
            "ENGINES__CHESS",
            "stockfish",
            "ENGINES__CHESS names no game that engines can play: there are ENGINES__GO, ENGINES__GOMOKU, "
            f"ENGINES__OTHELLO. {ENGINE}",
        ),
        ("ENGINES", "gnugo", f"ENGINES names no game: write ENGINES__GO. {ENGINE}"),
        (
            "DISCORD_API_BASE",
            "ftp://host",
            "DISCORD_API_BASE: 'ftp://host' is not of this form. Allowed: a URL that ends with /v10.",
        ),
        (
            "DATABASE_URL",
            "mysql://anna:secret@host/daeguk",
            f"DATABASE_URL is of mysql, but matches are kept in SQLite or PostgreSQL. {ADDRESS}",
        ),
        ("DATABASE_URL", "/var/lib/secret.db", f"DATABASE_URL is no address of a database. {ADDRESS}"),
        (
            "DATABASE_URL",
            "sqlite://",
            f"DATABASE_URL names no file, and a database in memory would forget every match. {ADDRESS}",
        ),
        (
            "DATABASE_URL",
            "sqlite://var/daeguk.db",
            "DATABASE_URL has two slashes: a file in this folder has three before its name, an absolute path "
            f"has four. {ADDRESS}",
        ),
        (
            "DATABASE_URL",
            "sqlite:///~/daeguk.db",
            f"DATABASE_URL begins with ~, which is no home directory there. {ADDRESS}",
        ),
        (
            "DATABASE_DIRECT_URL",
            "mysql://anna:secret@host/daeguk",
            "DATABASE_DIRECT_URL is no address of a PostgreSQL server. Allowed: "
            "postgresql://USER:PASSWORD@HOST/NAME.",
        ),
        (
            "DATABASE_DIRECT_URL",
            "postgresql:/host",
            "DATABASE_DIRECT_URL is no address of a PostgreSQL server. Allowed: "
            "postgresql://USER:PASSWORD@HOST/NAME.",
        ),
    ],
)
def test_a_wrong_setting_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigWrong) as wrong:
        load_config()
    assert str(wrong.value) == sentence


def test_a_user_without_a_home_directory_reads_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.config.data_folder", lambda: None)
    with pytest.raises(ConfigWrong) as wrong:
        load_config()
    assert str(wrong.value) == (
        "DATABASE_URL names no file, and this user has no home directory for one. "
        "Allowed: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."
    )


def test_all_wrong_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("AI_WORKERS", "0")
    with pytest.raises(ConfigWrong) as wrong:
        load_config()
    lines = str(wrong.value).splitlines()
    assert [line.split()[0] for line in lines] == ["DISCORD_TOKEN", "AI_WORKERS:"]
    assert load_config(discord_token="given", ai_workers="2").ai_workers == 2


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("AI_WORKER", "AI_WORKERS"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("metrics_addres", "METRICS_ADDRESS"),
    ],
)
def test_a_name_that_is_nearly_a_setting(monkeypatch: pytest.MonkeyPatch, name: str, meant: str) -> None:
    before = unknown_names()
    monkeypatch.setenv(name, "1")
    (line,) = set(unknown_names()) - set(before)
    assert line == f"{name.upper()} in the environment is not a setting: do you mean {meant}?"


def test_names_in_dotenv_and_with_our_prefix() -> None:
    before = unknown_names()
    Path(".env").write_text("DAEGUK_PORT=1\nAI_WORKER=2\nPOSTGRES_PASSWORD=3\nLOG_LEVEL=INFO\n")
    assert [line for line in unknown_names() if line not in before] == [
        "AI_WORKER in .env is not a setting: do you mean AI_WORKERS?",
        "DAEGUK_PORT in .env is not a setting.",
    ]


def test_names_of_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Those of other programs in the same folder are theirs."""
    for name in ("discord_tokn", "postgres_password"):
        (tmp_path / name).write_text("a.b.secret")
    before = unknown_names()
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert [line for line in unknown_names() if line not in before] == [
        f"DISCORD_TOKN in {tmp_path} is not a setting: do you mean DISCORD_TOKEN?"
    ]


@pytest.mark.parametrize("content", [b"LOG_LEVEL=\xff", b"\xff\xfeL\x00"])
def test_a_dotenv_file_that_is_not_of_utf_8(content: bytes) -> None:
    Path(".env").write_bytes(content)
    with pytest.raises(ConfigWrong, match=r"^\.env cannot be read: it is not UTF-8$"):
        load_config()


def test_a_dotenv_file_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", read)
    with pytest.raises(ConfigWrong, match=r"^\.env cannot be read: Permission denied$"):
        load_config()


def test_a_folder_is_no_dotenv_file() -> None:
    Path(".env").mkdir()
    assert load_config().log_level == "INFO"


def test_a_dotenv_file_by_a_program_that_marks_its_beginning() -> None:
    """Such as Windows' Notepad."""
    Path(".env").write_text("LOG_LEVEL=DEBUG\n", encoding="utf-8-sig")
    assert load_config().log_level == "DEBUG"
    assert not [line for line in unknown_names() if ".env" in line]


@pytest.mark.parametrize("name", ["LANGUAGE", "LOGNAME", "DATABASE", "XDG_CACHE_HOME", "TOKEN", "WORKERS"])
def test_names_of_others(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "1")
    assert not [line for line in unknown_names() if line.startswith(f"{name} ")]


@pytest.mark.parametrize(
    ("name", "value", "beside", "sentence"),
    [
        *(
            (name, value, "AI_EXECUTOR=dask", f"{name} has no effect without AI_EXECUTOR=dask.")
            for name, value in (
                ("DASK_SCHEDULER", "tls://10.0.0.2:8786"),
                ("DASK_CA", "ca.pem"),
                ("DASK_CERTIFICATE", "daeguk.pem"),
                ("DASK_KEY", "daeguk.key"),
            )
        ),
        *(
            (
                name,
                value,
                "DATABASE_URL=postgresql://host/daeguk",
                f"{name} has no effect unless DATABASE_URL names a PostgreSQL server.",
            )
            for name, value in (
                ("DATABASE_CONNECTIONS", "20"),
                ("DATABASE_STATEMENT_SECONDS", "30"),
                ("DATABASE_DIRECT_URL", "postgresql://host/daeguk"),
            )
        ),
    ],
)
def test_a_setting_that_has_no_effect(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, beside: str, sentence: str
) -> None:
    assert idle_settings(load_config()) == []
    monkeypatch.setenv(name, value)
    assert idle_settings(load_config()) == [sentence]
    monkeypatch.setenv(*beside.split("="))
    assert idle_settings(load_config()) == []
    monkeypatch.setenv(name, "")
    monkeypatch.delenv(beside.partition("=")[0])
    assert idle_settings(load_config()) == [], "an empty value is the default"
