"""Rate limits, counted in the database and so shared by all replicas.

A window begins with the first hit and ends `per` later; refused input is not counted. An address is counted by its
network and by the wider networks around it, with higher limits: one customer of a provider has a whole /64, often a /56
or a /48, and renting a /24 of IPv4 is cheap.
"""

import ipaddress
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, select, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

from chassis.database.tables import Base, UtcDateTime
from chassis.runtime import AnyRuntime
from chassis.web.errors import RateLimited

# Prefix length of each counted network, narrowest first, and its limit as a multiple of the narrowest network's limit.
IPV4_TIERS = {32: 1, 24: 4}
IPV6_TIERS = {64: 1, 56: 2, 48: 4}


class LimitWindow(Base, table=True):
    """Hits of one key since its window began."""

    __tablename__ = "rate_limits"
    key: str = Field(primary_key=True)
    began_at: datetime = Field(sa_type=UtcDateTime)
    ends_at: datetime = Field(sa_type=UtcDateTime, index=True)
    hits: int


class CountedKey(NamedTuple):
    """A key of `rate_limits` and the factor of its limit."""

    key: str
    factor: int


def list_counted_networks(subject: str) -> dict[str, int]:
    """Return the networks of an address, narrowest first, each with the factor of its limit.

    Anything else, such as the id of an account, is counted by itself. An IPv4-mapped IPv6 address counts as the IPv4
    address.
    """
    try:
        address = ipaddress.ip_address(subject)
    except ValueError:
        return {subject: 1}
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    tiers = IPV4_TIERS if address.version == 4 else IPV6_TIERS
    return {_get_network(address, prefix): factor for prefix, factor in tiers.items()}


def _get_network(address: ipaddress.IPv4Address | ipaddress.IPv6Address, prefix: int) -> str:
    if prefix == address.max_prefixlen:
        return str(address)
    return str(ipaddress.ip_network((address, prefix), strict=False))


def get_counted_network(subject: str) -> str:
    """Return the narrowest network of an address: an IPv4 address itself, or the /64 of an IPv6 address."""
    return next(iter(list_counted_networks(subject)))


def get_widest_network(subject: str) -> str:
    """Return the widest network that is counted: the /24 of an IPv4 address, or the /48 of an IPv6 address."""
    return list(list_counted_networks(subject))[-1]


def list_counted_keys(name: str, subject: str, *, about: str = "") -> list[CountedKey]:
    """Return the keys of `rate_limits` for one client, the narrowest network first.

    With `about` the client's hits at one account or email address are counted apart from hits at others.
    """
    prefix = f"{name}:{about}:" if about else f"{name}:"
    return [CountedKey(prefix + network, factor) for network, factor in list_counted_networks(subject).items()]


def build_window_key(name: str, subject: str) -> str:
    """Return the key of the narrowest network, or of an account."""
    return list_counted_keys(name, subject)[0].key


async def hit(
    runtime: AnyRuntime,
    name: str,
    subject: str,
    *,
    limit: int,
    per: timedelta,
    weight: int = 1,
    about: str = "",
    within: AsyncSession | None = None,
) -> None:
    """Add `weight` hits. Raises RateLimited if a window then exceeds its limit.

    `limit` is the limit of the narrowest network. `list_counted_keys` explains `about`. The hits are committed on a
    separate connection, so call this before the first statement of a transaction. Where that is not possible, `within`
    counts in the given transaction: code that holds one connection must not wait for a second.
    """
    keys = list_counted_keys(name, subject, about=about)
    async with nullcontext(within) if within else runtime.database.autocommit() as db:
        windows = await _count(runtime, db, [counted_key.key for counted_key in keys], per=per, weight=weight)
    exceeded_until = [windows[key].ends_at for key, factor in keys if windows[key].hits > limit * factor]
    if exceeded_until:
        raise RateLimited(retry_after=(max(exceeded_until) - runtime.now()).total_seconds())


class Window(NamedTuple):
    """Hits in a window, and the end of the window."""

    hits: int
    ends_at: datetime


async def count(
    runtime: AnyRuntime, db: AsyncSession, name: str, subject: str, *, per: timedelta, weight: int = 1
) -> Window:
    """Add `weight` hits of one account or of the narrowest network, without a limit."""
    key = build_window_key(name, subject)
    return (await _count(runtime, db, [key], per=per, weight=weight))[key]


async def count_keys(
    runtime: AnyRuntime, db: AsyncSession, keys: list[str], *, per: timedelta, weight: int = 1
) -> None:
    """Add `weight` hits to each of these keys, without a limit."""
    await _count(runtime, db, keys, per=per, weight=weight)


async def list_open_windows(runtime: AnyRuntime, db: AsyncSession, keys: list[str]) -> dict[str, Window]:
    """Return the windows of these keys that have not ended. Nothing is counted."""
    query = select(col(LimitWindow.key), col(LimitWindow.hits), col(LimitWindow.ends_at)).where(
        col(LimitWindow.key).in_(keys), col(LimitWindow.ends_at) > runtime.now()
    )
    return {key: Window(hits, ends_at) for key, hits, ends_at in await db.execute(query)}


async def require_below(runtime: AnyRuntime, db: AsyncSession, name: str, subject: str, *, limit: int) -> None:
    """Raise RateLimited if `limit` hits of one key are used up, without counting."""
    key = build_window_key(name, subject)
    window = (await list_open_windows(runtime, db, [key])).get(key)
    if window and window.hits >= limit:
        raise RateLimited(retry_after=(window.ends_at - runtime.now()).total_seconds())


async def clear(db: AsyncSession, keys: list[str]) -> None:
    """Delete the windows of these keys, for example after a correct password."""
    # The windows are locked in the order of `_count`, so that the two cannot deadlock.
    windows = select(col(LimitWindow.key)).where(col(LimitWindow.key).in_(keys))
    locked_windows = windows.order_by(col(LimitWindow.key)).with_for_update().cte("locked")
    await db.execute(delete(LimitWindow).where(col(LimitWindow.key).in_(select(locked_windows.c.key))))


# The statement is built once: every limited request executes it, and building takes longer than executing. All clients
# lock the rows in the same order, so that two clients of a network cannot deadlock.
COUNT_HITS = text("""
INSERT INTO rate_limits AS counted (key, began_at, ends_at, hits)
SELECT key, :now, :ends_at, :weight FROM unnest(CAST(:keys AS text[])) AS key ORDER BY key
ON CONFLICT (key) DO UPDATE SET
    began_at = CASE WHEN counted.ends_at <= :now THEN excluded.began_at ELSE counted.began_at END,
    ends_at = CASE WHEN counted.ends_at <= :now THEN excluded.ends_at ELSE counted.ends_at END,
    hits = CASE WHEN counted.ends_at <= :now THEN excluded.hits ELSE counted.hits + excluded.hits END
RETURNING key, hits, ends_at
""")


async def _count(
    runtime: AnyRuntime, db: AsyncSession, keys: list[str], *, per: timedelta, weight: int
) -> dict[str, Window]:
    now = runtime.now()
    values = {"keys": keys, "now": now, "ends_at": now + per, "weight": weight}
    return {key: Window(hits, ends_at) for key, hits, ends_at in await db.execute(COUNT_HITS, values)}
