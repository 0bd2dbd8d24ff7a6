"""Answers to the links of letters: a browser that follows one goes on to a page, other programs get JSON."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from chassis.errors import ServiceError


def _is_browser(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def answered(request: Request, page: str, answer: Any) -> Any:
    """What was asked for is done; `page` is an address of the site that says so."""
    return RedirectResponse(page, status_code=303) if _is_browser(request) else answer


def refused(request: Request, page: str, error: ServiceError) -> Response:
    """It could not be done; `page` says so. Raises the error for whoever is no browser."""
    if _is_browser(request):
        return RedirectResponse(page, status_code=303)
    raise error
