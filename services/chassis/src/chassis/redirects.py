"""Responses to the links in emails: a browser is redirected to a page, other clients get JSON."""

from fastapi import Request, Response
from fastapi.responses import RedirectResponse


def redirect_browser(request: Request, page: str) -> Response | None:
    """Redirect a browser to `page`; None for other clients, which get JSON."""
    is_browser = "text/html" in request.headers.get("accept", "")
    return RedirectResponse(page, status_code=303) if is_browser else None
