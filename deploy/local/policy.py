"""Which other companies' widgets the sign-in form has here, for the pages' policy (docs/decisions/0010)."""

import os
from urllib.parse import urlsplit

TURNSTILE = "https://challenges.cloudflare.com"
TELEGRAM = "https://oauth.telegram.org/auth"


def widget_origins() -> dict[str, str]:
    """Settings of the web server and of the content service; an empty one allows nothing."""
    turnstile = os.environ.get("AUTH_BOTCHECK_PROVIDER") == "turnstile"
    widget = os.environ.get("AUTH_TELEGRAM_BOT_NAME") and not os.environ.get("AUTH_TELEGRAM_CLIENT_ID")
    address = urlsplit(os.environ.get("AUTH_TELEGRAM_WIDGET_URL") or TELEGRAM)
    return {
        "CSP_BOT_CHECK": TURNSTILE if turnstile else "",
        "CSP_TELEGRAM": f"{address.scheme}://{address.netloc}" if widget else "",
        # csp.widgets.caddy: pages that the web server sends may load the chat and the messenger, too.
        "PAGE_POLICY": os.environ.get("PAGE_POLICY") or "csp.caddy",
    }
