"""Adapters of payment providers: each parses the notices of one provider into one form.

The status of a payment comes only from the provider's notice, never from the page to which a buyer returns.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

from chassis.web.errors import BadRequest, Unauthorized

from content.fields import web_address
from content.settings import Settings


class ForgedNotice(Unauthorized):
    code = "forged_notice"
    message = "Подпись уведомления не сошлась"


@dataclass(frozen=True)
class Notice:
    """A notice about one payment; a repeated notice has the same `id`."""

    id: str
    payment_id: UUID
    status: Literal["waiting", "paid", "cancelled", "refunded"]
    amount_rub: int
    receipt_url: str | None = None


class Provider(Protocol):
    def parse(self, body: bytes, headers: Mapping[str, str]) -> Notice:
        """Verify and parse a notice. Raises ForgedNotice, BadRequest."""


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

    def parse(self, body: bytes, headers: Mapping[str, str]) -> Notice:
        expected = hmac.new(self._secret, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected.encode(), headers.get("x-signature", "").encode()):
            raise ForgedNotice
        try:
            notice = json.loads(body)
            return Notice(
                id=str(notice["id"])[:200],
                payment_id=UUID(str(notice["payment_id"])),
                status=self.STATUSES[notice["status"]],
                amount_rub=int(notice["amount_rub"]),
                receipt_url=_receipt(notice.get("receipt_url")),
            )
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            raise BadRequest("Уведомление не разобрано") from None


def _receipt(address: object) -> str | None:
    """The address of a receipt, which the buyer is to follow. Raises ValueError for anything but a page on https."""
    if not address:
        return None
    if not (isinstance(address, str) and address.startswith("https://") and len(address) <= 1000):
        raise ValueError("no address of a page")
    return web_address(address)


def get_provider(name: str, settings: Settings) -> Provider | None:
    """The adapter of a configured provider."""
    secret = settings.payment_secret.get_secret_value()
    return SignedJson(secret) if name == "signed" and secret else None
