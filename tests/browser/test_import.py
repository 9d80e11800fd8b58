"""`/record import` in the browser: a file is chosen, read, and reviewed, on a phone as on a desktop."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER
JUDGED_MS = 120_000
"""How long a match of three moves may take to be judged while kernels are compiled."""
GAMES = "(;GM[1]SZ[9]RU[Korean]KM[6.5]PB[Ana]PW[Ben];B[ee];W[cc];B[gc])\n(;GM[2]SZ[8];B[dc];W[ce];B[aa])\n"


@pytest.mark.parametrize(
    ("person", "channel", "command", "imported", "width", "height"),
    [
        ("민지", "바둑과-오목", "/기보 불러오기 ", "기보 2개", 390, 844),
        pytest.param(
            *("Alice", "games", "/record import ", "Imported 2 games", 1280, 800), marks=pytest.mark.soak
        ),
    ],
)
async def test_a_file_is_read_and_reviewed(
    server: Server,
    opened: Open,
    tmp_path: Path,
    person: str,
    channel: str,
    command: str,
    imported: str,
    width: int,
    height: int,
) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(GAMES)
    window = await opened(server, person, channel, width=width, height=height)
    await window.types(command)
    await window.page.locator('[data-testid="picker-option"][data-option="file"]').click()
    await window.page.get_by_test_id("option-file").set_input_files(str(file))
    await expect(window.page.get_by_test_id("option-pill").locator("input").first).to_have_value("games.sgf")
    await window.page.keyboard.press("Enter")
    await window.receives(imported, "a1")  # and why the second one ends
    await window.ephemeral_reply.get_by_role("combobox").click()
    await window.page.get_by_test_id("select-options").get_by_role("option").first.click()
    await expect(window.ephemeral_reply.locator("img").first).to_be_visible()
    judged = re.compile(
        "The analysis found|Turning points|Costliest moves|Nothing costly"
        "|분석에서|승부처|손해가 큰 수|큰 실수는"
    )
    await expect(window.ephemeral_reply).to_contain_text(judged, timeout=JUDGED_MS)
    assert not window.problems


@pytest.mark.parametrize(("width", "height"), [(360, 780), pytest.param(1280, 800, marks=pytest.mark.soak)])
async def test_a_file_is_uploaded_in_the_form(
    server: Server, opened: Open, tmp_path: Path, width: int, height: int
) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(GAMES)
    window = await opened(server, "Bob", "games", width=width, height=height)
    await window.types("/record import ")
    await window.page.keyboard.press("Enter")
    form = window.page.get_by_test_id("modal")
    await form.locator("input[type=file]").set_input_files(str(file))
    await form.get_by_test_id("modal-submit").click()
    await window.receives("Imported 2 games", "a1")
    assert not window.problems
