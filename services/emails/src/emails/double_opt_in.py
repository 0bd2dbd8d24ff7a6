"""Double opt-in: an address gets emails only after its owner has opened a link, which is valid for three days.

The rules and answers of every list of subscribers; a service keeps the rows and finds them.
"""

from datetime import datetime, timedelta
from typing import Protocol

from contracts.envelopes import Answer

from emails.signed_links import hash_token, new_token

VALID_FOR = timedelta(days=3)


class OptIn(Protocol):
    """The row of an address. Its token is stored as a hash and stays after the confirmation."""

    token_hash: bytes | None
    token_expires_at: datetime | None
    consent_at: datetime


def has_recent_link(row: OptIn, *, since: datetime) -> bool:
    """Whether the last link was sent after `since`: it must stay valid, and nobody's mailbox is flooded."""
    if row.token_hash is None or row.token_expires_at is None:
        return False
    return row.token_expires_at - VALID_FOR > since


def new_link(row: OptIn, now: datetime) -> str:
    """The token of a new link; earlier ones end. The owner consents by the request for it."""
    token = new_token()
    row.token_hash, row.token_expires_at, row.consent_at = hash_token(token), now + VALID_FOR, now
    return token


def has_valid_link(row: OptIn, now: datetime) -> bool:
    """Whether the last link may still confirm; whoever is confirmed already may click it again at any time."""
    return row.token_expires_at is not None and row.token_expires_at >= now


class SubscribeAnswer(Answer):
    message: str = "Проверьте почту: мы отправили письмо со ссылкой для подтверждения"


class LinkAnswer(Answer):
    message: str
