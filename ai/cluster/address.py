"""Where a Dask scheduler is, and why it cannot be used.

Whoever reaches a Dask scheduler without TLS runs programs on its workers, and Dask unpickles what it
receives. So an address without TLS is used on this machine only.
"""

from __future__ import annotations

import asyncio
import importlib.util
import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """A scheduler, ``tls://HOST:PORT`` or on loopback ``tcp://HOST:PORT``, and this program's certificate."""

    scheduler: str | None
    authority: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    @property
    def is_encrypted(self) -> bool:
        """Whether the scheduler's address has TLS."""
        return (self.scheduler or "").startswith("tls://")

    def problem(self) -> str | None:
        """Why the settings cannot be used, in a sentence; None if they can. Asks nobody."""
        if importlib.util.find_spec("distributed") is None:
            return "AI_EXECUTOR=dask needs the package distributed: install daeguk[dask]."
        if not self.scheduler:
            return "AI_EXECUTOR=dask needs DASK_SCHEDULER, such as tls://10.0.0.2:8786."
        if host_and_port(self.scheduler) is None:
            return f"DASK_SCHEDULER {self.scheduler} is not of the form tls://HOST:PORT."
        if self.is_encrypted:
            return self._certificate_problem()
        if not is_loopback(self.scheduler):
            return (
                f"DASK_SCHEDULER {self.scheduler} is on another machine and has no TLS, without which "
                "anybody in between could run programs here: use tls://."
            )
        return None

    def context(self) -> ssl.SSLContext:
        """What a connection with TLS needs. Raises OSError, of which `ssl.SSLError` is one."""
        assert self.authority and self.certificate and self.key
        context = ssl.create_default_context(cafile=self.authority)
        context.check_hostname = False  # like Dask: the authority signs for this cluster only
        context.load_cert_chain(self.certificate, self.key)
        return context

    def _certificate_problem(self) -> str | None:
        files = {"DASK_CA": self.authority, "DASK_CERTIFICATE": self.certificate, "DASK_KEY": self.key}
        missing = [part for part, given in files.items() if given is None]
        if missing:
            return f"DASK_SCHEDULER {self.scheduler} needs {' and '.join(missing)}."
        for name, file in files.items():
            try:
                assert file is not None
                file.read_bytes()
            except OSError as error:
                return f"{name} {file} cannot be read: {error.strerror}."
        try:
            self.context()
        except OSError as error:
            reason = error.strerror or str(error)
            return f"DASK_CA, DASK_CERTIFICATE and DASK_KEY are no certificates that fit together: {reason}."
        return None


def host_and_port(address: str) -> tuple[str, int] | None:
    """The parts of an address such as ``tls://HOST:PORT``; None if it has another form."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in ("tls", "tcp") or not host or not port or parts.path or "@" in parts.netloc:
        return None
    return host, port


def is_loopback(address: str) -> bool:
    """Whether nobody outside of this machine reaches an address."""
    endpoint = host_and_port(address)
    if endpoint is None:
        return False
    if endpoint[0] == "localhost":
        return True
    try:
        return ipaddress.ip_address(endpoint[0]).is_loopback
    except ValueError:
        return False


async def reach(address: ClusterAddress) -> str | None:
    """Why no scheduler can be reached, in a sentence; None if something there speaks first, as Dask does."""
    endpoint = host_and_port(address.scheduler or "")
    assert endpoint is not None
    at = f"at {address.scheduler}"
    context = address.context() if address.is_encrypted else None
    try:
        async with asyncio.timeout(_SECONDS):
            reader, writer = await asyncio.open_connection(*endpoint, ssl=context)
            try:
                first = await reader.read(1)  # a refusal of the certificate comes after the handshake
            finally:
                writer.close()
    except ssl.SSLCertVerificationError as error:
        return f"The certificate of the Dask scheduler {at} is not of DASK_CA: {error.verify_message}."
    except ssl.SSLError as error:
        return f"The Dask scheduler {at} refuses DASK_CERTIFICATE, or has no TLS: {error.reason}."
    except TimeoutError:
        return f"No Dask scheduler answers {at} within {_SECONDS:.0f} s."
    except OSError as error:
        return f"No Dask scheduler can be reached {at}: {error.strerror or error}."
    return None if first else f"The program {at} ends the connection: it is no Dask scheduler."
