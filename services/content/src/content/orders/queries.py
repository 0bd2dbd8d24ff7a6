"""SELECTs of orders. Queries for a buyer begin with `visible_to(caller)`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal
from uuid import UUID

from chassis.database.search import contains_text
from chassis.features.lists import PageQuery, build_order_by, fetch_page, match_equal
from chassis.web.auth import Principal
from chassis.web.errors import require_found
from sqlalchemy import ColumnElement, Row, Select, any_, func, or_, select
from sqlmodel import col

from content.cars.labels import latinize_brands
from content.orders.schemas import OrderAdminQuery
from content.orders.tables import (
    Conversation,
    MessageAttachment,
    Order,
    OrderDocument,
    OrderHistory,
    OrderReport,
    OrderShare,
    OrderStep,
)
from content.payments.tables import Payment
from content.runtime import Session
from content.users.queries import build_user_search_filter
from content.users.tables import UserCopy

DOCUMENT_NOT_FOUND_TEXT = "Такого документа нет"


def visible_to(caller: Principal) -> ColumnElement[bool]:
    return col(Order.user_id) == caller.id


@dataclass
class OrderDetails:
    """An order with the rows that belong to it."""

    order: Order
    steps: list[OrderStep] = field(default_factory=list)
    documents: list[OrderDocument] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    reports: list[OrderReport] = field(default_factory=list)
    history: list[OrderHistory] = field(default_factory=list)
    buyer: UserCopy | None = None
    # The name of the employee who answers the buyer.
    assignee_name: str | None = None


async def get_own_order(db: Session, id: UUID, *, caller: Principal) -> Order:
    """Return an order of the caller. Raises NotFound."""
    order = await db.scalar(select(Order).where(visible_to(caller), col(Order.id) == id))
    return require_found(order, "Такого заказа нет")


async def is_number_taken(db: Session, number: str) -> bool:
    return await db.scalar(select(col(Order.id)).where(col(Order.number) == number)) is not None


async def list_own_orders(db: Session, page: PageQuery, *, caller: Principal) -> tuple[list[OrderDetails], int]:
    """Return the caller's orders, newest first, with a constant number of statements."""
    statement = select(Order).where(visible_to(caller)).order_by(col(Order.id).desc())
    orders, total = await fetch_page(db, statement, page)
    return await load_details(db, orders), total


async def load_details(db: Session, orders: Sequence[Order], *, with_history: bool = False) -> list[OrderDetails]:
    """Load the steps, documents and payments of orders. Reports and history are loaded only if requested."""
    details_by_id = {order.id: OrderDetails(order) for order in orders}
    if not details_by_id:
        return []
    await _load_steps_and_documents(db, details_by_id)
    await _load_payments(db, details_by_id)
    if with_history:
        await _load_reports(db, details_by_id)
        await _load_history(db, details_by_id)
    return list(details_by_id.values())


async def _load_steps_and_documents(db: Session, details_by_id: dict[UUID, OrderDetails]) -> None:
    steps = select(OrderStep).where(col(OrderStep.order_id).in_(details_by_id)).order_by(col(OrderStep.position))
    for step in await db.scalars(steps):
        details_by_id[step.order_id].steps.append(step)
    documents = select(OrderDocument).where(col(OrderDocument.order_id).in_(details_by_id))
    for document in await db.scalars(documents.order_by(col(OrderDocument.id))):
        details_by_id[document.order_id].documents.append(document)


async def _load_payments(db: Session, details_by_id: dict[UUID, OrderDetails]) -> None:
    payments = select(Payment).where(col(Payment.order_id).in_(details_by_id)).order_by(col(Payment.id))
    for payment in await db.scalars(payments):
        assert payment.order_id is not None
        details_by_id[payment.order_id].payments.append(payment)


