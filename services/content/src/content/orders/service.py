"""Rules of orders. The seven steps follow one another. Every change is recorded, and the buyer is notified."""

import secrets
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Literal
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.events import outbox
from chassis.features.audit import WITHHELD_TEXT
from chassis.features.storage import delete_after_commit
from chassis.formats import MOSCOW
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, StaleVersion, check_version, raises, require_found
from contracts.content import OrderAdvanced, OrderChange, OrderChanged, OrderCreated
from sqlalchemy import delete as delete_rows
from sqlmodel import col

from content import editing
from content.cars.tables import Car
from content.orders import queries, serializers, timeline
from content.orders.announcements import (
    MAX_LINE_LENGTH,
    OrderEdit,
    build_advance_event,
    choose_promised_day,
    publish_advance,
    publish_change,
)
from content.orders.errors import NumberTaken, OrderCancelled, OrderFinished
from content.orders.schemas import (
    Advance,
    Cancellation,
    OrderAdmin,
    OrderCreate,
    OrderRead,
    OrderUpdate,
    ReportCreate,
    StepUpdate,
)
from content.orders.state_machine import KEYS, TITLES, OrderProgress, plan_steps
from content.orders.tables import Order, OrderHistory, OrderReport, OrderStep, SavedCalculation
from content.records import build_record
from content.runtime import Session
from content.users import service as users

# Fields whose changes are announced to the buyer, besides the price and the plan: CHANGE_LABELS has their names in the
# history, CHANGE_NAMES their names in events. The body type is absent, because it only selects the drawing of the car.
CHANGE_LABELS = {"title": "название", "car_id": "автомобиль", "route": "путь", "calculation_id": "расчёт"}
CHANGE_NAMES: dict[str, Literal["title", "car", "route", "calculation"]] = {
    "title": "title",
    "car_id": "car",
    "route": "route",
    "calculation_id": "calculation",
}
# The privacy page promises five years. Two leap days are added, the most that five years contain, so that no order is
# deleted a day early.
RETENTION = timedelta(days=5 * 365 + 2)


async def read_own_order(db: Session, id: UUID, *, caller: Principal) -> OrderRead:
    """Return an order of the caller with all its parts. Raises NotFound."""
    order = await queries.get_own_order(db, id, caller=caller)
    [details] = await queries.load_details(db, [order], with_history=True)
    return serializers.serialize_order(OrderRead, details)


async def read_for_admin(db: Session, id: UUID) -> OrderAdmin:
    """Return any order, for an administrator. Raises NotFound."""
    order = await editing.get_record(db, Order, id)
    details_of_orders = await queries.load_details(db, [order], with_history=True)
    [details] = await queries.load_buyers_and_assignees(db, details_of_orders)
    return serializers.serialize_order(OrderAdmin, details, base_path=serializers.ADMIN_PATH)


@raises(NumberTaken, Invalid)
async def create(
    db: Session, body: OrderCreate, *, caller: Principal, calculation: dict[str, Any] | None = None
) -> OrderAdmin:
    """Create an order at its first step. `calculation` was frozen earlier, for example by a reservation."""
    await users.wait_for_user(db.runtime, body.user_id)
    await users.get_user(db, body.user_id)
    if body.car_id and await db.get(Car, body.car_id) is None:
        raise Invalid(car_id="Такого автомобиля нет")
    order = build_record(
        db,
        Order,
        **body.model_dump(exclude={"start_on", "number"}),
        number=body.number or await _find_free_number(db),
        calculation=calculation or await freeze_calculation(db, body.calculation_id),
    )
    editing.add_record(db, order, caller=caller, changes={"number": order.number, "title": order.title})
    await editing.flush_or_raise(db, NumberTaken)
    steps = build_steps(order.id, body.start_on or db.now().astimezone(MOSCOW).date())
    db.add_all(steps)
    add_history_entry(db, order, kind="created", text="Заказ оформлен", caller=caller)
    event = OrderCreated(
        order_id=order.id,
        user_id=order.user_id,
        title=order.title,
        number=order.number,
        planned_to=choose_promised_day(db, steps[0]),
    )
    await outbox.record(db, event)
    return await read_for_admin(db, order.id)


