"""HTTP details: the client's address, the HTTP client for other companies, and cached responses."""

import asyncio
import hashlib
import ipaddress
import weakref
from collections.abc import Awaitable, Callable
from functools import lru_cache
from time import monotonic
from typing import Annotated, ClassVar

import httpx2
import orjson
from fastapi import Depends, Request, Response
from fastapi.encoders import jsonable_encoder
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.types import Scope

URLS = 2000
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@lru_cache
def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def _trusted(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(ip in network for network in networks)


async def client_address(request: Request) -> str:
    """The peer that the gateway saw: forwarded headers count only as far as trusted proxies wrote them."""
    networks = _networks(request.app.state.runtime.settings.trusted_proxies)
    address = request.client.host if request.client else "unknown"
    hops = [hop.strip() for hop in request.headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    while hops and _trusted(address, networks):
        address = hops.pop()
    return address[:64]


ClientAddress = Annotated[str, Depends(client_address)]


def external_client(*, timeout: float = 10.0) -> httpx2.AsyncClient:
    """A client for other companies' servers: bounded in time, never following redirects by itself."""
    return httpx2.AsyncClient(timeout=timeout, follow_redirects=False, limits=httpx2.Limits(max_connections=20))


class CachedBytes:
    """Response bodies of a public list, cached for `seconds`, with an ETag (RFC 9110).

    `await cache.answer(request, key, produce)` runs one producer at a time for each key; a change event calls `drop()`.
    Only for responses that are the same for every caller. Each process has its own cache. With `CachedRoute` as the
    class of a router's routes, a URL that was answered before is answered again before the framework sees the request.
    """

    everywhere: ClassVar["weakref.WeakSet[CachedBytes]"] = weakref.WeakSet()
    # By path and query: the cache, its key, media type, cache control, and the route for metrics and logs.
    by_url: ClassVar[dict[tuple[str, bytes], tuple["CachedBytes", str, str, str, APIRoute]]] = {}

    def __init__(self, *, seconds: float = 2.0, size: int = 500) -> None:
        self._seconds, self._size = seconds, size
        self._cached: dict[str, tuple[float, str, bytes]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        CachedBytes.everywhere.add(self)

    def drop(self) -> None:
        """Empty the cache."""
        self._cached.clear()

    async def answer(
        self,
        request: Request,
        key: str,
        produce: Callable[[], Awaitable[object]],
        *,
        media_type: str = "application/json",
        cache_control: str = "public, max-age=0, must-revalidate",
    ) -> Response:
        """The cached body or a fresh one; 304 when the client has it already."""
        cached = self._cached.get(key)
        if cached is None or cached[0] <= monotonic():
            async with self._locks.setdefault(key, asyncio.Lock()):
                cached = self._cached.get(key)
                if cached is None or cached[0] <= monotonic():
                    try:
                        cached = self._store(key, await produce())
                    finally:
                        # Who waits holds this lock; a key of nothing must not stay in memory.
                        self._locks.pop(key, None)
        if isinstance(route := request.scope.get("route"), CachedRoute):
            if len(self.by_url) >= URLS:
                self.by_url.clear()
            url = request.scope["path"], request.scope["query_string"]
            self.by_url[url] = (self, key, media_type, cache_control, route)
        return self._response(request, cached, media_type, cache_control)

    @classmethod
    def find(cls, scope: Scope) -> Response | None:
        """The response to a GET of a URL that a `CachedRoute` answered before, while its body is cached."""
        known = cls.by_url.get((scope["path"], scope["query_string"])) if scope["method"] == "GET" else None
        if known is None:
            return None
        cache, key, media_type, control, scope["route"] = known
        cached = cache._cached.get(key)
        if cached is None or cached[0] <= monotonic():
            return None
        return cache._response(Request(scope), cached, media_type, control)

    def _response(self, request: Request, cached: tuple[float, str, bytes], media_type: str, control: str) -> Response:
        _, etag, body = cached
        headers = {"ETag": etag, "Cache-Control": control}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=media_type, headers=headers)

    def _store(self, key: str, value: object) -> tuple[float, str, bytes]:
        if isinstance(value, BaseModel):
            value = value.model_dump_json(by_alias=True).encode()
        body = value if isinstance(value, bytes) else orjson.dumps(value, default=jsonable_encoder)
        etag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
        if len(self._cached) >= self._size:
            self._cached.clear()
        self._cached[key] = (monotonic() + self._seconds, etag, body)
        return self._cached[key]


class CachedRoute(APIRoute):
    """A route whose cached answers depend on nothing but the URL."""
