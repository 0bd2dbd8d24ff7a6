"""The processor time of a request in each part, as `make load` prints it."""

import pytest

from tests.load.site_load import LEAST_MICROSECONDS, get_service, print_costs
from tests.load.usage import Sample


@pytest.mark.parametrize(
    ("route", "part"),
    [
        ("GET /", "content"),
        ("GET /api/blog/posts?limit=6", "content"),
        ("POST /api/contact", "content"),
        ("GET /api/auth/me", "auth"),
        ("GET /api/status/summary", "status"),
        ("POST /api/calculator/calculate", "calculator"),
        ("GET /api/notifications", "notifications"),
    ],
)
def test_each_route_is_assigned_to_the_part_that_answers_it(route: str, part: str) -> None:
    assert get_service(route) == part


def test_processor_time_of_replicas_is_divided_by_the_requests_of_the_part(capsys: pytest.CaptureFixture[str]) -> None:
    def make_samples(seconds: float) -> dict[str, Sample]:
        names = ("gateway", "content", "status", "calculator", "auth", "notifications-1", "notifications-2")
        return {name: Sample(cpu_seconds=seconds, memory_kb=1, open_files=1) for name in names}

    routes = ("GET /", "GET /api/auth/me", "GET /api/status/summary", "POST /api/calculator/calculate")
    print_costs([make_samples(1), make_samples(1.3)], dict.fromkeys(routes, 500) | {"GET /api/notifications": 1000})
    rows = dict(line.strip("| ").split(" | ", 1) for line in capsys.readouterr().out.splitlines()[3:])
    assert rows.keys() == LEAST_MICROSECONDS.keys()
    assert rows["gateway"] == "3000 | 100 | 95 | 1.1"
    assert rows["auth"] == "500 | 600 | 300 | 2.0"
    assert rows["notifications"] == "1000 | 600 | 300 | 2.0"