def generate_number() -> str:
    """Generate a number such as MA-418205, short enough to be read out by telephone."""
    return f"MA-{secrets.randbelow(900_000) + 100_000}"


async def _find_free_number(db: Session) -> str:
    """Generate numbers until one is free."""
    while True:
        number = generate_number()
        if not await queries.is_number_taken(db, number):
            return number


def build_steps(order_id: UUID, start: date) -> list[OrderStep]:
    """Build the seven steps of a new order with their planned days."""
    progress = OrderProgress()
    planned_steps = plan_steps(start)
    return [
        OrderStep(
            order_id=order_id,
            key=key,
            position=position,
            status=progress.get_status(key),
            planned_from=planned_steps[key][0],
            planned_to=planned_steps[key][1],
        )
        for position, key in enumerate(KEYS)
    ]


async def freeze_calculation(db: Session, calculation_id: UUID | None) -> dict[str, Any] | None:
    """Copy the saved calculation for an order, so that later rates do not change it."""
    if calculation_id is None:
        return None
    await lock_calculations(db, [calculation_id])
    calculation = await db.get(SavedCalculation, calculation_id)
    return calculation.model_dump(mode="json", exclude={"user_id"}) if calculation else None


async def lock_calculations(db: Session, ids: Iterable[UUID]) -> None:
    """Lock calculations: creating an order and handling `CalculationSaved` must not run at the same time."""
    await take_advisory_locks(db, *map(str, ids))


def add_history_entry(
    db: Session,
    order: Order,
    *,
    kind: str,
    text: str,
    caller: Principal,
    actor: Literal["client", "company"] = "company",
    details: dict[str, Any] | None = None,
) -> None:
    """Add a line to the history that the buyer reads, and to the timeline of the conversation."""
    entry: dict[str, Any] = {"actor": actor, "actor_id": caller.id, "kind": kind, "text": text}
    db.add(OrderHistory(order_id=order.id, at=db.now(), **entry, details=details or {}))
    db.before_commit(timeline.add_history, order.id)


@raises(OrderFinished, StaleVersion, NotFound)
async def advance(db: Session, id: UUID, body: Advance, *, caller: Principal) -> OrderAdmin:
    """Finish the current step. The next step begins, or the order is finished."""
    order = await editing.lock_record(db, Order, id)
    check_version(body.version, order.version)
    steps = await queries.get_steps(db, id)
    now = db.now()
    finished_step = order.current_step
    progress = read_progress(order, steps).advance(now)
    assert finished_step is not None
    steps[finished_step].actual_at = now
    if body.note:
        steps[finished_step].note = body.note
    save_progress(db, order, steps, progress)

    details = {"step": progress.current}
    editing.record_action(db, order, "advance", caller=caller, changes=details)
    text = f"{TITLES[finished_step]}: готово"
    add_history_entry(db, order, kind="advanced", text=text, caller=caller, details=details)
    await publish_advance(db, order, steps, body.note)
    return await read_for_admin(db, id)


@raises(OrderFinished, StaleVersion, NotFound)
async def preview_advance(db: Session, id: UUID, body: Advance) -> OrderAdvanced | None:
    """Return the event that `advance` would publish now, or None if the buyer was erased. Changes nothing."""
    order = require_found(await db.get(Order, id))
    check_version(body.version, order.version)
    steps = await queries.get_steps(db, id)
    progress = read_progress(order, steps).advance(db.now())
    return build_advance_event(db, order, progress.current, steps, body.note)


@raises(OrderFinished, StaleVersion, NotFound)
async def cancel(db: Session, id: UUID, body: Cancellation, *, caller: Principal) -> Order:
    """Cancel the order at its current step, and return it locked.

    `cancellations.service` calls this, and cancels the open invoices of the order in the same transaction.
    """
    order = await editing.lock_record(db, Order, id)
    check_version(body.version, order.version)
    steps = await queries.get_steps(db, id)
    progress = read_progress(order, steps).cancel()
    save_progress(db, order, steps, progress)
    editing.record_action(db, order, "cancel", caller=caller, changes={"reason": body.reason})
    text = f"Заказ отменён: {body.reason}"
    add_history_entry(db, order, kind="cancelled", text=text, caller=caller)
    await publish_change(db, order, "cancelled", text, text=body.reason)
    return order


