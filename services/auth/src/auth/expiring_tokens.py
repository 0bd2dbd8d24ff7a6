"""Encrypted tokens with a purpose and an expiry time: links in emails, confirmations, steps of a sign-in.

Nothing is stored. A token is a bearer secret, and is refused for any other purpose. Links that never expire, such as
unsubscribe links, are only signed (`chassis.mail.signed_links`).
"""

import json
from datetime import datetime, timedelta
from typing import NamedTuple

import pyseto
from chassis import encryption
from chassis.web.errors import ServiceError

from auth.runtime import AuthRuntime


class OpenedToken(NamedTuple):
    fields: dict[str, str]
    expires_at: datetime


def create_token(runtime: AuthRuntime, purpose: str, *, valid_for: timedelta, **fields: str) -> str:
    """Create a token that holds the given fields and expires after `valid_for`."""
    expires_at = runtime.now() + valid_for
    body = {**fields, "until": expires_at.isoformat()}
    return encryption.encrypt(runtime.settings, purpose, json.dumps(body).encode())


def open_token(runtime: AuthRuntime, purpose: str, token: str, *, refusal: type[ServiceError]) -> OpenedToken:
    """Return the fields of a token. Raises `refusal` if it is forged, expired or made for another purpose."""
    try:
        body: dict[str, str] = json.loads(encryption.decrypt(runtime.settings, purpose, token))
        expires_at = datetime.fromisoformat(body.pop("until"))
    except (pyseto.PysetoError, ValueError) as error:
        raise refusal from error
    if expires_at <= runtime.now():
        raise refusal
    return OpenedToken(body, expires_at)