async def _load_reports(db: Session, details_by_id: dict[UUID, OrderDetails]) -> None:
    reports = select(OrderReport).where(col(OrderReport.order_id).in_(details_by_id)).order_by(col(OrderReport.at))
    for report in await db.scalars(reports):
        details_by_id[report.order_id].reports.append(report)


async def _load_history(db: Session, details_by_id: dict[UUID, OrderDetails]) -> None:
    entries = select(OrderHistory).where(col(OrderHistory.order_id).in_(details_by_id)).order_by(col(OrderHistory.id))
    for entry in await db.scalars(entries):
        details_by_id[entry.order_id].history.append(entry)


async def load_buyers_and_assignees(db: Session, details_of_orders: list[OrderDetails]) -> list[OrderDetails]:
    """Load the buyers of the orders, and the names of the employees who answer them."""
    ids = {details.order.user_id for details in details_of_orders} - {None}
    users = {user.id: user for user in await db.scalars(select(UserCopy).where(col(UserCopy.id).in_(ids)))}
    order_ids = [details.order.id for details in details_of_orders]
    employees = select(col(Conversation.order_id), UserCopy).join(
        UserCopy, col(UserCopy.id) == Conversation.assignee_id
    )
    rows = await db.execute(employees.where(col(Conversation.order_id).in_(order_ids)))
    assignees = {order_id: employee.name for order_id, employee in rows}
    for details in details_of_orders:
        details.buyer = users.get(details.order.user_id) if details.order.user_id else None
        details.assignee_name = assignees.get(details.order.id)
    return details_of_orders


async def list_for_admin(db: Session, query: OrderAdminQuery) -> tuple[list[OrderDetails], int]:
    filters = match_equal(Order, query, "status", "user_id")
    if query.step:
        filters.append(col(Order.current_step) == query.step)
    if query.assignee_id is not None:
        filters.append(build_assignee_filter(query.assignee_id))
    if query.search:
        filters.append(build_search_filter(query.search))
    statement = select(Order).where(*filters).order_by(build_order_by(Order, query.sort), col(Order.id))
    orders, total = await fetch_page(db, statement, query)
    return await load_buyers_and_assignees(db, await load_details(db, orders)), total


def build_search_filter(words: str) -> ColumnElement[bool]:
    """Return the condition for orders with these words in number or title, or in the buyer's name, email or phone."""
    # Buyers are selected first, so that each search uses its index.
    buyers = func.array(select(col(UserCopy.id)).where(build_user_search_filter(words)).scalar_subquery())
    return or_(contains_order_words(words), col(Order.user_id) == any_(buyers))


def contains_order_words(words: str) -> ColumnElement[bool]:
    """Return the condition for orders with these words in number or title.

    A brand may be written in Russian: `ауди` finds `Audi`.
    """
    spellings = dict.fromkeys((words, latinize_brands(words)))
    return or_(*(contains_text(Order.searched, spelling) for spelling in spellings))


def build_assignee_filter(assignee: UUID | Literal["none"]) -> ColumnElement[bool]:
    """Return the condition for orders whose conversation is assigned to this manager, or with `none` to nobody."""
    order_ids = select(col(Conversation.order_id))
    if assignee == "none":
        return col(Order.id).not_in(order_ids.where(col(Conversation.assignee_id).is_not(None)))
    return col(Order.id).in_(order_ids.where(col(Conversation.assignee_id) == assignee))


async def get_document(
    db: Session, order_id: UUID, id: UUID, *, buyer: Principal | None, lock: bool = False
) -> Row[Order, OrderDocument]:
    """Return a document with its order. With `buyer`, the order must be the buyer's.

    `lock` locks the row of the document. Raises NotFound.
    """
    statement = select(Order, OrderDocument).join(OrderDocument, col(OrderDocument.order_id) == Order.id)
    statement = statement.where(col(Order.id) == order_id, col(OrderDocument.id) == id)
    if buyer:
        statement = statement.where(visible_to(buyer))
    if lock:
        statement = statement.with_for_update(of=OrderDocument)
    row = (await db.execute(statement)).one_or_none()
    return require_found(row, DOCUMENT_NOT_FOUND_TEXT)


