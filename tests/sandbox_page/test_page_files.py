"""The page's files without a browser: imports, texts in both languages, nothing from other sites."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "sandbox" / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
FILES = sorted(path for kind in ("*.html", "*.css", "*.js") for path in PAGE.rglob(kind))
HOLES = re.compile(r"\{(\w+)\}")


def _table(name: str) -> dict[str, str]:
    source = (PAGE / "texts.js").read_text(encoding="utf-8")
    body = source.split(f"const {name} = {{", 1)[1].split("\n};", 1)[0]
    return dict(re.findall(r"^  (\w+): '(.*)',$", body, re.MULTILINE))


def test_both_languages_have_the_same_texts() -> None:
    english, korean = _table("EN"), _table("KO")
    assert english.keys() == korean.keys()
    assert english
    for key, sentence in english.items():
        assert set(HOLES.findall(sentence)) == set(HOLES.findall(korean[key])), key


def test_every_text_of_the_scripts_exists() -> None:
    english = _table("EN")
    for script in SCRIPTS:
        for key in re.findall(r"\bt\('(\w+)'", script.read_text(encoding="utf-8")):
            assert key in english, f"{script.name}: {key}"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_imports_exist_and_are_used(script: Path) -> None:
    source = script.read_text(encoding="utf-8")
    for names, file in re.findall(r"^import \{([^}]+)\} from '\./([\w.]+)';$", source, re.MULTILINE):
        exported = set(
            re.findall(
                r"^export (?:async )?(?:function|class|const) (\w+)",
                (PAGE / file).read_text(encoding="utf-8"),
                re.MULTILINE,
            )
        )
        wanted = {name.strip() for name in names.split(",") if name.strip()}
        assert wanted <= exported, f"{script.name} from {file}: {wanted - exported}"
        for name in wanted:
            assert len(re.findall(rf"\b{name}\b", source)) > 1, f"{script.name}: {name} is not used"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_comes_from_outside_and_no_text_becomes_html(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    known = source.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"""(?:src|href|url\(|from|import)\s*[=(]?\s*["'](?:https?:)?//""", known)
    for danger in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert danger not in source


def test_index_names_every_style_and_the_entry() -> None:
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    for sheet in PAGE.glob("*.css"):
        assert f"/page/{sheet.name}" in index
    assert "/page/device.js" in index
