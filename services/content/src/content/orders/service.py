"""Rules of the orders: seven steps one after another, and a buyer who hears of every change."""

import secrets
from datetime import date
from typing import Any
from uuid import UUID

from chassis import outbox
from chassis.auth import Principal
from chassis.database import advisory_lock, runtime_of
from chassis.errors import Invalid, NotFound, StaleVersion
from chassis.storage import delete_after_commit
from contracts.content import OrderAdvanced, OrderChanged, OrderCreated
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from content.administration import editing
from content.audit import service as audit
from content.cars.tables import Car
from content.orders import queries, views
from content.orders.errors import NumberTaken, OrderFinished
from content.orders.machine import KEYS, TITLES, Finished, Walk, plan
from content.orders.schemas import Advance, OrderCreate, OrderUpdate, ReportCreate, StepUpdate
from content.orders.tables import Order, OrderHistory, OrderReport, OrderStep, SavedCalculation
from content.people import service as people
from content.replies.hours import MOSCOW

# What the buyer reads of an order besides its price and its plan, in the words of its history.
TOLD = {"title": "название", "car_id": "автомобиль", "route": "путь", "calculation_id": "расчёт"}


async def read_own(db: AsyncSession, id: UUID, *, caller: Principal) -> dict[str, Any]:
    """One's own order. Raises NotFound."""
    order = await queries.own(db, id, caller=caller)
    if order is None:
        raise NotFound("Такого заказа нет")
    return views.order((await queries.wholes(db, [order], with_story=True))[0])


async def read(db: AsyncSession, id: UUID) -> dict[str, Any]:
    """Any order, for an administrator. Raises NotFound."""
    order = await editing.found(db, Order, id)
    whole = await queries.wholes(db, [order], with_story=True)
    return views.for_admin((await queries.with_buyers(db, whole))[0])


async def create(db: AsyncSession, body: OrderCreate, *, caller: Principal) -> Order:
    """Begin an order: its first step is current. Raises Invalid, NumberTaken."""
    await people.known(db, body.user_id)
    if body.car_id and await db.get(Car, body.car_id) is None:
        raise Invalid(car_id="Такого автомобиля нет")
    now = runtime_of(db).clock()
    order = Order(
        **body.model_dump(exclude={"start_on", "number"}),
        number=body.number or await _free_number(db),
        calculation=await frozen(db, body.calculation_id),
        created_at=now,
        updated_at=now,
    )
    editing.created(db, order, caller=caller, entity="order", changes={"number": order.number, "title": order.title})
    try:
        await db.flush()
    except IntegrityError:
        raise NumberTaken from None
    db.add_all(new_steps(order.id, body.start_on or now.astimezone(MOSCOW).date()))
    note(db, order, actor="company", kind="created", text="Заказ оформлен", caller=caller)
    await outbox.record(
        db, OrderCreated(order_id=order.id, user_id=body.user_id, title=order.title, number=order.number)
    )
    await db.flush()
    return order


def new_number() -> str:
    """For example МА-418205: short enough to be said by telephone."""
    return f"МА-{secrets.randbelow(900_000) + 100_000}"


async def _free_number(db: AsyncSession) -> str:
    """Nobody asked for this number, so nobody should be refused because of it."""
    while await queries.is_numbered(db, number := new_number()):
        pass
    return number


def new_steps(order_id: UUID, start: date) -> list[OrderStep]:
    """The seven steps of a new order with their planned days."""
    walk, planned = Walk(), plan(start)
    return [
        OrderStep(
            order_id=order_id,
            key=key,
            position=position,
            status=walk.status_of(key),
            planned_from=planned[key][0],
            planned_to=planned[key][1],
        )
        for position, key in enumerate(KEYS)
    ]


async def frozen(db: AsyncSession, calculation_id: UUID | None) -> dict[str, Any] | None:
    """What a saved calculation says now: the order keeps it, whatever the rates become."""
    if calculation_id is None:
        return None
    await hold(db, calculation_id)
    saved = await db.get(SavedCalculation, calculation_id)
    return saved.model_dump(mode="json", exclude={"user_id"}) if saved else None


