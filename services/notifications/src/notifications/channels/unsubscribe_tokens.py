"""The token of an unsubscribe link: it names a user and a type, never expires and allows nothing else."""

import hmac
from uuid import UUID

from chassis.errors import BadRequest
from emails.signed_links import unsubscribe_signature

from notifications.channels.encryption import b64, unb64
from notifications.inbox.kinds import KINDS
from notifications.settings import Settings


class LinkInvalid(BadRequest):
    code, message = "link_invalid", "Ссылка недействительна"


def _signature(settings: Settings, body: bytes) -> bytes:
    return unsubscribe_signature(body, settings.secret_key.get_secret_value())[:16]


def sign_token(settings: Settings, user_id: UUID, kind: str) -> str:
    body = user_id.bytes + kind.encode()
    return b64(_signature(settings, body) + body)


def read_token(settings: Settings, token: str) -> tuple[UUID, str]:
    """The user and the type that a token names. Raises LinkInvalid."""
    try:
        raw = unb64(token)
    except ValueError as error:
        raise LinkInvalid from error
    signature, body = raw[:16], raw[16:]
    if len(body) < 17 or not hmac.compare_digest(signature, _signature(settings, body)):
        raise LinkInvalid
    kind = body[16:].decode()
    if kind not in KINDS:
        raise LinkInvalid
    return UUID(bytes=body[:16]), kind
