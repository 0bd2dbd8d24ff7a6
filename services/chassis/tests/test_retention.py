"""Old rows are deleted in batches; newer rows stay, wherever they are in the table."""

from datetime import timedelta
from typing import Any

import pytest
from chassis import retention
from chassis.app import Runtime
from messaging.consumer import SeenEvent
from messaging.outbox import NEVER, OutboxEvent
from persistence import batches
from persistence.tables import new_id
from sqlalchemy import func, select
from sqlmodel import col

BATCH = 10


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH", BATCH)


class TestPurge:
    async def test_all_old_rows_go_in_several_batches_and_new_ones_stay(self, runtime: Runtime, db: Any) -> None:
        now = runtime.now()
        db.add_all(SeenEvent(id=new_id(), seen_at=now - timedelta(days=40)) for _ in range(BATCH * 3))
        db.add_all(SeenEvent(id=new_id(), seen_at=now) for _ in range(3))
        await db.flush()
        await retention.purge(db, runtime)
        assert await db.scalar(select(func.count()).select_from(SeenEvent)) == 3

    async def test_events_that_wait_or_can_never_be_published_hold_up_no_purge(self, runtime: Runtime, db: Any) -> None:
        now = runtime.now()
        old = now - timedelta(days=8)
        published = [NEVER, *[old] * BATCH * 2, now]
        for when in published:
            db.add(OutboxEvent(id=new_id(), type="sample.test", body=b"{}", created_at=old, published_at=when))
            await db.flush()
        await retention.purge(db, runtime)
        left = select(col(OutboxEvent.published_at)).order_by(col(OutboxEvent.position))
        assert list(await db.scalars(left)) == [NEVER, now]