async def hold(db: AsyncSession, calculation_id: UUID) -> None:
    """An order that names a calculation and the news of it wait for one another, or each would miss the other."""
    await advisory_lock(db, str(calculation_id))


def note(
    db: AsyncSession,
    order: Order,
    *,
    actor: str,
    kind: str,
    text: str,
    caller: Principal | None = None,
    details: dict[str, Any] | None = None,
) -> None:
    """Add to the history that the buyer reads; his own hand is 'client', ours is 'company'."""
    now = runtime_of(db).clock()
    db.add(
        OrderHistory(
            order_id=order.id,
            at=now,
            actor=actor,
            actor_id=caller.id if caller else None,
            kind=kind,
            text=text,
            details=details or {},
        )
    )


async def advance(db: AsyncSession, id: UUID, body: Advance, *, caller: Principal) -> Order:
    """The current step is done, the next one begins. Raises NotFound, StaleVersion, OrderFinished."""
    order = await editing.locked(db, Order, id)
    if body.version is not None and body.version != order.version:
        raise StaleVersion
    steps = await queries.steps_of(db, id)
    now, before = runtime_of(db).clock(), order.current_step
    try:
        walk = walk_of(order, steps).advanced(now)
    except Finished:
        raise OrderFinished from None
    assert before is not None
    steps[before].actual_at = now
    if body.note:
        steps[before].note = body.note
    settle(db, order, steps, walk)
    reached = walk.current or KEYS[-1]
    done = f"{TITLES[before]}: готово"
    audit.record(db, caller=caller, action="advance", entity="order", entity_id=id, changes={"step": walk.current})
    note(db, order, actor="company", kind="advanced", text=done, caller=caller, details={"step": walk.current})
    if order.user_id:
        told = {"order_id": id, "user_id": order.user_id, "title": order.title, "number": order.number}
        await outbox.record(db, OrderAdvanced(**told, step=reached, step_title=TITLES[reached], note=body.note))
    return order


async def cancel(db: AsyncSession, id: UUID, reason: str, *, caller: Principal) -> Order:
    """Give the order up where it stands. Raises NotFound, OrderFinished."""
    order = await editing.locked(db, Order, id)
    steps = await queries.steps_of(db, id)
    try:
        walk = walk_of(order, steps).cancelled()
    except Finished:
        raise OrderFinished from None
    settle(db, order, steps, walk)
    audit.record(db, caller=caller, action="cancel", entity="order", entity_id=id, changes={"reason": reason})
    await tell_change(db, order, kind="cancelled", text=f"Заказ отменён: {reason}", caller=caller)
    return order


def walk_of(order: Order, steps: dict[str, OrderStep]) -> Walk:
    """Where the stored order stands."""
    done = tuple((key, step.actual_at) for key in KEYS if (step := steps[key]).actual_at is not None)
    return Walk(order.status, order.current_step, done)  # type: ignore[arg-type]


def settle(db: AsyncSession, order: Order, steps: dict[str, OrderStep], walk: Walk) -> None:
    """Write down where the order stands now."""
    order.status, order.current_step = walk.status, walk.current
    order.version, order.updated_at = order.version + 1, runtime_of(db).clock()
    for key in KEYS:
        steps[key].status = walk.status_of(key)
    db.add_all([order, *steps.values()])


async def tell_change(
    db: AsyncSession,
    order: Order,
    *,
    kind: str,
    text: str,
    caller: Principal | None,
    details: dict[str, Any] | None = None,
) -> None:
    """Note a change in the history and tell the buyer."""
    note(db, order, actor="company", kind=kind, text=text, caller=caller, details=details)
    if order.user_id:
        told = {"order_id": order.id, "user_id": order.user_id, "title": order.title, "number": order.number}
        await outbox.record(db, OrderChanged(**told, change=text))


