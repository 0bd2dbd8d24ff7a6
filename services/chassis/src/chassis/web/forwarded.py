"""Trust in `X-Forwarded-*` headers: only headers of the configured proxies count.

In Kubernetes the addresses of pods change, so `TRUSTED_PROXIES` names the network of all pods there. `FORWARDED_FROM`
restricts the trust to the gateway: it is the name of a headless Service that resolves to the gateway's pods. A request
from any other pod keeps the address of that pod, whatever headers it brings.
"""

import asyncio
import socket
import time
from typing import Any

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

log = structlog.get_logger()
# Addresses older than this are looked up again in the background.
MAX_AGE_SECONDS = 5.0
# If the sender is not among the addresses, addresses older than this are looked up before the request is handled.
MIN_AGE_SECONDS = 0.5


class NamedPeers:
    """The addresses of a DNS name. While the name cannot be resolved, the last known addresses count."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._addresses: set[str] = set()
        self._looked_up_at = float("-inf")
        self._lookup: asyncio.Task[None] | None = None

    async def includes(self, address: str) -> bool:
        """Return whether the name resolves to this address."""
        age = time.monotonic() - self._looked_up_at
        if address in self._addresses:
            if age > MAX_AGE_SECONDS:
                self._begin_lookup()
            return True
        if age > MIN_AGE_SECONDS:
            await asyncio.shield(self._begin_lookup())
        return address in self._addresses

    def _begin_lookup(self) -> asyncio.Task[None]:
        """Return the running lookup, or start one."""
        if self._lookup is None or self._lookup.done():
            self._lookup = asyncio.create_task(self._look_up())
        return self._lookup

    async def _look_up(self) -> None:
        try:
            records = await asyncio.to_thread(socket.getaddrinfo, self._name, None, type=socket.SOCK_STREAM)
            self._addresses = {str(address[0]) for *_, address in records}
        except OSError as error:
            log.warning("forwarded_from_unresolved", name=self._name, error=str(error))
        self._looked_up_at = time.monotonic()


class ForwardedHeaders:
    """Sets the client of a request from the forwarded headers of a trusted proxy."""

    def __init__(self, app: ASGIApp, trusted_proxies: str, forwarded_from: str = "") -> None:
        self._app = app
        proxy_middleware: Any = ProxyHeadersMiddleware  # its own types of ASGI differ from Starlette's
        self._app_behind_proxy = proxy_middleware(app, trusted_hosts=trusted_proxies)
        self._peers = NamedPeers(forwarded_from) if forwarded_from else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_trusted = self._peers is None or await self._is_sent_by_peer(self._peers, scope)
        app = self._app_behind_proxy if is_trusted else self._app
        await app(scope, receive, send)

    async def _is_sent_by_peer(self, peers: NamedPeers, scope: Scope) -> bool:
        if scope["type"] == "lifespan" or not scope.get("client"):
            return False
        # Without these headers nothing depends on the sender: probes and scrapes cause no lookup.
        if not any(name.startswith(b"x-forwarded-") for name, _ in scope["headers"]):
            return False
        return await peers.includes(scope["client"][0])
