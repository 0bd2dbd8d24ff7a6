"""In-process caches: values with a time to live, and response bodies of public lists."""

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable
from functools import cached_property
from time import monotonic
from typing import ClassVar, Generic, NamedTuple, TypeVar

import orjson
from fastapi import Request, Response
from fastapi.encoders import jsonable_encoder
from fastapi.routing import APIRoute
from nats.aio.msg import Msg
from pydantic import BaseModel
from starlette.types import Scope

from chassis.runtime import AnyRuntime, AnySession
from chassis.web.http import accepts_gzip, client_has_current_version

T = TypeVar("T")
MAX_URLS = 2000
# In bytes. The gateway does not compress smaller bodies either.
MIN_COMPRESSED_BYTES = 1024


class TtlCache(Generic[T]):
    """In-process TTL cache of at most `size` entries. Concurrent callers of one key share one load."""

    def __init__(self, *, seconds: float, size: int = 500) -> None:
        self._seconds = seconds
        self._size = size
        # The time at which each value expires, and the value.
        self._cached: dict[str, tuple[float, T]] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self.drop_count = 0

    def drop(self) -> None:
        """Forget all entries."""
        self.drop_count += 1
        self._cached.clear()

    def get_cached(self, key: str) -> T | None:
        """Return the cached value of a key, otherwise None."""
        entry = self._cached.get(key)
        if entry is None:
            return None
        expires_at, value = entry
        return value if expires_at > monotonic() else None

    async def get(self, key: str, produce: Callable[[], Awaitable[T]]) -> T:
        """Return the cached value, or a newly loaded one."""
        value = self.get_cached(key)
        if value is None:
            async with self._locks.setdefault(key, asyncio.Lock()):
                value = self.get_cached(key)
                if value is None:
                    value = await self._produce(key, produce)
        return value

    async def _produce(self, key: str, produce: Callable[[], Awaitable[T]]) -> T:
        drop_count = self.drop_count
        try:
            value = await produce()
        finally:
            # Waiters keep a reference to the lock, so an unused lock can be dropped.
            self._locks.pop(key, None)
        if len(self._cached) >= self._size:
            self._cached.clear()
        # A value that was read before a change must not be cached after it.
        if drop_count == self.drop_count:
            self._cached[key] = (monotonic() + self._seconds, value)
        return value


class CachedBody:
    """A response body with its ETag (RFC 9110) and its compressed form."""

    def __init__(self, body: bytes, *, version: bytes) -> None:
        self.body = body
        # Weak: bodies of one version mean the same, but their bytes may differ.
        self.etag = f'W/"{hashlib.blake2b(version, digest_size=12).hexdigest()}"'

    @cached_property
    def gzipped(self) -> bytes:
        """The body as gzip, compressed for the first client that accepts it.

        Otherwise the gateway would compress the same bytes for every client: under the mix of `make load` this was 36 %
        of its CPU time.
        """
        return gzip.compress(self.body, compresslevel=6, mtime=0)


class AnsweredUrl(NamedTuple):
    """How the response of a URL is cached: the cache and its key, two headers, and the route for metrics and logs."""

    cache: "CachedBytes"
    key: str
    media_type: str
    cache_control: str
    route: APIRoute


class CachedBytes(TtlCache[CachedBody]):
    """Response bodies of a public list, cached for `seconds`.

    `drop_after_commit()` empties the caches of this name in all replicas. Only for responses that are the same for
    every caller. If a router's routes have the class `CachedRoute`, a URL that was answered before is answered without
    the framework.
    """

    by_name: ClassVar[dict[str, "CachedBytes"]] = {}
    # The keys are a path and a query.
    by_url: ClassVar[dict[tuple[str, bytes], AnsweredUrl]] = {}

    def __init__(self, name: str, *, seconds: float = 2.0, size: int = 500) -> None:
        super().__init__(seconds=seconds, size=size)
        self.name = name
        CachedBytes.by_name[name] = self

    def drop_after_commit(self, db: AnySession) -> None:
        """Empty the cache after the commit of `db`: here and, over NATS, in the other replicas.

        While NATS is unavailable, the caches of other replicas only expire.
        """
        db.after_commit(self.drop)
        db.after_commit(self._broadcast, db.runtime)

    def _broadcast(self, runtime: AnyRuntime) -> None:
        if runtime.bus.is_up:
            runtime.run_in_background(runtime.bus.client.publish(f"caches.{runtime.name}", self.name.encode()))

    @classmethod
    async def listen(cls, runtime: AnyRuntime) -> None:
        """Empty caches that other replicas name."""

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
        unversioned_fields: set[str] | None = None,
    ) -> Response:
        """Return the cached body or a new one; 304 if the client has it already.

        `unversioned_fields` are fields of a model whose change alone makes no new version, such as the time of the
        answer. Replicas give them different values, so with them no client would ever get 304.
        """

        async def encode() -> CachedBody:
            value = await produce()
            if isinstance(value, BaseModel):
                body = value.model_dump_json(by_alias=True).encode()
                if unversioned_fields is None:
                    return CachedBody(body, version=body)
                return CachedBody(
                    body, version=value.model_dump_json(by_alias=True, exclude=unversioned_fields).encode()
                )
            body = value if isinstance(value, bytes) else orjson.dumps(value, default=jsonable_encoder)
            return CachedBody(body, version=body)

        cached_body = await self.get(key, encode)
        route = request.scope.get("route")
        if isinstance(route, CachedRoute):
            if len(self.by_url) >= MAX_URLS:
                self.by_url.clear()
            url = (request.scope["path"], request.scope["query_string"])
            self.by_url[url] = AnsweredUrl(self, key, media_type, cache_control, route)
        return self._build_response(request, cached_body, media_type, cache_control)

    @classmethod
    def find(cls, scope: Scope) -> Response | None:
        """Return the cached response to a GET of a URL that a `CachedRoute` has answered, otherwise None."""
        if scope["method"] != "GET":
            return None
        url = cls.by_url.get((scope["path"], scope["query_string"]))
        if url is None:
            return None
        scope["route"] = url.route
        cached_body = url.cache.get_cached(url.key)
        if cached_body is None:
            return None
        return url.cache._build_response(Request(scope), cached_body, url.media_type, url.cache_control)

    def _build_response(
        self, request: Request, cached_body: CachedBody, media_type: str, cache_control: str
    ) -> Response:
        headers = {"ETag": cached_body.etag, "Cache-Control": cache_control}
        body = cached_body.body
        if len(body) >= MIN_COMPRESSED_BYTES:
            headers["Vary"] = "Accept-Encoding"
        if client_has_current_version(request, cached_body.etag):
            return Response(status_code=304, headers=headers)
        if len(body) >= MIN_COMPRESSED_BYTES and accepts_gzip(request):
            body = cached_body.gzipped
            headers["Content-Encoding"] = "gzip"
        return Response(body, media_type=media_type, headers=headers)


class CachedRoute(APIRoute):
    """A route whose cached responses depend on the URL only."""
