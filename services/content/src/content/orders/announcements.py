"""Events that notify the buyer of changes of an order: one event for all changes of a transaction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from chassis.events import outbox
from chassis.formats import MOSCOW
from contracts.content import OrderAdvanced, OrderChange, OrderChanged, OrderNews, Step

from content.orders.state_machine import KEYS, TITLES
from content.orders.tables import Order, OrderDocument, OrderStep
from content.runtime import Session

# The maximum length of a line of the history.
MAX_LINE_LENGTH = 300


@dataclass
class OrderEdit:
    """The changes of an order in one transaction that its buyer can see.

    `texts` are the lines of the history. They become `OrderChanged.change`. Consumers of an earlier release, which does
    not know `OrderChanged.news`, show this text unchanged.
    """

    texts: list[str] = field(default_factory=list)
    changes: list[OrderChange] = field(default_factory=list)
    delay_reasons: list[str] = field(default_factory=list)

    def add(self, text: str, *changes: OrderChange) -> None:
        self.texts.append(text)
        self.changes.extend(changes)

    async def publish(self, db: Session, order: Order) -> None:
        """Publish the changes as one event. Publishes nothing if there are none."""
        if not self.changes:
            return
        news: OrderNews = "delayed" if self.delay_reasons else "changed"
        # A reason that is given for several steps is named once.
        reasons = " ".join(dict.fromkeys(f"{reason.rstrip('. ')}." for reason in self.delay_reasons))
        await publish_change(db, order, news, " ".join(self.texts), changes=self.changes, text=reasons or None)


async def publish_change(
    db: Session,
    order: Order,
    news: OrderNews,
    change: str,
    *,
    changes: Sequence[OrderChange] = (),
    text: str | None = None,
    document: OrderDocument | None = None,
) -> None:
    """Publish a change of an order, unless its buyer was erased.

    `change` is the line of the history, and `text` the reason of a delay or a rejection.
    """
    if order.user_id is None:
        return
    event = OrderChanged(
        order_id=order.id,
        user_id=order.user_id,
        title=order.title,
        number=order.number,
        change=change[:MAX_LINE_LENGTH],
        news=news,
        changes=tuple(changes),
        text=text,
        document=document.title if document else None,
        due_on=document.due_on if document else None,
    )
    await outbox.record(db, event)


async def publish_advance(db: Session, order: Order, steps: dict[str, OrderStep], note: str | None) -> None:
    """Publish that a step begins, or that the order is finished, unless its buyer was erased."""
    event = build_advance_event(db, order, order.current_step, steps, note)
    if event is not None:
        await outbox.record(db, event)


def build_advance_event(
    db: Session, order: Order, next_step: Step | None, steps: dict[str, OrderStep], note: str | None
) -> OrderAdvanced | None:
    """Return the event of an advance. `next_step` is the step that begins, or None if the order is finished.

    Returns None if the buyer was erased: there is nobody to notify.
    """
    if order.user_id is None:
        return None
    is_finished = next_step is None
    step = next_step or KEYS[-1]
    return OrderAdvanced(
        order_id=order.id,
        user_id=order.user_id,
        title=order.title,
        number=order.number,
        step=step,
        step_title=TITLES[step],
        note=note,
        planned_to=None if is_finished else choose_promised_day(db, steps[step]),
        is_finished=is_finished,
        days=(db.now() - order.created_at).days if is_finished else None,
    )


def choose_promised_day(db: Session, step: OrderStep) -> date | None:
    """Return the planned end of a step, or None if that day is over."""
    today = db.now().astimezone(MOSCOW).date()
    return step.planned_to if step.planned_to >= today else None
