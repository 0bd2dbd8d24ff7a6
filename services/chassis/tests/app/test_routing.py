"""The index of routes finds the same route as a comparison with every route, one after another."""

from typing import Any

import pytest
from chassis.web.errors import RateLimited
from chassis.web.routing import WRITES_PER_MINUTE, AccountWriteCounter, RouteTable
from fastapi import APIRouter
from hypothesis import given
from hypothesis import strategies as st
from starlette.routing import Match

TEMPLATES = [
    "/healthz",
    "/blog/{slug}",
    "/{page}",
    "/api/cars",
    "/api/cars/{slug}",
    "/api/cars/featured",
    "/api/cars/{slug}/photos/{number}",
    "/api/{section}/count",
    "/api/orders/{id}",
]
PARTS = st.sampled_from(["", "healthz", "blog", "api", "cars", "featured", "photos", "count", "orders", "7"])
router = APIRouter()


async def answer() -> None: ...


for template in TEMPLATES:
    router.add_api_route(template, answer, methods=["GET"])
    if "{" in template:
        router.add_api_route(template, answer, methods=["POST"])
route_table = RouteTable(router.routes)


def find_by_comparing_all(scope: dict[str, Any]) -> tuple[Match, Any]:
    """Compare with every route, as the framework does, but a literal path has only its own methods."""
    literal_routes = [route for route in route_table.routes if route.path == scope["path"]]
    matches = [(route.matches(scope)[0], route) for route in literal_routes or route_table.routes]
    for expected_match in (Match.FULL, Match.PARTIAL):
        for match, route in matches:
            if match is expected_match:
                return match, route
    return Match.NONE, None


@given(parts=st.lists(PARTS, max_size=6), method=st.sampled_from(["GET", "POST", "DELETE"]))
def test_the_index_finds_the_same_route(parts: list[str], method: str) -> None:
    scope = {"type": "http", "path": "/" + "/".join(parts), "method": method}
    match, child_scope = route_table.matches(scope)
    assert (match, child_scope.get("route")) == find_by_comparing_all(scope)


class TestAccountWriteCounter:
    def test_an_account_with_too_many_writes_in_a_minute_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 600.0
        monkeypatch.setattr("chassis.web.routing.time.monotonic", lambda: now)
        counter = AccountWriteCounter()
        for _ in range(WRITES_PER_MINUTE):
            counter.hit("one")
        with pytest.raises(RateLimited) as refusal:
            counter.hit("one")
        assert refusal.value.retry_after == 60
        counter.hit("another")
        now = 660.0
        counter.hit("one")
