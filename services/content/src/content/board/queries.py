"""The SELECTs of the board of orders."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from chassis.features.lists import count_rows, fetch_rows
from sqlalchemy import ColumnElement, Select, UnaryExpression, and_, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from content.board.schemas import BoardColumn, BoardQuery
from content.orders.queries import build_assignee_filter, build_search_filter
from content.orders.state_machine import KEYS
from content.orders.tables import Conversation, ConversationSide, Order, OrderStep
from content.runtime import Session
from content.users.tables import UserCopy


@dataclass
class BoardCard:
    """An order with its current step, or with its last step if it is done."""

    order: Order
    step: OrderStep
    # When the newest finished step ended. None if no step has ended yet.
    step_since: datetime | None
    unread: int
    assignee_id: UUID | None
    buyer: UserCopy | None = None
    assignee: UserCopy | None = None


async def load_column(
    db: Session, column: BoardColumn, query: BoardQuery, *, today: date
) -> tuple[list[BoardCard], int, int]:
    """Return a page of a column, the number of its orders, and the number of its late orders.

    Both numbers count only the orders that match the filters of `query`.
    """
    is_late = build_late_filter(today)
    statement = _select_orders(column, query)
    if query.late is not None:
        statement = statement.where(is_late if query.late else ~is_late)
    rows, total = await fetch_rows(db, statement, query)
    cards = [
        BoardCard(order=order, step=step, step_since=step_since, unread=unread or 0, assignee_id=assignee_id)
        for order, step, step_since, unread, assignee_id in rows
    ]
    await _load_users(db, cards)
    late_total = 0
    if column != "done":
        late_total = await count_rows(db, statement.where(is_late))
    return cards, total, late_total


def build_late_filter(today: date) -> ColumnElement[bool]:
    """Return the condition for orders whose current step was planned to end before today.

    The statement must join `OrderStep` of the current step.
    """
    return and_(col(Order.status) == "active", col(OrderStep.planned_to) < today)


def _select_orders(
    column: BoardColumn, query: BoardQuery
) -> Select[Order, OrderStep, datetime | None, int, UUID | None]:
    """Return the statement for the orders of a column. It selects the first five fields of `BoardCard`."""
    sorting: UnaryExpression[Any]
    if column == "done":
        key = KEYS[-1]
        filters = [col(Order.status) == "done"]
        sorting = col(Order.updated_at).desc()
    else:
        key = column
        filters = [col(Order.status) == "active", col(Order.current_step) == column]
        sorting = col(OrderStep.planned_to).asc()
    if query.assignee_id is not None:
        filters.append(build_assignee_filter(query.assignee_id))
    if query.search:
        filters.append(build_search_filter(query.search))
    step = aliased(OrderStep)
    step_since = select(func.max(col(step.actual_at))).where(col(step.order_id) == col(Order.id)).scalar_subquery()
    is_company_side = and_(col(ConversationSide.order_id) == col(Order.id), col(ConversationSide.side) == "company")
    return (
        select(Order, OrderStep, step_since, col(ConversationSide.unread), col(Conversation.assignee_id))
        .join(OrderStep, and_(col(OrderStep.order_id) == col(Order.id), col(OrderStep.key) == key))
        .outerjoin(Conversation, col(Conversation.order_id) == col(Order.id))
        .outerjoin(ConversationSide, is_company_side)
        .where(*filters)
        .order_by(sorting, col(Order.id))
    )


async def _load_users(db: Session, cards: list[BoardCard]) -> None:
    """Load the buyers and assignees of the cards."""
    ids = {card.order.user_id for card in cards} | {card.assignee_id for card in cards}
    users = {user.id: user for user in await db.scalars(select(UserCopy).where(col(UserCopy.id).in_(ids - {None})))}
    for card in cards:
        card.buyer = users.get(card.order.user_id) if card.order.user_id else None
        card.assignee = users.get(card.assignee_id) if card.assignee_id else None
