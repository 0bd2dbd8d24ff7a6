"""The two pages of an unsubscribe link; they need no sign-in, no scripts and no other part of the site."""

from emails.layout import environment
from fastapi.responses import HTMLResponse

PAGE = environment("notifications.channels", html=True).get_template("unsubscribe.html.j2")
LABELS = {
    "booking": "о заказах и записях",
    "payment": "о платежах",
    "maintenance": "о работе сайта",
    "promotion": "с новостями и предложениями",
    "system": "о кабинете",
    "security": "о безопасности",
}


def render_page(kind: str, *, site_name: str, token: str | None = None) -> HTMLResponse:
    """The page that asks for confirmation, if it has a token; else the one that confirms it."""
    body = PAGE.render(site_name=site_name, what=LABELS[kind], token=token)
    return HTMLResponse(body, headers={"Referrer-Policy": "no-referrer"})
