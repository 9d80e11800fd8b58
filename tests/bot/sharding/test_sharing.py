"""The database of leases, beside that of matches on the same server."""

from __future__ import annotations

import pytest

from bot.sharding import sharing
from bot.sharding.bot_account import BotAccount
from bot.sharding.sharing import Sharing
from data.engine.address import ServerOptions
from data.errors import StoreFailed


async def test_of_an_outage_only_the_database_of_matches_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[ServerOptions]()

    async def refuse(_: str, options: ServerOptions) -> None:
        opened.append(options)
        raise StoreFailed("there is no server here")

    monkeypatch.setattr(sharing, "open_database", refuse)
    account = BotAccount(5, 1, 1, 1000, 1000, 60.0)
    with pytest.raises(StoreFailed):
        async with Sharing.opened("postgresql://host/daeguk", account, None, lambda: 0.0):
            pass
    assert [options.logs_outages for options in opened] == [False]
