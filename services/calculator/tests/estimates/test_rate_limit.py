"""120 calculations a minute from one address; refused input does not count."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from calculator.estimates import scenarios, service
from calculator.estimates.rate_limit import RateLimiter
from calculator.estimates.response_cache import ResponseCache
from calculator.runtime import CalculatorRuntime
from calculator.settings import Settings
from chassis.testing.fixture_types import ApiClient
from chassis.testing.plugin import MovableClock, wait_for
from chassis.web.errors import RateLimited
from sqlalchemy import text

from ..cars import build_calculation_request

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 11, 20, tzinfo=UTC)
URL = "/api/calculator/calculate"


async def test_a_window_begins_with_the_first_hit() -> None:
    limiter = RateLimiter(2)
    limiter.hit("a", NOW)
    limiter.hit("a", NOW + timedelta(seconds=59))
    with pytest.raises(RateLimited) as refusal:
        limiter.hit("a", NOW + timedelta(seconds=59.5))
    assert refusal.value.headers == {"Retry-After": "1"}
    limiter.hit("b", NOW)
    limiter.hit("a", NOW + timedelta(seconds=60))


async def test_ended_windows_are_forgotten() -> None:
    limiter = RateLimiter(1)
    for number in range(3):
        limiter.hit(str(number), NOW + timedelta(seconds=number))
    limiter.hit("later", NOW + timedelta(seconds=61))
    assert set(limiter._windows) == {"2", "later"}


async def test_the_addresses_of_one_ipv6_customer_count_as_one() -> None:
    limiter = RateLimiter(1)
    limiter.hit("2001:db8:0:1::1", NOW)
    limiter.hit("2001:db8:0:2::1", NOW)
    with pytest.raises(RateLimited):
        limiter.hit("2001:db8:0:1:ffff::9", NOW)


async def test_replicas_count_together_a_second_late(runtime: CalculatorRuntime) -> None:
    first_limiter = RateLimiter(10)
    second_limiter = RateLimiter(10)
    now = runtime.now()
    for _ in range(6):
        first_limiter.hit("busy", now)
    await first_limiter.share(runtime)
    for _ in range(3):
        second_limiter.hit("busy", now)
    await second_limiter.share(runtime)
    second_limiter.hit("busy", now)
    with pytest.raises(RateLimited):
        second_limiter.hit("busy", now)
    for limiter in (second_limiter, first_limiter):
        await limiter.share(runtime)
    first_limiter.hit("busy", now)
    await first_limiter.share(runtime)
    with pytest.raises(RateLimited):
        first_limiter.hit("busy", now)


async def test_ordinary_visitors_cost_no_statement_and_an_outage_stops_nobody(
    runtime: CalculatorRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    limiter = RateLimiter(100)
    limiter.hit("usual", runtime.now())

    def fail() -> None:
        raise ConnectionError

    monkeypatch.setattr(runtime.database, "autocommit", fail)
    await limiter.share(runtime)
    for _ in range(50):
        limiter.hit("busy", runtime.now())
    with pytest.raises(ConnectionError):
        await limiter.share(runtime)
    limiter.hit("busy", runtime.now())
    monkeypatch.undo()
    await limiter.share(runtime)
    assert limiter._windows["busy"][1] == 51


async def test_a_window_that_ends_while_the_database_answers_is_left_out(runtime: CalculatorRuntime) -> None:
    limiter = RateLimiter(2)
    now = runtime.now()
    limiter.hit("busy", now)
    await limiter.share(runtime)
    limiter.hit("busy", now)
    select_waiting_count = text(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%rate_limits%'"
    )
    async with runtime.database.transaction() as holder:
        await holder.execute(text("SELECT 1 FROM rate_limits WHERE key = 'calculation:busy' FOR UPDATE"))
        share_task = asyncio.create_task(limiter.share(runtime))

        async def is_waiting() -> bool:
            async with runtime.database.reading() as db:
                return bool(await db.scalar(select_waiting_count))

        await wait_for(is_waiting)
        limiter.hit("later", now + timedelta(seconds=61))
    await share_task
    assert set(limiter._windows) == {"later"}


async def test_only_accepted_requests_count_until_the_minute_ends(
    client: ApiClient, runtime: CalculatorRuntime, clock: MovableClock
) -> None:
    original_limiter = runtime.rate_limiter
    runtime.rate_limiter = RateLimiter(3)
    try:
        refused_statuses = [(await client.post(URL, json={})).status_code for _ in range(5)]
        accepted_statuses = [(await client.post(URL, json=build_calculation_request())).status_code for _ in range(2)]
        compare_answer = await client.post("/api/calculator/compare", json={"request": build_calculation_request()})
        refusal = await client.post(URL, json=build_calculation_request())
        assert refused_statuses == [422] * 5
        assert accepted_statuses == [200, 200]
        assert compare_answer.status_code == 200
        assert (refusal.status_code, refusal.json()["code"]) == (429, "rate_limited")
        assert 0 < int(refusal.headers["retry-after"]) <= 60
        clock.move(seconds=61)
        assert (await client.post(URL, json=build_calculation_request())).status_code == 200
    finally:
        runtime.rate_limiter = original_limiter


@pytest.mark.parametrize(
    ("module", "name", "path", "body"),
    [
        (service, "calculate", URL, build_calculation_request()),
        (scenarios, "compare", "/api/calculator/compare", {"request": build_calculation_request()}),
    ],
)
async def test_a_refused_request_computes_nothing(
    client: ApiClient,
    runtime: CalculatorRuntime,
    monkeypatch: pytest.MonkeyPatch,
    module: Any,
    name: str,
    path: str,
    body: Any,
) -> None:
    """Requests beyond the limit must not cause the work that the limit saves."""
    original_function = getattr(module, name)
    computed_requests = []

    def compute(*args: Any, **kwargs: Any) -> Any:
        computed_requests.append(name)
        return original_function(*args, **kwargs)

    monkeypatch.setattr(module, name, compute)
    monkeypatch.setattr(runtime, "rate_limiter", RateLimiter(1))
    monkeypatch.setattr(runtime, "response_cache", ResponseCache())
    statuses = [(await client.post(path, json=body)).status_code for _ in range(3)]
    assert statuses == [200, 429, 429]
    assert computed_requests == [name]


async def test_default_limit_is_120_a_minute() -> None:
    assert Settings.model_fields["calculate_per_minute"].default == 120
