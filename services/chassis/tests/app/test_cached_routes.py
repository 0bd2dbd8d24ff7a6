"""Routes that answer from `CachedBytes` before the request is parsed."""

import asyncio
import contextlib
import gzip
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Annotated, Any

import httpx2
import nats
import pytest
from chassis.runtime import AnyRuntime
from chassis.testing.limits import HANG_SECONDS
from chassis.testing.plugin import wait_for
from chassis.testing.servers import Nats
from chassis.web.caches import MIN_COMPRESSED_BYTES, CachedBytes, CachedRoute, TtlCache
from chassis.web.telemetry import RequestContext
from fastapi import APIRouter, Depends, FastAPI, Request, Response
from pydantic import BaseModel

pytestmark = pytest.mark.anyio


@pytest.fixture
async def cached_list(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimpleNamespace]:
    """A cached list with its client, and the number of times that its parameters were parsed and its body was
    produced.
    """
    calls = SimpleNamespace(parsed=0, produced=0, now=1000.0)
    monkeypatch.setattr("chassis.web.caches.monotonic", lambda: calls.now)
    cache = CachedBytes("four", seconds=60, size=4)
    router = APIRouter(route_class=CachedRoute)

    def parse(sort: str = "new") -> str:
        calls.parsed += 1
        return sort

    @router.api_route("/posts", methods=["GET", "HEAD"])
    async def list_posts(request: Request, sort: Annotated[str, Depends(parse)]) -> Response:
        async def produce() -> object:
            calls.produced += 1
            return {"sort": sort, "version": calls.produced}

        return await cache.answer(request, sort, produce)

    plain_router = APIRouter()

    @plain_router.get("/plain")
    async def answer_plain(request: Request, sort: Annotated[str, Depends(parse)]) -> Response:
        async def produce() -> object:
            return sort

        return await cache.answer(request, sort, produce)

    app = FastAPI()
    app.include_router(plain_router)
    app.add_middleware(RequestContext)
    monkeypatch.setattr(CachedBytes, "by_url", {})
    monkeypatch.setattr("chassis.web.caches.MAX_URLS", 4)
    app.include_router(router)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://test") as client:
        yield SimpleNamespace(client=client, cache=cache, calls=calls)


async def test_a_known_url_is_answered_without_parsing(cached_list: SimpleNamespace) -> None:
    first_answer = await cached_list.client.get("/posts?sort=old")
    repeated_answer = await cached_list.client.get("/posts?sort=old")
    del first_answer.headers["x-request-id"], repeated_answer.headers["x-request-id"]
    assert (repeated_answer.content, repeated_answer.headers) == (first_answer.content, first_answer.headers)
    assert (cached_list.calls.parsed, cached_list.calls.produced) == (1, 1)


