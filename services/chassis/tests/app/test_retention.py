"""Old rows are deleted in batches. Newer rows stay."""

from datetime import timedelta

import pytest
from chassis import retention
from chassis.database import batches
from chassis.database.tables import new_id
from chassis.events.event_attempts import EventAttempts
from chassis.runtime import AnyRuntime, AnySession
from sqlalchemy import func, select

BATCH_SIZE = 10


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH_SIZE", BATCH_SIZE)


class TestPurge:
    async def test_all_old_rows_go_in_several_batches_and_new_ones_stay(
        self, runtime: AnyRuntime, db: AnySession
    ) -> None:
        now = runtime.now()
        long_ago = now - timedelta(days=40)
        db.add_all(EventAttempts(id=new_id(), attempts=1, updated_at=long_ago) for _ in range(BATCH_SIZE * 3))
        db.add_all(EventAttempts(id=new_id(), attempts=1, updated_at=now) for _ in range(3))
        await db.flush()
        await retention.purge(db, runtime)
        assert await db.scalar(select(func.count()).select_from(EventAttempts)) == 3
