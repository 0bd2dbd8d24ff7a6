"""A link that shows an order's way to anybody, for a while, without a word about its buyer."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import NotFound
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.orders import queries, views
from content.orders.errors import LinkDead
from content.orders.tables import Order, OrderShare


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


async def _own(db: AsyncSession, order_id: UUID, caller: Principal) -> Order:
    order = await queries.own(db, order_id, caller=caller)
    if order is None:
        raise NotFound("Такого заказа нет")
    return order


async def share(db: AsyncSession, order_id: UUID, *, days: int, caller: Principal) -> dict[str, Any]:
    """A new link; the token is shown once and kept as a hash. Raises NotFound."""
    order, now = await _own(db, order_id, caller), runtime_of(db).clock()
    token = secrets.token_urlsafe(24)
    expires_at = now + timedelta(days=days)
    db.add(OrderShare(order_id=order.id, token_hash=_hash(token), created_at=now, expires_at=expires_at))
    # The page of the web app that reads the order by this token.
    url = f"{runtime_of(db).settings.public_url}/shared/orders/{token}"
    return {"url": url, "token": token, "expires_at": expires_at}


async def revoke(db: AsyncSession, order_id: UUID, *, caller: Principal) -> None:
    """All links of the order stop working. Raises NotFound, also when none works any more."""
    order, now = await _own(db, order_id, caller), runtime_of(db).clock()
    alive = delete(OrderShare).where(col(OrderShare.order_id) == order.id, col(OrderShare.expires_at) > now)
    if not (await db.scalars(alive.returning(col(OrderShare.id)))).all():
        raise NotFound("Действующих ссылок на этот заказ нет")


async def read(db: AsyncSession, token: str, *, now: Any) -> dict[str, Any]:
    """The order behind a link. Raises LinkDead."""
    found = await queries.shared(db, _hash(token), now)
    if found is None:
        raise LinkDead
    order, link = found
    whole = (await queries.wholes(db, [order]))[0]
    return views.order(whole) | {"expires_at": link.expires_at}