async def change(db: AsyncSession, id: UUID, body: OrderUpdate, *, caller: Principal) -> Order:
    """Change an order or its plan. Raises NotFound, StaleVersion, Invalid."""
    order = await editing.to_edit(db, Order, id, version=body.version)
    changes = editing.given(body)
    planned: list[dict[str, Any]] = changes.pop("steps", [])
    if changes.get("car_id") and await db.get(Car, changes["car_id"]) is None:
        raise Invalid(car_id="Такого автомобиля нет")
    if "calculation_id" in changes:
        changes["calculation"] = await frozen(db, changes["calculation_id"])
    before = order.price_rub
    changed = editing.apply(db, order, changes, caller=caller, entity="order")
    if "price_rub" in changed:
        text = "Цена заказа изменена"
        details = {"was": before, "now": order.price_rub}
        await tell_change(db, order, kind="price", text=text, caller=caller, details=details)
    if others := [word for name, word in TOLD.items() if name in changed]:
        await tell_change(db, order, kind="changed", text=f"Изменилось: {', '.join(others)}", caller=caller)
    steps = await queries.steps_of(db, id)
    for update in body.steps if planned else []:
        await _change_step(db, order, steps[update.key], update, caller=caller)
    return order


async def _change_step(
    db: AsyncSession, order: Order, step: OrderStep, update: StepUpdate, *, caller: Principal
) -> None:
    """Move a step's plan, with its reason, or change what the buyer reads about it."""
    sent = update.model_dump(exclude_unset=True, exclude={"key", "delay_reason"})
    was = (step.planned_from, step.planned_to)
    now = (sent.get("planned_from", was[0]), sent.get("planned_to", was[1]))
    if now[1] < now[0]:
        raise Invalid(steps="Конец этапа раньше его начала")
    said = [text for name in ("message", "note") if (text := sent.get(name)) and text != getattr(step, name)]
    for name, value in sent.items():
        setattr(step, name, value)
    db.add(step)
    if said:
        text = f"{TITLES[step.key]}: {' '.join(said)}"[:300]
        await tell_change(db, order, kind="message", text=text, caller=caller)
    if now == was:
        return
    if now[1] > was[1] and not update.delay_reason:
        raise Invalid(steps="Назовите причину переноса")
    reason = update.delay_reason or "Срок уточнён"
    days = {"was_from": was[0].isoformat(), "was_to": was[1].isoformat()}
    step.delay = {"at": runtime_of(db).clock().isoformat(), **days, "reason": reason}
    text = f"{TITLES[step.key]}: новый срок. {reason}"
    details = days | {"step": step.key, "now_from": now[0].isoformat(), "now_to": now[1].isoformat()}
    await tell_change(db, order, kind="plan", text=text, caller=caller, details=details)


async def report(db: AsyncSession, id: UUID, body: ReportCreate, *, caller: Principal) -> None:
    """Add what happened on the way. Raises NotFound."""
    order = await editing.locked(db, Order, id)
    at = body.at or runtime_of(db).clock()
    db.add(OrderReport(order_id=id, **body.model_dump(exclude={"at"}), at=at))
    where = f"{body.place}: " if body.place else ""
    await tell_change(db, order, kind="report", text=f"{where}{body.text}"[:300], caller=caller)


async def delete(db: AsyncSession, id: UUID, *, caller: Principal) -> None:
    """Delete an order with everything that belongs to it, its papers' files too; its buyer is told. Raises NotFound."""
    order = await editing.locked(db, Order, id)
    for whole in await queries.wholes(db, [order]):
        for paper in whole.papers:
            if paper.file_key:
                delete_after_commit(db, paper.file_key)
    await editing.delete(db, order, caller=caller, entity="order")
    if order.user_id:
        told = {"order_id": id, "user_id": order.user_id, "title": order.title, "number": order.number}
        await outbox.record(db, OrderChanged(**told, change="Заказ удалён", removed=True))
