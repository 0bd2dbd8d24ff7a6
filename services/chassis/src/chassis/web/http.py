"""Client address, HTTP client for other companies' servers, conditional requests, compression, redirects."""

import re
from functools import cache
from typing import Annotated

import httpx2
from fastapi import Depends, Request, Response
from fastapi.responses import RedirectResponse

# A forwarded header may hold any text. An IPv6 address with a zone is shorter than this.
MAX_ADDRESS_LENGTH = 64


async def get_client_address(request: Request) -> str:
    """Return the address of the client. Forwarded headers count only from trusted proxies (`chassis.app`)."""
    return request.client.host[:MAX_ADDRESS_LENGTH] if request.client else "unknown"


ClientAddress = Annotated[str, Depends(get_client_address)]


# Certificate authorities of the machine or of SSL_CERT_FILE. Reading them takes 23 ms, so it is done once.
get_trusted_authorities = cache(httpx2.create_ssl_context)


def create_external_client(*, timeout: float = 10.0) -> httpx2.AsyncClient:
    """Return an HTTP client for other companies' servers. It follows no redirects. `timeout` is in seconds."""
    limits = httpx2.Limits(max_connections=20)
    return httpx2.AsyncClient(verify=get_trusted_authorities(), timeout=timeout, follow_redirects=False, limits=limits)


ENTITY_TAG = re.compile(r'(?:W/)?("[^"]*")')
# The weights that refuse a coding, in lower case.
REFUSING_WEIGHT = re.compile(r"q=0(\.0{0,3})?")


def client_has_current_version(request: Request, etag: str) -> bool:
    """Return True if the client already has the representation with this ETag, so that the answer is 304.

    `If-None-Match` is `*` or a list, and is compared weakly (RFC 9110, sections 8.8.3.2 and 13.1.2).
    """
    header = ",".join(request.headers.getlist("if-none-match")).strip()
    if header == "*":
        return True
    return etag.removeprefix("W/") in ENTITY_TAG.findall(header)


def accepts_gzip(request: Request) -> bool:
    """Return True if `Accept-Encoding` names gzip with a weight above 0 (RFC 9110, section 12.5.3)."""
    for coding in ",".join(request.headers.getlist("accept-encoding")).lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() == "gzip":
            return not REFUSING_WEIGHT.fullmatch(weight.strip())
    return False


def redirect_browser(request: Request, page: str) -> Response | None:
    """Redirect a browser that followed a link in an email to `page`. Returns None for other clients, which get JSON."""
    is_browser = "text/html" in request.headers.get("accept", "")
    return RedirectResponse(page, status_code=303) if is_browser else None
