from datetime import timedelta
from typing import Annotated, Literal
from uuid import UUID

from chassis import limits
from chassis.auth import SIGNED_IN, Principal, maybe_current, requires
from chassis.errors import RateLimited, ServiceError, Unavailable, documented
from chassis.http import ClientAddress
from chassis.overload import ConcurrencyLimit
from chassis.paging import Page
from contracts.fields import printable
from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import AfterValidator, Field

from status.client_logs import queries, service
from status.client_logs.schemas import (
    Accepted,
    Level,
    LogEntries,
    LogEntryRead,
    LogGroupRead,
    LogGroups,
    LogLine,
)
from status.client_logs.tables import LogEntry
from status.runtime import Db, ReadDb, Rt

router = APIRouter(prefix="/api", tags=["client logs"])
Operator = Annotated[Principal, requires("status:administer")]
Fingerprint = Annotated[str, Path(max_length=100), AfterValidator(printable)]
Lines = Annotated[list[LogLine], Field(min_length=1, max_length=50)]
# A fault that hits every visitor sends thousands of lines at once: the status page keeps its connections.
LIMIT = ConcurrencyLimit(running=2, waiting=20)


async def _sender_id(request: Request) -> UUID | None:
    """The signed-in user's id, or None: a line is accepted from anybody, so an invalid token is no error here."""
    try:
        caller = await maybe_current(request)
    except ServiceError:
        return None
    return caller.id if caller else None


SenderId = Annotated[UUID | None, Depends(_sender_id)]


@router.post("/logs", status_code=202, responses=documented(RateLimited, Unavailable))
async def receive_logs(
    body: LogLine | Lines, request: Request, db: Db, runtime: Rt, address: ClientAddress, user_id: SenderId
) -> Accepted:
    """Receive lines of a browser's error log."""
    settings = runtime.settings
    async with LIMIT.turn():
        await limits.hit(runtime, "logs", address, limit=settings.logs_per_minute, per=timedelta(minutes=1))
        kilobytes, size = settings.logs_kilobytes_per_hour, 1 + len(await request.body()) // 1024
        await limits.hit(runtime, "logs-size", address, limit=kilobytes, per=timedelta(hours=1), weight=size)
        lines = body if isinstance(body, list) else [body]
        await service.save_lines(db, lines, user_id=user_id, now=runtime.now())
    return Accepted(accepted=len(lines))


@router.get("/status/admin/logs", responses=documented(*SIGNED_IN))
async def list_log_groups(
    _: Operator,
    db: ReadDb,
    page: Page,
    level: Level | None = None,
    search: Annotated[str, Query(max_length=200), AfterValidator(printable)] = "",
    sort: Literal["-last_seen", "last_seen", "-count", "count"] = "-last_seen",
) -> LogGroups:
    """Groups of equal lines, the latest or the most frequent first; searched by how their messages begin."""
    rows, total = await queries.list_groups(db, page, level=level, search=search, sort=sort)
    return LogGroups(items=[LogGroupRead.model_validate(row, from_attributes=True) for row in rows], total=total)


@router.get("/status/admin/logs/{fingerprint}", responses=documented(*SIGNED_IN))
async def list_log_entries(fingerprint: Fingerprint, _: Operator, db: ReadDb, page: Page) -> LogEntries:
    """The lines of one group, the latest first."""
    rows, total = await queries.list_entries(db, page, fingerprint)
    return LogEntries(items=[_entry(row) for row in rows], total=total)


def _entry(row: LogEntry) -> LogEntryRead:
    return LogEntryRead(id=str(row.id), **row.model_dump(exclude={"id", "fingerprint"}))
