"""Demo orders of several buyers, so that the managers' board has orders at every step."""

from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from chassis.formats import MOSCOW
from sqlalchemy import select
from sqlmodel import col

from content.demo import files
from content.demo.content import make_staff_id
from content.orders import timeline
from content.orders.state_machine import KEYS, STAGES, TITLES, OrderProgress
from content.orders.tables import Order, OrderHistory, OrderStep
from content.payments.tables import Payment
from content.records import build_record
from content.runtime import Session
from content.users.tables import UserCopy

# How many days each passed step of an order took.
DAYS_PER_PASSED_STEP = 2
DEPOSIT_RUB = 200_000
# The share of the car in the price of an order, in percent. The price also contains customs, delivery and work.
CAR_PERCENT = 68


def make_buyer_id(buyer_number: int) -> UUID:
    """Return the account id of a buyer. Auth's seed uses the same ids."""
    return UUID(f"01900000-0000-7000-8000-0000000000{20 + buyer_number}")


async def load(db: Session) -> None:
    """Add the missing buyers and orders, identified by id and number."""
    data = files.read("board.yaml", now=db.now())
    for buyer_number, fields in enumerate(data["buyers"], start=1):
        if await db.get(UserCopy, make_buyer_id(buyer_number)) is None:
            # An event of auth replaces this copy later.
            db.add(UserCopy(id=make_buyer_id(buyer_number), **fields, event_time=files.EPOCH))
    order_numbers = set(await db.scalars(select(col(Order.number))))
    for fields in data["orders"]:
        if fields["number"] not in order_numbers:
            await _add_order(db, **fields)


async def _add_order(
    db: Session,
    *,
    buyer: int,
    step: str,
    days_in_step: int,
    days_left: int,
    manager: int | None = None,
    **fields: Any,
) -> None:
    """Add an order whose current step began `days_in_step` days ago and was planned to end in `days_left` days."""
    now = db.now()
    step_began_at = now - timedelta(days=days_in_step)
    passed_count = len(KEYS) if step == "done" else KEYS.index(step)
    created_at = step_began_at - timedelta(days=DAYS_PER_PASSED_STEP * passed_count)
    progress = OrderProgress()
    for step_number in range(1, passed_count + 1):
        progress = progress.advance(created_at + timedelta(days=DAYS_PER_PASSED_STEP * step_number))

    order = build_record(
        db,
        Order,
        **fields,
        user_id=make_buyer_id(buyer),
        status=progress.status,
        current_step=progress.current,
        created_at=created_at,
        updated_at=step_began_at,
    )
    db.add(order)
    await db.flush()

    done_at = dict(progress.done_at)
    today = now.astimezone(MOSCOW).date()
    db.add_all(_build_steps(order, progress, done_at, until=today + timedelta(days=days_left)))
    db.add_all(_build_payments(order, done_at))
    entries = [(created_at, "created", "Заказ оформлен")]
    entries += [(at, "advanced", f"{TITLES[key]}: готово") for key, at in done_at.items()]
    db.add_all(
        OrderHistory(order_id=order.id, at=at, actor="company", kind=kind, text=text) for at, kind, text in entries
    )

    conversation = await timeline.lock_conversation(db, order.id)
    conversation.assignee_id = make_staff_id(manager) if manager else None
    db.add(conversation)
    await db.flush()


def _build_payments(order: Order, done_at: dict[Any, datetime]) -> list[Payment]:
    """Build the payments of the passed steps: a deposit, the car, then the remaining price."""
    price_rub = order.price_rub or 0
    car_rub = price_rub * CAR_PERCENT // 100
    remainder_rub = price_rub - car_rub - DEPOSIT_RUB
    payments = (
        ("consultation", "deposit", "Задаток", DEPOSIT_RUB),
        ("purchase", "payment", "Автомобиль", car_rub),
        ("customs", "payment", "Таможенные платежи, доставка и работа за вычетом задатка", remainder_rub),
    )
    return [
        Payment(
            order_id=order.id,
            user_id=order.user_id,
            kind=kind,
            status="paid",
            title=title,
            includes_customs=step == "customs",
            amount_rub=amount_rub,
            paid_at=done_at[step],
            created_at=done_at[step],
            updated_at=done_at[step],
        )
        for step, kind, title, amount_rub in payments
        if step in done_at
    ]


def _build_steps(
    order: Order, progress: OrderProgress, done_at: dict[Any, datetime], *, until: date
) -> list[OrderStep]:
    """Build the steps. Passed steps have their real days, the current step ends on `until`, and the others follow."""
    steps = []
    starts_on = order.created_at.astimezone(MOSCOW).date()
    for position, stage in enumerate(STAGES):
        at = done_at.get(stage.key)
        if at is not None:
            ends_on = at.astimezone(MOSCOW).date()
        elif stage.key == progress.current:
            ends_on = until
        else:
            ends_on = starts_on + timedelta(days=stage.days[1])
        steps.append(
            OrderStep(
                order_id=order.id,
                key=stage.key,
                position=position,
                status=progress.get_status(stage.key),
                planned_from=min(starts_on, ends_on),
                planned_to=ends_on,
                actual_at=at,
            )
        )
        starts_on = max(starts_on, ends_on)
    return steps
