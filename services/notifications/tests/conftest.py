from collections.abc import AsyncIterator

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlmodel import SQLModel

pytest_plugins = ["chassis.testing.plugin", "services.notifications.tests.fixtures"]
KEPT_TABLES = {"alembic_version", "vapid_keys", "replicas", "seen_events", "template_audit", "audit_entries"}


@pytest.fixture(scope="session")
def sends_emails() -> bool:
    return True


@pytest.fixture(scope="session")
def service() -> str:
    return "notifications"


@pytest.fixture(scope="session")
def settings_overrides() -> dict[str, object]:
    return {"campaign_pause_seconds": 0.0, "delivery_retry_seconds": (0.05, 0.05), "stream_stuck_seconds": 2}


@pytest.fixture
async def clean(app: FastAPI) -> AsyncIterator[None]:
    """Each test begins with empty tables. Rows are deleted, since truncation would lock out the busy workers."""
    yield
    async with app.state.runtime.database.reading() as db:
        for name in SQLModel.metadata.tables:
            if name not in KEPT_TABLES:
                await db.execute(text(f'DELETE FROM "{name}"'))  # noqa: S608
