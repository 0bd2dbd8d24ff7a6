"""Existence check of saved calculations, by a request to the calculator, which stores them."""

from uuid import UUID

import httpx2
import structlog
from chassis.web.http import create_external_client
from chassis.web.service_calls import call_service

from content.runtime import ContentRuntime

TIMEOUT_SECONDS = 3
log = structlog.get_logger()


def _parse_id(text: str) -> UUID | None:
    """Return the id in its usual notation, in upper or lower case; None for any other text."""
    try:
        id = UUID(text)
    except ValueError:
        return None
    return id if str(id) == text.lower() else None


async def is_missing(runtime: ContentRuntime, calculation_id: str) -> bool:
    """Return True if there is no such calculation. Returns False also while the calculator does not answer."""
    id = _parse_id(calculation_id)
    if id is None:
        return True
    path = f"/api/calculator/calculations/{id}"
    try:
        async with create_external_client(timeout=TIMEOUT_SECONDS) as http:
            answer = await call_service(http, "HEAD", runtime.settings.calculator_url, path)
    except httpx2.HTTPError as error:
        log.warning("calculator_unreachable", error=type(error).__name__)
        return False
    return answer.status_code == httpx2.codes.NOT_FOUND
