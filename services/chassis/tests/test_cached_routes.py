"""Routes that answer from `CachedBytes` before the request is parsed."""

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Annotated

import httpx2
import pytest
from chassis.http import CachedBytes, CachedRoute
from chassis.telemetry import RequestContext
from fastapi import APIRouter, Depends, FastAPI, Request, Response

pytestmark = pytest.mark.anyio


@pytest.fixture
async def list_(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimpleNamespace]:
    """A cached list, its client, and how often its parameters were parsed and its body produced."""
    calls = SimpleNamespace(parsed=0, produced=0, now=1000.0)
    monkeypatch.setattr("chassis.http.monotonic", lambda: calls.now)
    cache = CachedBytes(seconds=60, size=4)
    router = APIRouter(route_class=CachedRoute)

    def parse(sort: str = "new") -> str:
        calls.parsed += 1
        return sort

    @router.api_route("/posts", methods=["GET", "HEAD"])
    async def posts(request: Request, sort: Annotated[str, Depends(parse)]) -> Response:
        async def produce() -> object:
            calls.produced += 1
            return {"sort": sort, "version": calls.produced}

        return await cache.answer(request, sort, produce)

    plain = APIRouter()

    @plain.get("/plain")
    async def answer_plain(request: Request, sort: Annotated[str, Depends(parse)]) -> Response:
        async def produce() -> object:
            return sort

        return await cache.answer(request, sort, produce)

    app = FastAPI()
    app.include_router(plain)
    app.add_middleware(RequestContext)
    monkeypatch.setattr(CachedBytes, "by_url", {})
    monkeypatch.setattr("chassis.http.URLS", 4)
    app.include_router(router)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://test") as client:
        yield SimpleNamespace(client=client, cache=cache, calls=calls)


async def test_a_known_url_is_answered_without_parsing(list_: SimpleNamespace) -> None:
    first = await list_.client.get("/posts?sort=old")
    again = await list_.client.get("/posts?sort=old")
    del first.headers["x-request-id"], again.headers["x-request-id"]
    assert (again.content, again.headers) == (first.content, first.headers)
    assert (list_.calls.parsed, list_.calls.produced) == (1, 1)


async def test_a_known_url_is_304_for_its_etag(list_: SimpleNamespace) -> None:
    etag = (await list_.client.get("/posts")).headers["etag"]
    again = await list_.client.get("/posts", headers={"If-None-Match": etag})
    assert (again.status_code, again.content, list_.calls.parsed) == (304, b"", 1)


async def test_urls_do_not_share_answers(list_: SimpleNamespace) -> None:
    answers = [(await list_.client.get(f"/posts?sort={sort}")).json()["sort"] for sort in "abab"]
    assert answers == ["a", "b", "a", "b"]


async def test_a_dropped_or_expired_body_is_produced_again(list_: SimpleNamespace) -> None:
    versions = [(await list_.client.get("/posts")).json()["version"]]
    list_.cache.drop()
    versions.append((await list_.client.get("/posts")).json()["version"])
    list_.calls.now += 61
    versions.append((await list_.client.get("/posts")).json()["version"])
    assert versions == [1, 2, 3]


async def test_head_has_the_same_headers_and_no_body(list_: SimpleNamespace) -> None:
    got, head = await list_.client.get("/posts"), await list_.client.head("/posts")
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", got.headers["etag"])
    assert head.headers["content-length"] == got.headers["content-length"]


async def test_other_routes_are_never_answered_by_url(list_: SimpleNamespace) -> None:
    await list_.client.get("/plain")
    await list_.client.get("/plain")
    assert list_.calls.parsed == 2


async def test_many_urls_keep_the_memory_bounded(list_: SimpleNamespace) -> None:
    for number in range(20):
        assert (await list_.client.get(f"/posts?unknown={number}")).status_code == 200
    assert len(CachedBytes.by_url) <= 4
    assert list_.calls.produced == 1
