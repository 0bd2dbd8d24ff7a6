"""What a payment provider tells us, in one shape; each provider is one small adapter.

The state of a payment comes from the provider's own notice only, never from the page a buyer returns by.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

from chassis.errors import BadRequest

from content.payments.errors import ForgedNotice
from content.settings import Settings


@dataclass(frozen=True)
class Notice:
    """One fact about one payment; `id` stays the same when the provider repeats itself."""

    id: str
    payment_id: UUID
    status: Literal["waiting", "paid", "cancelled", "refunded"]
    amount_rub: int
    receipt_url: str | None = None


class Provider(Protocol):
    """What content needs of a provider."""

    def read(self, body: bytes, headers: Mapping[str, str]) -> Notice:
        """The genuine notice. Raises ForgedNotice, BadRequest."""


class SignedJson:
    """Notices as JSON with `X-Signature`: the HMAC-SHA256 of the body under a shared secret, in hex."""

    STATUSES: Mapping[str, Literal["waiting", "paid", "cancelled", "refunded"]] = {
        "waiting": "waiting",
        "succeeded": "paid",
        "paid": "paid",
        "canceled": "cancelled",
        "cancelled": "cancelled",
        "refunded": "refunded",
    }

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def read(self, body: bytes, headers: Mapping[str, str]) -> Notice:
        expected = hmac.new(self._secret, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected.encode(), headers.get("x-signature", "").encode()):
            raise ForgedNotice
        try:
            told = json.loads(body)
            return Notice(
                id=str(told["id"])[:200],
                payment_id=UUID(str(told["payment_id"])),
                status=self.STATUSES[told["status"]],
                amount_rub=int(told["amount_rub"]),
                receipt_url=str(told["receipt_url"])[:1000] if told.get("receipt_url") else None,
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadRequest("Уведомление не разобрано") from None


def provider_named(name: str, settings: Settings) -> Provider | None:
    """The adapter of a configured provider."""
    secret = settings.payment_secret.get_secret_value()
    return SignedJson(secret) if name == "signed" and secret else None
