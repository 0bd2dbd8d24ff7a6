"""Cached responses of public lists, empty in all replicas after a change."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import ClassVar

import orjson
from fastapi import Request, Response
from fastapi.encoders import jsonable_encoder
from fastapi.routing import APIRoute
from nats.aio.msg import Msg
from pydantic import BaseModel
from starlette.types import Scope

from chassis.runtime import AnyRuntime, AnySession

URLS = 2000
Cached = tuple[float, str, bytes]  # until when, ETag, body


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
        self._cached: dict[str, Cached] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self.drops = 0
        CachedBytes.by_name[name] = self

    def drop(self) -> None:
        """Empty the cache of this process."""
        self.drops += 1
        self._cached.clear()

    def drop_after_commit(self, db: AnySession) -> None:
        """Once `db` is committed, empty the cache here, and by NATS in the other replicas; without NATS it expires."""
        db.after_commit(self.drop)
        db.after_commit(self._broadcast, db.runtime)

    def _broadcast(self, runtime: AnyRuntime) -> None:
        if runtime.bus.is_up:
            runtime.background(runtime.bus.client.publish(f"caches.{runtime.name}", self.name.encode()))

    @classmethod
    async def listen(cls, runtime: AnyRuntime) -> None:
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
        cached = self._fresh(key)
        if cached is None:
            async with self._locks.setdefault(key, asyncio.Lock()):
                cached = self._fresh(key) or await self._produce(key, produce)
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
        cached = cache._fresh(key)
        return cache._response(Request(scope), cached, media_type, control) if cached else None

    def _response(self, request: Request, cached: Cached, media_type: str, control: str) -> Response:
        _, etag, body = cached
        headers = {"ETag": etag, "Cache-Control": control}
        if request.headers.get("if-none-match") == etag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=media_type, headers=headers)

    def _fresh(self, key: str) -> Cached | None:
        cached = self._cached.get(key)
        return cached if cached and cached[0] > monotonic() else None

    async def _produce(self, key: str, produce: Callable[[], Awaitable[object]]) -> Cached:
        drops = self.drops
        try:
            value = await produce()
        finally:
            # Who waits holds this lock; a key of nothing must not stay in memory.
            self._locks.pop(key, None)
        if isinstance(value, BaseModel):
            value = value.model_dump_json(by_alias=True).encode()
        body = value if isinstance(value, bytes) else orjson.dumps(value, default=jsonable_encoder)
        cached = monotonic() + self._seconds, f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"', body
        if len(self._cached) >= self._size:
            self._cached.clear()
        self._cached[key] = cached
        if drops != self.drops:
            # Read before a change and stored after it.
            self._cached.clear()
        return cached


class CachedRoute(APIRoute):
    """A route whose cached answers depend on nothing but the URL."""
