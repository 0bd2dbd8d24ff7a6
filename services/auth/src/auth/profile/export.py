"""Data export: one event requests the parts of all services, and the user gets one document."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from chassis.events import outbox
from chassis.features.personal_data import export_all
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import RateLimited, raises
from contracts import services
from contracts.auth import ExportRequested
from prometheus_client import Counter

from auth.accounts.service import get_own_account
from auth.profile import queries
from auth.profile.personal_data import PERSONAL_DATA
from auth.profile.schemas import PersonalData
from auth.profile.tables import DataExport
from auth.runtime import AuthRuntime

log = structlog.get_logger()
EXPORT_PARTS_MISSING = Counter("auth_export_parts_missing_total", "Parts missing in delivered exports", ["service"])
POLL_SECONDS = 0.1
RESUME_WITHIN = timedelta(minutes=10)


@raises(RateLimited)
async def gather(runtime: AuthRuntime, *, caller: Principal) -> PersonalData:
    """Collect the caller's data of all services within `export_wait_seconds`. Late services are listed as missing.

    Raises RateLimited, because each export is work for all services.
    """
    export = await _begin(runtime, caller)
    other_services = [name for name in services.SERVICES if name != runtime.name]
    deadline = asyncio.get_running_loop().time() + runtime.settings.export_wait_seconds
    parts = await _read_parts(runtime, export.id)
    while not parts.keys() >= set(other_services) and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(POLL_SECONDS)
        parts = await _read_parts(runtime, export.id)
    missing_services = [name for name in other_services if name not in parts]
    for name in missing_services:
        EXPORT_PARTS_MISSING.labels(name).inc()
    if missing_services:
        log.warning("export_incomplete", export=str(export.id), missing=missing_services)
    async with runtime.database.transaction() as db:
        account = await get_own_account(db, caller)
        own_data = await export_all(db, PERSONAL_DATA, account.id)
        if not missing_services:
            export.handed_over_at = runtime.now()
            await db.merge(export)
    return PersonalData(
        export_id=export.id,
        requested_at=export.requested_at,
        complete=not missing_services,
        missing=missing_services,
        services={"auth": own_data, **parts},
    )


async def _begin(runtime: AuthRuntime, caller: Principal) -> DataExport:
    """Create an export, or continue an incomplete one of the last minutes: a repeated call collects late parts."""
    async with runtime.database.transaction() as db:
        export = await queries.find_open_export(db, caller.id, requested_after=runtime.now() - RESUME_WITHIN)
        if export is not None:
            return export
        limit = runtime.settings.exports_per_hour
        await limits.hit(runtime, "exports", str(caller.id), limit=limit, per=timedelta(hours=1), within=db)
        export = DataExport(account_id=caller.id, requested_at=runtime.now())
        db.add(export)
        await outbox.record(db, ExportRequested(user_id=caller.id, export_id=export.id))
    return export


async def _read_parts(runtime: AuthRuntime, export_id: UUID) -> dict[str, Any]:
    async with runtime.database.reading() as db:
        return await queries.get_export_parts(db, export_id)
