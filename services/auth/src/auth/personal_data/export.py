"""Export: every service is asked by one fact and answers by another; the person gets one document."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from chassis import outbox
from chassis.app import Runtime
from chassis.auth import Principal
from chassis.database import runtime_of
from contracts.auth import ExportRequested
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from auth.accounts.service import own_account
from auth.personal_data import own
from auth.personal_data.metrics import EXPORT_PARTS_MISSING
from auth.personal_data.schemas import PersonalData
from auth.personal_data.tables import DataExport, DataExportPart
from auth.settings import settings_of

log = structlog.get_logger()
OTHERS = ("content", "notifications", "calculator", "status")
POLL_SECONDS = 0.1
KEPT = timedelta(hours=1)
SAME = timedelta(minutes=10)


async def gather(runtime: Runtime, *, caller: Principal) -> PersonalData:
    """Everything about the caller. Waits for all services, up to a limit; what is late is named and asked for again."""
    export = await _begin(runtime, caller)
    deadline = asyncio.get_running_loop().time() + settings_of(runtime).export_wait_seconds
    parts = await _parts(runtime, export.id)
    while len(parts) < len(OTHERS) and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(POLL_SECONDS)
        parts = await _parts(runtime, export.id)
    missing = [name for name in OTHERS if name not in parts]
    _warn_of(missing, export)
    async with runtime.database.transaction() as db:
        mine = await own.everything(db, await own_account(db, caller))
        if not missing:
            export.handed_over_at = runtime.clock()
            await db.merge(export)
    return PersonalData(
        export_id=export.id,
        requested_at=export.requested_at,
        complete=not missing,
        missing=missing,
        services={"auth": mine, **parts},
    )


async def _begin(runtime: Runtime, caller: Principal) -> DataExport:
    """A new request, or the unfinished one of a few minutes ago: repeating the call collects what came late."""
    async with runtime.database.transaction() as db:
        recent = select(DataExport).where(
            col(DataExport.account_id) == caller.id,
            col(DataExport.requested_at) > runtime.clock() - SAME,
            col(DataExport.handed_over_at).is_(None),
        )
        export: DataExport | None = await db.scalar(recent.order_by(col(DataExport.id).desc()).limit(1))
        if export is not None:
            return export
        export = DataExport(account_id=caller.id, requested_at=runtime.clock())
        db.add(export)
        await outbox.record(db, ExportRequested(user_id=caller.id, export_id=export.id))
    return export


def _warn_of(missing: list[str], export: DataExport) -> None:
    for name in missing:
        EXPORT_PARTS_MISSING.labels(name).inc()
    if missing:
        log.warning("export_incomplete", export=str(export.id), missing=missing)


async def _parts(runtime: Runtime, export_id: UUID) -> dict[str, Any]:
    query = select(DataExportPart).where(col(DataExportPart.export_id) == export_id)
    async with runtime.database.reading() as db:
        return {part.service: part.data for part in await db.scalars(query)}


async def purge(db: AsyncSession) -> None:
    """An export is handed over once; the collected copy does not stay."""
    await db.execute(delete(DataExport).where(col(DataExport.requested_at) < runtime_of(db).clock() - KEPT))
