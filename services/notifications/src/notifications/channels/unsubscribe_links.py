"""The token of an unsubscribe link. It names a user and a kind of notification. It never expires.

It allows nothing except to unsubscribe this user from this kind.

The token of a subscriber (`chassis.mail.signed_links`) has another form, without a kind. Emails with either form were
sent, so both must stay valid for ever. They share only the way of signing.

The two pages of the link work without a sign-in and without scripts.
"""

import hmac
from uuid import UUID

from chassis.mail.layout import build_environment
from chassis.mail.signed_links import sign_unsubscribe_subject
from chassis.web.errors import BadRequest, raises
from fastapi.responses import HTMLResponse

from notifications.channels.encryption import decode_base64url, encode_base64url
from notifications.inbox.kinds import KINDS
from notifications.settings import Settings

PAGE = build_environment("notifications.channels", html=True).get_template("unsubscribe.html.j2")
SIGNATURE_BYTES = 16
USER_ID_BYTES = 16
LABELS = {
    "booking": "о заказах, бронях автомобилей и записях",
    "payment": "о платежах",
    "maintenance": "о работе сайта",
    "promotion": "с новостями и предложениями",
    "system": "о кабинете",
    "security": "о безопасности",
}


class UnsubscribeLinkInvalid(BadRequest):
    code = "link_invalid"
    message = "Ссылка недействительна"
    page = "/unsubscribe?state=invalid"


def _sign(settings: Settings, body: bytes) -> bytes:
    return sign_unsubscribe_subject(body, settings.secret_key.get_secret_value())[:SIGNATURE_BYTES]


def sign_token(settings: Settings, user_id: UUID, kind: str) -> str:
    body = user_id.bytes + kind.encode()
    return encode_base64url(_sign(settings, body) + body)


@raises(UnsubscribeLinkInvalid)
def read_token(settings: Settings, token: str) -> tuple[UUID, str]:
    """Return the user and the kind of notification of a token."""
    try:
        token_bytes = decode_base64url(token)
    except ValueError as error:
        raise UnsubscribeLinkInvalid from error
    signature = token_bytes[:SIGNATURE_BYTES]
    body = token_bytes[SIGNATURE_BYTES:]
    if len(body) <= USER_ID_BYTES or not hmac.compare_digest(signature, _sign(settings, body)):
        raise UnsubscribeLinkInvalid
    kind = body[USER_ID_BYTES:].decode()
    if kind not in KINDS:
        raise UnsubscribeLinkInvalid
    return UUID(bytes=body[:USER_ID_BYTES]), kind


def render_page(kind: str, *, site_name: str, token: str | None = None) -> HTMLResponse:
    """Render the page that asks for confirmation if there is a token, otherwise the page after the confirmation."""
    body = PAGE.render(site_name=site_name, label=LABELS[kind], token=token)
    return HTMLResponse(body, headers={"Referrer-Policy": "no-referrer"})
