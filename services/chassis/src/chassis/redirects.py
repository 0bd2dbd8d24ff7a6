"""Responses to the links in emails: a browser is redirected to a page, other clients get JSON."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from chassis.errors import ServiceError


def redirect_browser(request: Request, page: str) -> Response | None:
    """Redirect a browser to `page`; None for other clients, which get JSON."""
    is_browser = "text/html" in request.headers.get("accept", "")
    return RedirectResponse(page, status_code=303) if is_browser else None


def redirect_or_raise(request: Request, page: str, error: ServiceError) -> Response:
    """Redirect a browser to `page`; raise `error` for other clients."""
    if redirect := redirect_browser(request, page):
        return redirect
    raise error
