"""Limits on failures, shared by all replicas. They are checked before an attempt and cleared after a success."""

from chassis.web.errors import RateLimited
from chassis.web.limits import LimitWindow, window_key
from sqlalchemy import delete, select
from sqlmodel import col

from auth.runtime import AuthRuntime, Session


async def check(runtime: AuthRuntime, name: str, who: str, *, limit: int) -> None:
    """Raise RateLimited if `limit` hits are used up, without counting."""
    now = runtime.now()
    async with runtime.database.reading() as db:
        window = await db.get(LimitWindow, window_key(name, who))
    if window and window.ends_at > now and window.hits >= limit:
        raise RateLimited(retry_after=(window.ends_at - now).total_seconds())


async def hits(db: Session, name: str, who: str) -> int:
    """Return the hits of one key in its current window."""
    query = select(col(LimitWindow.hits)).where(
        col(LimitWindow.key) == window_key(name, who), col(LimitWindow.ends_at) > db.now()
    )
    return await db.scalar(query) or 0


async def clear_keys(runtime: AuthRuntime, keys: list[str]) -> None:
    """Delete the windows of these keys."""
    async with runtime.database.reading() as db:
        await db.execute(delete(LimitWindow).where(col(LimitWindow.key).in_(keys)))


async def clear(runtime: AuthRuntime, name: str, who: str) -> None:
    """Delete the hits of one key, for example after a successful login."""
    async with runtime.database.reading() as db:
        await db.execute(delete(LimitWindow).where(col(LimitWindow.key) == window_key(name, who)))
