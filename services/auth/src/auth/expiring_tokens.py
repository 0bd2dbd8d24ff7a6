"""Encrypted tokens for one purpose that end at a time: links in emails, confirmations, steps of a sign-in.

Nothing is stored: whoever has the token has the secret, and no other purpose can read it.
"""

import json
from datetime import datetime, timedelta
from typing import NamedTuple

import pyseto
from chassis.web.errors import ServiceError

from auth import encryption
from auth.runtime import Runtime


class OpenedToken(NamedTuple):
    fields: dict[str, str]
    expires_at: datetime


def create_token(runtime: Runtime, purpose: str, *, valid_for: timedelta, **fields: str) -> str:
    """A token that says these fields until `valid_for` has passed."""
    until = runtime.now() + valid_for
    body = {**fields, "until": until.isoformat()}
    return encryption.encrypt(runtime.settings, purpose, json.dumps(body).encode())


def open_token(runtime: Runtime, purpose: str, token: str, *, refusal: type[ServiceError]) -> OpenedToken:
    """The content of a token. Raises `refusal` for one that is forged, made for another purpose, or expired."""
    try:
        body: dict[str, str] = json.loads(encryption.decrypt(runtime.settings, purpose, token))
        expires_at = datetime.fromisoformat(body.pop("until"))
    except (pyseto.PysetoError, ValueError) as error:
        raise refusal from error
    if expires_at <= runtime.now():
        raise refusal
    return OpenedToken(body, expires_at)
