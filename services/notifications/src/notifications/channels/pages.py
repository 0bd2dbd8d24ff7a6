"""The two small pages behind an unsubscribe link; they work without a sign-in, scripts or the rest of the site."""

from jinja2 import Environment, PackageLoader, StrictUndefined

PAGES = Environment(
    loader=PackageLoader("notifications.channels", "letters"), undefined=StrictUndefined, autoescape=True
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


def question(kind: str, token: str, *, site_name: str) -> str:
    """Do you really want it?"""
    return PAGES.get_template("unsubscribe.html.j2").render(site_name=site_name, what=LABELS[kind], token=token)


def done(kind: str, *, site_name: str) -> str:
    """It is done."""
    return PAGES.get_template("unsubscribe.html.j2").render(site_name=site_name, what=LABELS[kind], token=None)
