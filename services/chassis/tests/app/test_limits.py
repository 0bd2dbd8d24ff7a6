"""Limits count the networks around a client too: one customer has many addresses."""

from datetime import timedelta

import pytest
from chassis.runtime import AnyRuntime
from chassis.web import limits
from chassis.web.errors import RateLimited

HOUR = timedelta(hours=1)


async def count_accepted(runtime: AnyRuntime, name: str, addresses: list[str]) -> int:
    """Return the number of these clients that may make one request each, one after another, under a limit of two."""
    count = 0
    for address in addresses:
        try:
            await limits.hit(runtime, name, address, limit=2, per=HOUR)
        except RateLimited:
            continue
        count += 1
    return count


@pytest.mark.parametrize(
    ("network", "addresses", "expected"),
    [
        ("an address", ["203.0.113.7"] * 4, 2),
        ("an IPv4 /24", [f"203.0.113.{number}" for number in range(12)], 8),
        ("IPv4 networks", [f"203.0.{number}.1" for number in range(12)], 12),
        ("an IPv6 /64", [f"2001:db8:0:1::{number:x}" for number in range(1, 5)], 2),
        ("an IPv6 /56", [f"2001:db8:0:{number:x}::1" for number in range(12)], 4),
        ("an IPv6 /48", [f"2001:db8:0:{number << 8:x}::1" for number in range(12)], 8),
        ("IPv6 networks", [f"2001:db8:{number:x}::1" for number in range(12)], 12),
        ("an IPv4 address in IPv6", [f"::ffff:203.0.113.{number}" for number in (7, 7, 7)], 2),
    ],
)
async def test_a_network_has_a_limit_of_its_own(
    runtime: AnyRuntime, network: str, addresses: list[str], expected: int
) -> None:
    assert await count_accepted(runtime, network, addresses) == expected
