"""Values in the server-rendered pages."""

import time
from collections.abc import Iterator
from datetime import date

import pytest
from content.pages.served_values import format_calendar_day


@pytest.fixture(params=["UTC", "Etc/GMT+12", "Etc/GMT-14"])
def host_timezone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("host_timezone")
def test_a_calendar_day_is_the_same_in_every_time_zone_of_the_host() -> None:
    assert format_calendar_day(date(2026, 11, 20)) == "20\u00a0ноября 2026"
