from datetime import timedelta
from typing import Annotated
from uuid import UUID

from chassis.web import limits
from chassis.web.auth import find_caller
from chassis.web.errors import RateLimited, ServiceError, Unavailable, document_errors
from chassis.web.http import ClientAddress
from chassis.web.overload import ConcurrencyLimit
from fastapi import APIRouter, Depends, Request
from pydantic import Field

from status.client_logs import service
from status.client_logs.schemas import Accepted, LogLine
from status.runtime import CurrentRuntime, Db

router = APIRouter(prefix="/api", tags=["client logs"])
Lines = Annotated[list[LogLine], Field(min_length=1, max_length=50)]
# A fault that hits every visitor sends thousands of lines at once. The limit keeps connections for the status page.
RECEIVING_LIMIT = ConcurrencyLimit(running=2, waiting=20)
# The limit of one client network, and of one signed-in user. A twentieth of all stored lines is so little that nobody
# displaces the lines of others in a day.
LINES_PER_DAY = 5_000
DAY = timedelta(days=1)


async def _get_sender_id(request: Request) -> UUID | None:
    """Return the id of the signed-in user, or None.

    Lines are accepted from anybody, so an invalid token is not an error here.
    """
    try:
        caller = await find_caller(request)
    except ServiceError:
        return None
    return caller.id if caller else None


SenderId = Annotated[UUID | None, Depends(_get_sender_id)]


@router.post("/logs", status_code=202, responses=document_errors(RateLimited, Unavailable))
async def receive_logs(
    body: LogLine | Lines, request: Request, db: Db, runtime: CurrentRuntime, address: ClientAddress, user_id: SenderId
) -> Accepted:
    """Receive lines of a browser's error log."""
    settings = runtime.settings
    async with RECEIVING_LIMIT.slot():
        await limits.hit(runtime, "logs", address, limit=settings.logs_per_minute, per=timedelta(minutes=1))

        max_kilobytes = settings.logs_kilobytes_per_hour
        # An incomplete kilobyte counts as a whole one.
        size_kilobytes = 1 + len(await request.body()) // 1024
        await limits.hit(
            runtime, "logs-size", address, limit=max_kilobytes, per=timedelta(hours=1), weight=size_kilobytes
        )

        lines = body if isinstance(body, list) else [body]
        await limits.hit(runtime, "logs-day", address, limit=LINES_PER_DAY, per=DAY, weight=len(lines))
        if user_id:
            await limits.hit(runtime, "logs-day", str(user_id), limit=LINES_PER_DAY, per=DAY, weight=len(lines))
        await service.save_lines(db, lines, user_id=user_id, now=runtime.now())
    return Accepted(accepted=len(lines))
