"""Responses to the links in emails: a browser is redirected to a page, other clients get JSON."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from chassis.errors import ServiceError


def _is_browser(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def redirect_or_answer(request: Request, page: str, answer: Any) -> Any:
    """Redirect a browser to `page`; give other clients `answer`."""
    return RedirectResponse(page, status_code=303) if _is_browser(request) else answer


def redirect_or_raise(request: Request, page: str, error: ServiceError) -> Response:
    """Redirect a browser to `page`; raise `error` for other clients."""
    if _is_browser(request):
        return RedirectResponse(page, status_code=303)
    raise error