def read_progress(order: Order, steps: dict[str, OrderStep]) -> OrderProgress:
    """Return the state of the order's steps, by which `state_machine` decides."""
    times_of_steps = []
    for key in KEYS:
        actual_at = steps[key].actual_at
        if actual_at is not None:
            times_of_steps.append((key, actual_at))
    return OrderProgress(order.status, order.current_step, tuple(times_of_steps))


def save_progress(db: Session, order: Order, steps: dict[str, OrderStep], progress: OrderProgress) -> None:
    """Store the progress in the order and its steps."""
    order.status = progress.status
    order.current_step = progress.current
    editing.mark_changed(db, order)
    for key in KEYS:
        steps[key].status = progress.get_status(key)
    db.add_all(steps.values())


@raises(StaleVersion, NotFound, Invalid)
async def change(db: Session, id: UUID, body: OrderUpdate, *, caller: Principal) -> OrderAdmin:
    """Change an order or its plan. The buyer gets one list of all changes."""
    order, changes = await editing.lock_to_change(db, Order, id, body)
    has_plan = bool(changes.pop("steps", []))
    if changes.get("car_id") and await db.get(Car, changes["car_id"]) is None:
        raise Invalid(car_id="Такого автомобиля нет")
    if "calculation_id" in changes:
        changes["calculation"] = await freeze_calculation(db, changes["calculation_id"])
    old_price = order.price_rub

    steps = await queries.get_steps(db, id) if has_plan else {}
    plan = _describe_plan(body.steps if has_plan else (), steps)
    changed_fields = editing.apply_changes(db, order, changes, caller=caller, dependent_changes=plan)

    edit = OrderEdit()
    if "price_rub" in changed_fields:
        details = {"was": old_price, "now": order.price_rub}
        text = "Цена заказа изменена"
        add_history_entry(db, order, kind="price", text=text, caller=caller, details=details)
        edit.add(f"{text}.", OrderChange(what="price", was=str(old_price), now=str(order.price_rub)))
    other_names = [name for name in CHANGE_LABELS if name in changed_fields]
    if other_names:
        text = f"Изменилось: {', '.join(CHANGE_LABELS[name] for name in other_names)}"
        add_history_entry(db, order, kind="changed", text=text, caller=caller)
        edit.add(f"{text}.", *(OrderChange(what=CHANGE_NAMES[name], now=order.title) for name in other_names))
    if has_plan:
        for update in body.steps:
            _change_step(db, order, steps[update.key], update, edit, caller=caller)
    await edit.publish(db, order)
    return await read_for_admin(db, id)


def _describe_plan(updates: Iterable[StepUpdate], steps: dict[str, OrderStep]) -> dict[str, Any]:
    """Describe the changes of steps for the audit log. The texts of notes and messages are withheld."""
    changed_steps: dict[str, Any] = {}
    for update in updates:
        sent_fields = update.model_dump(exclude_unset=True, exclude={"key", "delay_reason"})
        changed_fields = {
            name: value for name, value in sent_fields.items() if value != getattr(steps[update.key], name)
        }
        shown_fields = {
            name: WITHHELD_TEXT if value and name in {"note", "message"} else value
            for name, value in changed_fields.items()
        }
        if shown_fields and update.delay_reason:
            shown_fields["delay_reason"] = update.delay_reason
        if shown_fields:
            changed_steps[update.key] = shown_fields
    return {"steps": changed_steps} if changed_steps else {}


