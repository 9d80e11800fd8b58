"""Every setting is documented, and as it is."""

from __future__ import annotations

from pathlib import Path

from bot.cli.settings_table import markdown, plain
from bot.config import Config
from bot.config_problems import variable

ROOT = Path(__file__).parents[3]
NAMES = {variable(name, field) for name, field in Config.model_fields.items()}


def test_the_table_in_the_docs_is_that_of_the_settings() -> None:
    document = (ROOT / "docs" / "REFERENCE.md").read_text()
    assert markdown() in document, f"put this table into docs/REFERENCE.md:\n{markdown()}"


def test_the_help_has_every_setting_with_its_default_here() -> None:
    text = "\n".join(plain())
    assert {line.split()[0] for line in text.splitlines()[1:] if line[2:3].strip()} == NAMES
    assert "Default: sqlite:///var/daeguk.db." in " ".join(text.split())
    assert "Default: frozenset" not in text, "a list without an item is none"
    assert max(map(len, text.splitlines())) <= 102
