"""Load the demo data: `python -m notifications.seed`. A repeated run adds nothing.

The seed of content writes the demo orders without events, so no email was sent about them. These rows are the emails
that the demo buyer would have received in the last weeks.
"""

import asyncio
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis.database.tables import new_id
from sqlalchemy import select
from sqlmodel import col

from notifications.channels.tables import Delivery
from notifications.runtime import Session
from notifications.runtime_factory import make_runtime
from notifications.settings import Settings

# The demo buyer of auth.
BUYER_ID = UUID("01900000-0000-7000-8000-000000000001")


class DemoEmail(NamedTuple):
    """An email that was sent `days_ago` days before the seed."""

    days_ago: int
    type: str
    title: str
    in_digest: bool = False
    # Why the mail server did not accept it.
    failure: str | None = None


EMAILS = [
    DemoEmail(27, "booking", "Автомобиль куплен и готов к дороге, заказ MA-2291"),
    DemoEmail(11, "booking", "Начинаем таможню, заказ MA-2274"),
    DemoEmail(9, "booking", "Заказ MA-2305 открыт"),
    DemoEmail(6, "booking", "Проверяем автомобиль, заказ MA-2305"),
    DemoEmail(5, "booking", "Новости с дороги, заказ MA-2291", in_digest=True),
    DemoEmail(4, "booking", "Готовим покупку, заказ MA-2305"),
    DemoEmail(3, "booking", "Документ не принят: Справка о доходах"),
    DemoEmail(2, "booking", "Новости с дороги, заказ MA-2291", failure="452 4.2.2 mailbox full"),
    DemoEmail(1, "booking", "Вам написали в заказе MA-2291"),
]


async def load(db: Session) -> None:
    """Add the emails of the demo buyer, unless the buyer has emails already."""
    sent_emails = select(col(Delivery.id)).where(col(Delivery.user_id) == BUYER_ID, col(Delivery.channel) == "email")
    if await db.scalar(sent_emails.limit(1)):
        return
    db.add_all(_build_delivery(db, email) for email in EMAILS)
    await db.flush()


def _build_delivery(db: Session, email: DemoEmail) -> Delivery:
    sent_at = db.now() - timedelta(days=email.days_ago)
    return Delivery(
        user_id=BUYER_ID,
        source_id=new_id(),
        channel="email",
        type=email.type,
        title=email.title,
        in_digest=email.in_digest,
        state="failed" if email.failure else "sent",
        reason=email.failure,
        attempts=1,
        created_at=sent_at,
        due_at=sent_at,
        finished_at=sent_at,
    )


if __name__ == "__main__":
    asyncio.run(make_runtime(Settings()).run_once(load))