def _change_step(
    db: Session, order: Order, step: OrderStep, update: StepUpdate, edit: OrderEdit, *, caller: Principal
) -> None:
    """Change a step's planned days, or the texts that the buyer reads about it.

    Raises Invalid for a delay without a reason, or a step that ends before it begins.
    """
    sent_fields = update.model_dump(exclude_unset=True, exclude={"key", "delay_reason"})
    was_from = step.planned_from
    was_to = step.planned_to
    now_from = sent_fields.get("planned_from", was_from)
    now_to = sent_fields.get("planned_to", was_to)
    if now_to < now_from:
        raise Invalid(steps="Конец этапа раньше его начала")

    texts = {name: sent_fields[name] for name in ("message", "note") if sent_fields.get(name)}
    messages = [text for name, text in texts.items() if text != getattr(step, name)]
    for name, value in sent_fields.items():
        setattr(step, name, value)
    db.add(step)
    title = TITLES[step.key]
    if messages:
        text = f"{title}: {' '.join(messages)}"[:MAX_LINE_LENGTH]
        add_history_entry(db, order, kind="message", text=text, caller=caller)
        edit.add(text, *(OrderChange(what="message", step_title=title, now=message) for message in messages))

    if (now_from, now_to) == (was_from, was_to):
        return
    is_delay = now_to > was_to
    if is_delay and not update.delay_reason:
        raise Invalid(steps="Назовите причину переноса")
    reason = update.delay_reason or "Срок уточнён"
    if is_delay:
        edit.delay_reasons.append(reason)

    days = {"was_from": was_from.isoformat(), "was_to": was_to.isoformat()}
    step.delay = {"at": db.now().isoformat(), **days, "reason": reason}
    text = f"{title}: новый срок. {reason}"
    details = days | {"step": step.key, "now_from": now_from.isoformat(), "now_to": now_to.isoformat()}
    add_history_entry(db, order, kind="plan", text=text, caller=caller, details=details)
    # Buyers wait for the end of a step, so its beginning is named only if the end has not moved.
    if now_to != was_to:
        change = OrderChange(what="end", step_title=title, was=was_to.isoformat(), now=now_to.isoformat())
    else:
        change = OrderChange(what="start", step_title=title, was=was_from.isoformat(), now=now_from.isoformat())
    edit.add(f"{text}.", change)


@raises(OrderCancelled, NotFound)
async def add_report(db: Session, id: UUID, body: ReportCreate, *, caller: Principal) -> OrderAdmin:
    """Add a report about the car on its way, with its place and pictures."""
    order = await editing.lock_record(db, Order, id)
    if order.status == "cancelled":
        raise OrderCancelled
    at = body.at or db.now()
    db.add(OrderReport(order_id=id, **body.model_dump(exclude={"at"}), at=at))
    place = f"{body.place}: " if body.place else ""
    text = f"{place}{body.text}"
    add_history_entry(db, order, kind="report", text=text[:MAX_LINE_LENGTH], caller=caller)
    changes = {"step": body.step, "text": WITHHELD_TEXT, "pictures": len(body.pictures)}
    editing.record_action(db, order, "report", caller=caller, changes=changes)
    await publish_change(db, order, "reported", text, text=text)
    return await read_for_admin(db, id)


async def delete(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete an order with all its rows and files, and notify the buyer. Raises NotFound."""
    order = await editing.lock_record(db, Order, id)
    for key in await queries.list_file_keys(db, [id]):
        delete_after_commit(db, key)
    await timeline.delete_files(db, [id])
    await editing.delete_record(db, order, caller=caller)
    if order.user_id:
        event = OrderChanged(
            order_id=order.id,
            user_id=order.user_id,
            title=order.title,
            number=order.number,
            change="Заказ удалён",
            removed=True,
        )
        await outbox.record(db, event)


async def purge_old_orders(db: Session, _: object) -> None:
    """Delete orders that ended more than five years ago. ON DELETE CASCADE deletes dependent rows."""
    order_ids = await queries.lock_ended_orders(db, before=db.now() - RETENTION)
    for key in await queries.list_file_keys(db, order_ids):
        delete_after_commit(db, key)
    await timeline.delete_files(db, order_ids)
    await db.execute(delete_rows(Order).where(col(Order.id).in_(order_ids)))
