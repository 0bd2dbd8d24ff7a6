"""Every SELECT of the orders. A buyer's ones begin with `visible_to(caller)`."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from chassis.auth import Principal
from chassis.paging import ordering
from chassis.search import contains_text
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.orders.schemas import OrderAdminQuery
from content.orders.tables import ORDER_WORDS, Order, OrderHistory, OrderPaper, OrderReport, OrderShare, OrderStep
from content.payments.tables import Payment
from content.people.tables import Person


def visible_to(caller: Principal) -> ColumnElement[bool]:
    """One's own orders."""
    return col(Order.user_id) == caller.id


@dataclass
class Whole:
    """An order with what belongs to it."""

    order: Order
    steps: list[OrderStep] = field(default_factory=list)
    papers: list[OrderPaper] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    reports: list[OrderReport] = field(default_factory=list)
    history: list[OrderHistory] = field(default_factory=list)
    buyer: Person | None = None


async def own(db: AsyncSession, id: UUID, *, caller: Principal) -> Order | None:
    """One's own order."""
    return await db.scalar(select(Order).where(visible_to(caller), col(Order.id) == id))


async def is_numbered(db: AsyncSession, number: str) -> bool:
    """Whether an order has this number already."""
    return await db.scalar(select(col(Order.id)).where(col(Order.number) == number)) is not None


async def own_page(db: AsyncSession, *, caller: Principal, limit: int, offset: int) -> tuple[list[Whole], int]:
    """One's own orders, newest first: the same number of statements whatever their number."""
    mine = select(Order).where(visible_to(caller)).order_by(col(Order.id).desc()).limit(limit).offset(offset)
    orders = (await db.scalars(mine)).all()
    total = await db.scalar(select(func.count()).select_from(Order).where(visible_to(caller)))
    return await wholes(db, orders), total or 0


async def wholes(db: AsyncSession, orders: Sequence[Order], *, with_story: bool = False) -> list[Whole]:
    """Orders with their steps, papers and payments; the story of reports and history only when asked."""
    found = {order.id: Whole(order) for order in orders}
    parts: list[tuple[str, Any, Any]] = [
        ("steps", OrderStep, col(OrderStep.position)),
        ("papers", OrderPaper, col(OrderPaper.id)),
        ("payments", Payment, col(Payment.id)),
    ]
    if with_story:
        parts += [("reports", OrderReport, col(OrderReport.at)), ("history", OrderHistory, col(OrderHistory.id))]
    for name, table, order_by in parts:
        rows = await db.scalars(select(table).where(table.order_id.in_(list(found))).order_by(order_by))
        grouped: dict[UUID, list[Any]] = defaultdict(list)
        for row in rows:
            grouped[row.order_id].append(row)
        for id, whole in found.items():
            setattr(whole, name, grouped[id])
    return list(found.values())


async def with_buyers(db: AsyncSession, found: list[Whole]) -> list[Whole]:
    """The same orders with the copies of their buyers' accounts."""
    ids = {whole.order.user_id for whole in found} - {None}
    people = {person.id: person for person in await db.scalars(select(Person).where(col(Person.id).in_(ids)))}
    for whole in found:
        whole.buyer = people.get(whole.order.user_id) if whole.order.user_id else None
    return found


async def admin_page(db: AsyncSession, query: OrderAdminQuery) -> tuple[list[Whole], int]:
    """A page of all orders."""
    asked: list[ColumnElement[bool]] = []
    if query.status:
        asked.append(col(Order.status) == query.status)
    if query.step:
        asked.append(col(Order.current_step) == query.step)
    if query.user_id:
        asked.append(col(Order.user_id) == query.user_id)
    if query.search:
        asked.append(contains_text(ORDER_WORDS, query.search))
    chosen = select(Order).where(*asked).order_by(ordering(Order, query.sort), col(Order.id))
    orders = (await db.scalars(chosen.limit(query.limit).offset(query.offset))).all()
    total = await db.scalar(select(func.count()).select_from(Order).where(*asked))
    return await with_buyers(db, await wholes(db, orders)), total or 0


async def paper(db: AsyncSession, order_id: UUID, id: UUID, *, lock: bool = False) -> OrderPaper | None:
    """A paper of this order."""
    chosen = select(OrderPaper).where(col(OrderPaper.order_id) == order_id, col(OrderPaper.id) == id)
    return await db.scalar(chosen.with_for_update() if lock else chosen)


async def steps_of(db: AsyncSession, order_id: UUID) -> dict[str, OrderStep]:
    """The seven steps by their keys."""
    rows = await db.scalars(
        select(OrderStep).where(col(OrderStep.order_id) == order_id).order_by(col(OrderStep.position))
    )
    return {row.key: row for row in rows}


async def shared(db: AsyncSession, token_hash: bytes, now: datetime) -> tuple[Order, OrderShare] | None:
    """The order behind a link that has not expired."""
    chosen = select(Order, OrderShare).join(OrderShare, col(OrderShare.order_id) == Order.id)
    alive = chosen.where(col(OrderShare.token_hash) == token_hash, col(OrderShare.expires_at) > now)
    row = (await db.execute(alive)).one_or_none()
    return (row[0], row[1]) if row else None
