"""Pages of the browser. One that is left is used again: a new page takes twice the processor time."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext, Page

WAIT = 90_000  # milliseconds; long, for busy machines
_FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"
_CONTEXTS = WeakKeyDictionary[Browser, dict[str, BrowserContext]]()
"""The contexts of a browser, by their options."""
_LEFT = WeakKeyDictionary[BrowserContext, list[Page]]()
"""The pages of a context that nobody looks at."""


async def open_page(browser: Browser, width: int, height: int, **options: Any) -> Page:
    """Return an empty page of this size, in CSS pixels; `options` are those of its context."""
    contexts, key = _CONTEXTS.setdefault(browser, {}), repr(sorted(options.items()))
    if key not in contexts:
        contexts[key] = await browser.new_context(**options)
        contexts[key].set_default_timeout(WAIT)
    left = _LEFT.setdefault(contexts[key], [])
    page = left.pop() if left else await contexts[key].new_page()
    if page.viewport_size != {"width": width, "height": height}:
        await page.set_viewport_size({"width": width, "height": height})
    return page


async def leave_page(page: Page) -> None:
    """Empty a page for the next test: no routes, nothing stored, no mouse above it."""
    await page.unroute_all(behavior="ignoreErrors")
    await page.evaluate(_FORGET)
    await page.mouse.move(0, 0)
    await page.goto("about:blank")
    _LEFT[page.context].append(page)
