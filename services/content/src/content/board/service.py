"""The board of orders: a column for each step. Orders are moved by `advance` of the orders feature."""

from datetime import date

from chassis.formats import MOSCOW

from content.board import queries
from content.board.queries import BoardCard
from content.board.schemas import BoardColumn, BoardColumnRead, BoardQuery, CardRead
from content.orders.state_machine import KEYS
from content.orders.tables import Order
from content.runtime import Session


async def read_column(db: Session, column: BoardColumn, query: BoardQuery) -> BoardColumnRead:
    """Return a page of the orders at a step, or of the orders that are done."""
    today = db.now().astimezone(MOSCOW).date()
    cards, total, late_total = await queries.load_column(db, column, query, today=today)
    return BoardColumnRead(items=[_serialize_card(card, today) for card in cards], total=total, late=late_total)


def find_next_column(order: Order) -> BoardColumn | None:
    """Return the column that the order may be moved to. Returns None if the order has ended."""
    if order.status != "active" or order.current_step is None:
        return None
    next_position = KEYS.index(order.current_step) + 1
    return KEYS[next_position] if next_position < len(KEYS) else "done"


def _serialize_card(card: BoardCard, today: date) -> CardRead:
    order = card.order
    step_since = card.step_since or order.created_at
    is_active = order.status == "active"
    return CardRead(
        **order.model_dump(include={"id", "number", "title", "version", "user_id"}),
        user_name=card.buyer.name if card.buyer else None,
        assignee_id=card.assignee_id,
        assignee_name=card.assignee.name if card.assignee else None,
        next_step=find_next_column(order),
        step_since=step_since,
        days_in_step=(today - step_since.astimezone(MOSCOW).date()).days,
        planned_to=card.step.planned_to,
        days_late=max(0, (today - card.step.planned_to).days) if is_active else 0,
        unread=card.unread,
    )