async def get_steps(db: Session, order_id: UUID) -> dict[str, OrderStep]:
    rows = await db.scalars(
        select(OrderStep).where(col(OrderStep.order_id) == order_id).order_by(col(OrderStep.position))
    )
    return {row.key: row for row in rows}


async def find_shared_order(db: Session, token_hash: bytes, now: datetime) -> Row[Order, OrderShare] | None:
    """Return the order that a share link opens, and the link. Returns None for an unknown or expired link."""
    statement = select(Order, OrderShare).join(OrderShare, col(OrderShare.order_id) == Order.id)
    statement = statement.where(col(OrderShare.token_hash) == token_hash, col(OrderShare.expires_at) > now)
    return (await db.execute(statement)).one_or_none()


def select_active_links(order_id: UUID, now: datetime) -> Select[UUID]:
    """Select the links to this order that have not expired."""
    return select(col(OrderShare.id)).where(col(OrderShare.order_id) == order_id, col(OrderShare.expires_at) > now)


async def lock_ended_orders(db: Session, *, before: datetime) -> list[UUID]:
    """Lock the ended orders that were last changed before this time, and return their ids.

    Orders locked by other transactions are skipped.
    """
    has_ended = col(Order.status).in_(("done", "cancelled"))
    statement = select(col(Order.id)).where(has_ended, col(Order.updated_at) < before)
    return list(await db.scalars(statement.with_for_update(skip_locked=True)))


async def list_file_keys(db: Session, order_ids: Sequence[UUID], *, side: str | None = None) -> list[str]:
    """Return the storage keys of the documents of these orders. `side` limits them to one sender."""
    statement = select(col(OrderDocument.file_key)).where(col(OrderDocument.order_id).in_(order_ids))
    if side:
        statement = statement.where(col(OrderDocument.side) == side)
    return [key for key in await db.scalars(statement) if key]


async def list_attachment_keys(db: Session, order_ids: Sequence[UUID]) -> list[str]:
    """Return the storage keys of the files of messages of these orders, sent or unsent, with their previews."""
    statement = select(col(MessageAttachment.file_key), col(MessageAttachment.preview_key))
    rows = await db.execute(statement.where(col(MessageAttachment.order_id).in_(order_ids)))
    return [key for keys in rows for key in keys if key]


async def lock_order_key(db: Session, order_id: UUID) -> None:
    """Lock the key of the order (FOR KEY SHARE) until the end of the transaction. Others may share this lock."""
    statement = select(col(Order.id)).where(col(Order.id) == order_id)
    await db.execute(statement.with_for_update(read=True, key_share=True))


async def find_buyer_id(db: Session, order_id: UUID) -> UUID | None:
    """Return the id of the order's buyer, or None after the buyer's erasure."""
    return await db.scalar(select(col(Order.user_id)).where(col(Order.id) == order_id))


async def is_order_of(db: Session, id: UUID, *, user_id: UUID) -> bool:
    statement = select(col(Order.id)).where(col(Order.id) == id, col(Order.user_id) == user_id)
    return await db.scalar(statement) is not None


async def list_for_export(db: Session, user_id: UUID, *, limit: int) -> list[OrderDetails]:
    """Return the newest orders of a user, with their steps, documents and reports only."""
    statement = select(Order).where(col(Order.user_id) == user_id).order_by(col(Order.id).desc()).limit(limit)
    details_by_id = {order.id: OrderDetails(order) for order in await db.scalars(statement)}
    await _load_steps_and_documents(db, details_by_id)
    await _load_reports(db, details_by_id)
    return list(details_by_id.values())


async def list_order_ids_of_user(db: Session, user_id: UUID) -> list[UUID]:
    return list(await db.scalars(select(col(Order.id)).where(col(Order.user_id) == user_id)))
