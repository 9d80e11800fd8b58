"""Connects to a Dask scheduler. The only module of the bot that imports distributed."""

from __future__ import annotations

import contextlib
import logging

from distributed import Client, Security

from ai.cluster.address import ClusterAddress, is_loopback, reach

_SECONDS = 5.0

# distributed writes log lines of its own form, and at import; the watcher logs what matters.
_logger = logging.getLogger("distributed")
_logger.handlers.clear()
_logger.propagate = True
_logger.setLevel(logging.CRITICAL)


class Unreachable(Exception):
    """The scheduler cannot be used; the message is a sentence."""


async def connect(address: ClusterAddress) -> Client:
    """Connect to the scheduler. Raises `Unreachable`."""
    if problem := await reach(address):
        raise Unreachable(problem)
    client = Client(
        address.scheduler,
        asynchronous=True,
        security=_security(address),
        timeout=_SECONDS,
        set_as_default=False,
        name="daeguk",
    )
    try:
        await client
        listens = (
            client.scheduler.address
            if address.is_encrypted
            else (await client.scheduler.identity())["address"]
        )
    except Exception as error:  # whatever the program there answers
        await disconnect(client)
        raise Unreachable(
            f"The program at {address.scheduler} is no usable Dask scheduler: {error}."
        ) from None
    if not address.is_encrypted and not is_loopback(listens):
        await disconnect(client)
        raise Unreachable(
            f"The Dask scheduler listens at {listens} without TLS: start it with --host 127.0.0.1."
        )
    return client


async def disconnect(client: Client) -> None:
    """Close a connection, whatever its state."""
    with contextlib.suppress(Exception):
        await client.close(timeout=1)


def _security(address: ClusterAddress) -> Security:
    if not address.is_encrypted:
        return Security()
    return Security(
        require_encryption=True,
        tls_ca_file=str(address.authority),
        tls_client_cert=str(address.certificate),
        tls_client_key=str(address.key),
    )
