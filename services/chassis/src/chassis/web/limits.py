"""Rate limits, counted in the database and so shared by all replicas.

A window begins with the first hit and ends `per` later; refused input is not counted. All addresses of an IPv6 /64
count as one, since one customer has a whole /64.
"""

import ipaddress
from contextlib import nullcontext
from datetime import datetime, timedelta

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import case
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import Field, col

from chassis.web.errors import RateLimited
from chassis.runtime import AnyRuntime


class LimitWindow(Base, table=True):
    """Hits of one key since its window began."""

    __tablename__ = "rate_limits"
    key: str = Field(primary_key=True)
    began_at: datetime = Field(sa_type=UtcDateTime)
    ends_at: datetime = Field(sa_type=UtcDateTime, index=True)
    hits: int


def counted_network(who: str) -> str:
    """The name that is counted: an account, an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        address = ipaddress.IPv6Address(who)
    except ValueError:
        return who
    return str(address.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


def window_key(name: str, who: str) -> str:
    """Primary key of a LimitWindow: the name of the limit, and the account or network."""
    return f"{name}:{counted_network(who)}"


async def hit(
    runtime: AnyRuntime,
    name: str,
    who: str,
    *,
    limit: int,
    per: timedelta,
    weight: int = 1,
    within: AsyncSession | None = None,
) -> None:
    """Add `weight` hits; raises RateLimited when the window then holds more than `limit`.

    It commits on a connection of its own, so call it before the first statement of a transaction. Where that is not
    possible, `within` counts in the given transaction: code that holds one connection must not wait for a second.
    """
    async with nullcontext(within) if within else runtime.database.reading() as db:
        hits, ends_at = await count(runtime, db, name, who, per=per, weight=weight)
    if hits > limit:
        raise RateLimited(retry_after=(ends_at - runtime.now()).total_seconds())


async def count(
    runtime: AnyRuntime, db: AsyncSession, name: str, who: str, *, per: timedelta, weight: int = 1
) -> tuple[int, datetime]:
    """Add `weight` hits without a limit; returns the hits in the window and when it ends."""
    now = runtime.now()
    fresh = {"began_at": now, "ends_at": now + per, "hits": weight}
    row = insert(LimitWindow).values(key=window_key(name, who), **fresh)
    over = col(LimitWindow.ends_at) <= now
    counted = row.on_conflict_do_update(
        index_elements=["key"],
        set_={
            "began_at": case((over, now), else_=col(LimitWindow.began_at)),
            "ends_at": case((over, now + per), else_=col(LimitWindow.ends_at)),
            "hits": case((over, weight), else_=col(LimitWindow.hits) + weight),
        },
    ).returning(col(LimitWindow.hits), col(LimitWindow.ends_at))
    hits, ends_at = (await db.execute(counted)).one()
    return hits, ends_at
