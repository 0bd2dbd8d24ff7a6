"""HTTP details: the client's address, the HTTP client for other companies, and cached responses."""

import asyncio
import hashlib
import ipaddress
from collections.abc import Awaitable, Callable
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Annotated, ClassVar

import httpx2
import orjson
from fastapi import Depends, Request, Response
from fastapi.encoders import jsonable_encoder
from fastapi.responses import RedirectResponse
from fastapi.routing import APIRoute
from nats.aio.msg import Msg
from persistence.session import after_commit
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.types import Scope

from chassis.database import runtime_of

if TYPE_CHECKING:
    from chassis.app import Runtime

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

    `await cache.answer(request, key, produce)` runs one producer at a time for each key; `drop_after_commit()` empties
    the caches of this name in all replicas. Only for responses that are the same for every caller. Where `CachedRoute`
    is the class of a router's routes, a URL that was answered before is answered before the framework sees it.
    """

    by_name: ClassVar[dict[str, "CachedBytes"]] = {}
    # By path and query: the cache, its key, media type, cache control, and the route for metrics and logs.
    by_url: ClassVar[dict[tuple[str, bytes], tuple["CachedBytes", str, str, str, APIRoute]]] = {}

    def __init__(self, name: str, *, seconds: float = 2.0, size: int = 500) -> None:
        self.name, self._seconds, self._size = name, seconds, size
        self._cached: dict[str, tuple[float, str, bytes]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self.drops = 0
        CachedBytes.by_name[name] = self

    def drop(self) -> None:
        """Empty the cache of this process."""
        self.drops += 1
        self._cached.clear()

    def drop_after_commit(self, db: AsyncSession) -> None:
        """Once `db` is committed, empty the cache here, and by NATS in the other replicas; without NATS it expires."""
        after_commit(db, self.drop)
        after_commit(db, self._broadcast, runtime_of(db))

    def _broadcast(self, runtime: "Runtime") -> None:
        if runtime.bus.is_up:
            runtime.background(runtime.bus.client.publish(f"caches.{runtime.name}", self.name.encode()))

    @classmethod
    async def listen(cls, runtime: "Runtime") -> None:
        """Drop the caches that other replicas name."""

        async def drop(message: Msg) -> None:
            if cache := cls.by_name.get(message.data.decode()):
                cache.drop()

        await runtime.bus.client.subscribe(f"caches.{runtime.name}", cb=drop)

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
                    drops = self.drops
                    try:
                        cached = self._store(key, await produce())
                        if drops != self.drops:
                            # Read before a change and stored after it.
                            self._cached.clear()
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


def redirect_browser(request: Request, page: str) -> Response | None:
    """Redirect a browser that followed a link of an email to `page`; None for other clients, which get JSON."""
    is_browser = "text/html" in request.headers.get("accept", "")
    return RedirectResponse(page, status_code=303) if is_browser else None
