from datetime import timedelta
from typing import Any

from chassis.web import limits
from chassis.web.errors import BadRequest, RateLimited, TooLarge, UnsupportedType, document_errors
from chassis.web.http import ClientAddress
from fastapi import APIRouter, Request

from status.client_logs.schemas import LogLine
from status.client_logs.service import save_lines
from status.csp_reports.parsing import MalformedReport, Violation, parse_violations
from status.runtime import CurrentRuntime, Db

router = APIRouter(prefix="/api", tags=["client logs"])
MAX_BODY_BYTES = 64 * 1024
MEDIA_TYPES = ("application/csp-report", "application/reports+json", "application/json")
SCHEMA: dict[str, Any] = {"anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}
REQUEST_BODY = {"requestBody": {"required": True, "content": {name: {"schema": SCHEMA} for name in MEDIA_TYPES}}}


@router.post(
    "/csp-reports",
    status_code=204,
    responses=document_errors(BadRequest, TooLarge, UnsupportedType, RateLimited),
    openapi_extra=REQUEST_BODY,
)
async def receive_csp_reports(request: Request, db: Db, runtime: CurrentRuntime, address: ClientAddress) -> None:
    """Receive a browser's reports of violations of the Content Security Policy. They are among the client logs."""
    settings = runtime.settings
    await limits.hit(runtime, "csp", address, limit=settings.csp_reports_per_minute, per=timedelta(minutes=1))
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in MEDIA_TYPES:
        raise UnsupportedType

    body = await request.body()
    if len(body) > MAX_BODY_BYTES:
        raise TooLarge
    try:
        violations = parse_violations(body)
    except MalformedReport as error:
        raise BadRequest from error
    await save_lines(db, [_build_log_line(violation) for violation in violations], user_id=None, now=runtime.now())


def _build_log_line(violation: Violation) -> LogLine:
    """Return one log line per directive and blocked address, so that equal violations share a group."""
    data = violation.model_dump(include={"document", "source", "line", "disposition"})
    message = f"{violation.directive or 'unknown directive'}: {violation.blocked or 'unknown source'}"
    return LogLine(level="warn", context="csp", message=message, data=data)
