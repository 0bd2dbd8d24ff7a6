"""The two pages of an unsubscribe link; they need no sign-in, no scripts and no other part of the site."""

from jinja2 import Environment, PackageLoader, StrictUndefined

PAGES = Environment(
    loader=PackageLoader("notifications.channels", "templates"), undefined=StrictUndefined, autoescape=True
)
HEADERS = {"Referrer-Policy": "no-referrer"}
LABELS = {
    "booking": "о заказах и записях",
    "payment": "о платежах",
    "maintenance": "о работе сайта",
    "promotion": "с новостями и предложениями",
    "system": "о кабинете",
    "security": "о безопасности",
}


def render_question(kind: str, token: str, *, site_name: str) -> str:
    """The page that asks for confirmation."""
    return PAGES.get_template("unsubscribe.html.j2").render(site_name=site_name, what=LABELS[kind], token=token)


def render_done(kind: str, *, site_name: str) -> str:
    """The page that confirms it."""
    return PAGES.get_template("unsubscribe.html.j2").render(site_name=site_name, what=LABELS[kind], token=None)
