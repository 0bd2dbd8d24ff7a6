"""120 calculations a minute from one address; refused input does not count."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from calculator.estimates.throttle import Throttle
from chassis.errors import RateLimited

from ..cars import request

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 11, 20, tzinfo=UTC)
URL = "/api/calculator/calculate"


async def test_a_window_begins_with_the_first_hit() -> None:
    throttle = Throttle(2)
    throttle.hit("a", NOW)
    throttle.hit("a", NOW + timedelta(seconds=59))
    with pytest.raises(RateLimited) as refused:
        throttle.hit("a", NOW + timedelta(seconds=59.5))
    assert refused.value.headers == {"Retry-After": "1"}
    throttle.hit("b", NOW)
    throttle.hit("a", NOW + timedelta(seconds=60))


async def test_ended_windows_are_forgotten() -> None:
    throttle = Throttle(1)
    for number in range(3):
        throttle.hit(str(number), NOW + timedelta(seconds=number))
    throttle.hit("later", NOW + timedelta(seconds=61))
    assert set(throttle._windows) == {"2", "later"}


async def test_the_addresses_of_one_ipv6_customer_count_as_one() -> None:
    throttle = Throttle(1)
    throttle.hit("2001:db8:0:1::1", NOW)
    throttle.hit("2001:db8:0:2::1", NOW)
    with pytest.raises(RateLimited):
        throttle.hit("2001:db8:0:1:ffff::9", NOW)


async def test_over_http(client: Any, runtime: Any, clock: Any) -> None:
    runtime.state["throttle"] = Throttle(3)
    try:
        bad = [(await client.post(URL, json={})).status_code for _ in range(5)]
        good = [(await client.post(URL, json=request())).status_code for _ in range(2)]
        compared = await client.post("/api/calculator/compare", json={"request": request()})
        refused = await client.post(URL, json=request())
        assert (bad, good, compared.status_code) == ([422] * 5, [200, 200], 200)
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert 0 < int(refused.headers["retry-after"]) <= 60
        clock.move(seconds=61)
        assert (await client.post(URL, json=request())).status_code == 200
    finally:
        del runtime.state["throttle"]


async def test_the_shipped_limit() -> None:
    from calculator.settings import Settings

    assert Settings.model_fields["calculate_per_minute"].default == 120
