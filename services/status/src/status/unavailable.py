"""Answers for services that are down while the web server, which has its own texts, is down too."""

import hashlib
from base64 import b64encode

from chassis.web.errors import Unavailable
from chassis.web.routing import METHODS
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

router = APIRouter(include_in_schema=False)

# The stylesheet is part of the page, because the web server, which serves the site's stylesheets, is down. It uses
# the site's colours.
STYLE = """
:root {
  color-scheme: light dark;
  --background: #f4f1ea; --ink: #16181a; --ink-2: #47484a; --hair: #d5cfc2; --accent: #1b37d6
}
@media (prefers-color-scheme: dark) {
  :root { --background: #131517; --ink: #edeae3; --ink-2: #bab7af; --hair: #2f3336; --accent: #97a6ff }
}
body {
  margin: 0; background: var(--background); color: var(--ink);
  font-family: system-ui, sans-serif; line-height: 1.55
}
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: clamp(2rem, 12vh, 8rem) 1.5rem 3rem }
.site { margin: 0 0 2rem; padding-bottom: 0.75rem; border-bottom: 1px solid var(--hair); font-weight: 600 }
h1 { margin: 0 0 1rem; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.5rem); line-height: 1.15; text-wrap: balance }
p { margin: 0 0 1.5rem; color: var(--ink-2); text-wrap: pretty }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px }
"""
# The empty address of the link is the address that was requested.
PAGE = f"""<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Сайт временно недоступен — Меридиан Авто</title>
<style>{STYLE}</style>
<main>
<p class="site">Меридиан Авто</p>
<h1>Сайт временно недоступен</h1>
<p>Мы восстанавливаем его работу. Отправленные заявки и&nbsp;сообщения сохранены. Попробуйте через минуту.</p>
<p><a href="">Открыть страницу ещё раз</a></p>
</main>
</html>
"""
STYLE_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
PAGE_HEADERS = {
    "Retry-After": str(Unavailable.retry_after),
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "Vary": "Accept",
}


@router.api_route("/unavailable/{path:path}", methods=[*METHODS, "OPTIONS"])
async def answer_for_unavailable_service(request: Request, path: str) -> Response:
    """Answer for a service that is down. The gateway appends the requested path.

    A browser that opens a page gets a page. Everything else gets a problem document. Raises Unavailable.
    """
    if request.method in ("GET", "HEAD") and _opens_page(request, path):
        return HTMLResponse(PAGE, status_code=503, headers=PAGE_HEADERS)
    raise Unavailable


def _opens_page(request: Request, path: str) -> bool:
    """Return True for the request of a browser that opens a page. Scripts accept `*/*` or JSON."""
    is_data = path == "api" or path.startswith("api/")
    return not is_data and "text/html" in request.headers.get("Accept", "")
