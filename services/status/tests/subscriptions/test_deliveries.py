"""A delivery that cannot be queued does not stop the others."""

from datetime import timedelta
from typing import Any

import pytest
from chassis.database.tables import new_id
from chassis.mail import mail_queue
from chassis.mail.texts import EmailContent
from chassis.testing.fixture_types import Mailbox
from chassis.testing.plugin import MovableClock
from sqlalchemy import func, select
from sqlmodel import col
from status.runtime import Session, StatusRuntime
from status.subscriptions import service
from status.subscriptions.emails import announce
from status.subscriptions.service import RETRIES, queue_emails
from status.subscriptions.tables import Delivery, Subscription

POISONED_DELIVERIES = 60


@pytest.fixture
async def subscribers(
    db: Session, runtime: StatusRuntime, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty subscribers whose email cannot be queued, before one whose email can; batches of fifty."""
    queue = mail_queue.queue_email

    async def refuse_poisoned(db: Session, *, to: str, **fields: Any) -> Any:
        if to.startswith("poisoned"):
            raise ValueError("cannot be queued")
        return await queue(db, to=to, **fields)

    monkeypatch.setattr(mail_queue, "queue_email", refuse_poisoned)
    monkeypatch.setattr(service, "BATCH_SIZE", 50)
    clock.freeze(clock())
    addresses = [*(f"poisoned-{number}@example.com" for number in range(POISONED_DELIVERIES)), "anna@example.com"]
    for address in addresses:
        db.add(Subscription(id=new_id(), email=address, consent_at=clock(), confirmed_at=clock()))
    await db.flush()
    async with runtime.database.transaction() as session:
        await announce(session, EmailContent("Сбой", "Сбой", "Чиним"), ["email"])


async def run_job(runtime: StatusRuntime) -> None:
    async with runtime.database.transaction() as db:
        await queue_emails(db, runtime)


class TestQueueEmails:
    async def test_sixty_deliveries_that_fail_do_not_stop_the_next_one(
        self, runtime: StatusRuntime, subscribers: None, mailbox: Mailbox, clock: MovableClock, db: Session
    ) -> None:
        for _ in range(2):
            await run_job(runtime)
        assert len(await mailbox("anna@example.com")) == 1
        for pause in RETRIES:
            clock.move(seconds=(pause + timedelta(seconds=1)).total_seconds())
            for _ in range(2):
                await run_job(runtime)
        failed_count_query = select(func.count()).select_from(Delivery).where(col(Delivery.failed_at).is_not(None))
        assert await db.scalar(failed_count_query) == POISONED_DELIVERIES
        assert await db.scalar(select(func.count()).select_from(Delivery)) == POISONED_DELIVERIES
        assert len(await mailbox("anna@example.com")) == 1