async def test_a_large_body_is_compressed_once_for_those_who_accept_gzip(
    cached_list: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressions = []

    def compress(body: bytes, **options: int) -> bytes:
        compressions.append(len(body))
        return gzip.compress(body, **options)

    monkeypatch.setattr("chassis.web.caches.gzip", SimpleNamespace(compress=compress))
    large_path = f"/posts?sort={'a' * MIN_COMPRESSED_BYTES}"
    for accepted_codings in ("gzip, br", "br;q=1.0, gzip;q=0.8"):
        answer = await cached_list.client.get(large_path, headers={"Accept-Encoding": accepted_codings})
        assert (answer.headers["content-encoding"], answer.headers["vary"]) == ("gzip", "Accept-Encoding")
        assert answer.json()["sort"] == "a" * MIN_COMPRESSED_BYTES
    assert len(compressions) == 1
    for other_codings in ("identity", "br", "gzip;q=0", "gzip; q=0.000"):
        plain_answer = await cached_list.client.get(large_path, headers={"Accept-Encoding": other_codings})
        assert ("content-encoding" in plain_answer.headers, plain_answer.headers["vary"]) == (False, "Accept-Encoding")
        assert (plain_answer.json(), plain_answer.headers["etag"]) == (answer.json(), answer.headers["etag"])


async def test_a_small_body_is_not_compressed(cached_list: SimpleNamespace) -> None:
    answer = await cached_list.client.get("/posts", headers={"Accept-Encoding": "gzip"})
    assert not {"content-encoding", "vary"} & set(answer.headers)


async def test_the_version_of_a_model_ignores_the_time_of_the_answer(cached_list: SimpleNamespace) -> None:
    class Answer(BaseModel):
        rows: list[int]
        answered_at: float

    async def answer(rows: list[int]) -> Response:
        async def produce() -> Answer:
            cached_list.calls.now += 1
            return Answer(rows=rows, answered_at=cached_list.calls.now)

        cached_list.cache.drop()
        scope = {"type": "http", "method": "GET", "headers": []}
        return await cached_list.cache.answer(Request(scope), "timed", produce, unversioned_fields={"answered_at"})

    first_answer = await answer([1])
    later_answer = await answer([1])
    changed_answer = await answer([1, 2])
    assert first_answer.body != later_answer.body
    assert later_answer.headers["etag"] == first_answer.headers["etag"]
    assert changed_answer.headers["etag"] != first_answer.headers["etag"]


async def test_a_known_url_is_304_for_its_etag(cached_list: SimpleNamespace) -> None:
    etag = (await cached_list.client.get("/posts")).headers["etag"]
    repeated_answer = await cached_list.client.get("/posts", headers={"If-None-Match": etag})
    assert repeated_answer.status_code == 304
    assert repeated_answer.content == b""
    assert cached_list.calls.parsed == 1


async def test_urls_do_not_share_answers(cached_list: SimpleNamespace) -> None:
    answers = [(await cached_list.client.get(f"/posts?sort={sort}")).json()["sort"] for sort in "abab"]
    assert answers == ["a", "b", "a", "b"]


async def test_a_dropped_or_expired_body_is_produced_again(cached_list: SimpleNamespace) -> None:
    versions = [(await cached_list.client.get("/posts")).json()["version"]]
    cached_list.cache.drop()
    versions.append((await cached_list.client.get("/posts")).json()["version"])
    cached_list.calls.now += 61
    versions.append((await cached_list.client.get("/posts")).json()["version"])
    assert versions == [1, 2, 3]


async def test_head_has_the_same_headers_and_no_body(cached_list: SimpleNamespace) -> None:
    get_answer = await cached_list.client.get("/posts")
    head_answer = await cached_list.client.head("/posts")
    assert (head_answer.status_code, head_answer.content) == (200, b"")
    for name in ("etag", "content-length"):
        assert head_answer.headers[name] == get_answer.headers[name]


async def test_other_routes_are_never_answered_by_url(cached_list: SimpleNamespace) -> None:
    await cached_list.client.get("/plain")
    await cached_list.client.get("/plain")
    assert cached_list.calls.parsed == 2


async def test_many_urls_keep_the_memory_bounded(cached_list: SimpleNamespace) -> None:
    for number in range(20):
        assert (await cached_list.client.get(f"/posts?unknown={number}")).status_code == 200
    assert len(CachedBytes.by_url) <= 4
    assert cached_list.calls.produced == 1


async def test_a_value_read_before_a_change_is_not_cached(cached_list: SimpleNamespace) -> None:
    async def produce() -> object:
        # The change commits while the old state is being read.
        cached_list.cache.drop()
        return "old"

    async def produce_again() -> object:
        return "new"

    request = Request({"type": "http", "headers": []})
    assert (await cached_list.cache.answer(request, "key", produce)).body == b'"old"'
    assert (await cached_list.cache.answer(request, "key", produce_again)).body == b'"new"'


async def test_concurrent_callers_of_one_key_share_one_load_even_of_an_empty_value() -> None:
    cache = TtlCache[list[int]](seconds=60)
    loads: list[str] = []

    async def load() -> list[int]:
        loads.append("load")
        await asyncio.sleep(0)
        return []

    assert await asyncio.gather(*(cache.get("key", load) for _ in range(3))) == [[], [], []]
    assert loads == ["load"]


class TestReplicas:
    """A change empties the caches of all replicas: each listens to the same subject of NATS."""

    async def test_a_committed_change_is_sent_once(self, runtime: AnyRuntime) -> None:
        cache = CachedBytes("changed", seconds=60)
        received_messages = asyncio.Queue[bytes]()

        async def receive(message: Any) -> None:
            await received_messages.put(message.data)

        subscription = await runtime.bus.client.subscribe("caches.sample", cb=receive)
        await runtime.bus.client.flush()
        with contextlib.suppress(RuntimeError):
            async with runtime.database.transaction() as db:
                cache.drop_after_commit(db)
                raise RuntimeError
        assert cache.drop_count == 0
        async with runtime.database.transaction() as db:
            cache.drop_after_commit(db)
            cache.drop_after_commit(db)
            assert cache.drop_count == 0
        assert cache.drop_count == 1
        assert await asyncio.wait_for(received_messages.get(), HANG_SECONDS) == b"changed"
        await runtime.bus.client.flush()
        assert received_messages.empty()
        await subscription.unsubscribe()

    async def test_a_message_of_another_replica_empties_the_cache(self, runtime: AnyRuntime, nats_server: Nats) -> None:
        cache = CachedBytes("received", seconds=60)
        other_cache = CachedBytes("unchanged", seconds=60)
        client = await nats.connect(nats_server.url)
        for name in ("a cache of another release", "received"):
            await client.publish("caches.sample", name.encode())
        await client.close()
        await wait_for(lambda: cache.drop_count == 1)
        assert other_cache.drop_count == 0
