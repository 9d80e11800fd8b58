"""The sandbox's page itself: a reader at the end of a channel stays there."""

from __future__ import annotations

from .conftest import BROWSER, Open
from .server import Server

pytestmark = BROWSER

_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_TALLER = "() => { document.getElementById('messages').lastElementChild.style.paddingBottom = '400px'; }"
_SHORTER_AND_TALLER_AGAIN = """() => {
  const last = document.getElementById('messages').lastElementChild;
  last.style.paddingBottom = '0px';
  document.getElementById('jump').click();
  last.style.paddingBottom = '400px';
}"""
_FROM_THE_END = """() => {
  const { scrollTop, scrollHeight, clientHeight } = document.getElementById('scroller');
  return scrollHeight - scrollTop - clientHeight;
}"""


async def test_a_list_that_shrinks_and_grows_within_a_frame_stays_at_its_end(
    server: Server, opened: Open
) -> None:
    alice = await opened(server, "Alice", "games")
    await alice.begins("/play othello level:1 side:first")
    for change in (_TALLER, _SHORTER_AND_TALLER_AGAIN):
        await alice.page.evaluate(change)
        await alice.page.evaluate(_FRAMES)
        await alice.page.evaluate(_FRAMES)
        assert await alice.page.evaluate(_FROM_THE_END) <= 1
