"""Adapters of payment providers: each parses the notices of one provider into one form.

The result of an online payment comes only from the provider's notice, never from the page to which a buyer returns.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol
from uuid import UUID

from chassis.web.errors import BadRequest, Unauthorized
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from content.fields import check_web_address
from content.payments.schemas import AmountRoubles
from content.settings import Settings

MAX_ADDRESS_LENGTH = 1000


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


def _check_receipt_address(address: object) -> str | None:
    """Return the address of a receipt, which buyers can open, or None if it is not a valid https address.

    A notice with a wrong address is still accepted, because its money has to be booked.
    """
    if not (isinstance(address, str) and address.startswith("https://") and len(address) <= MAX_ADDRESS_LENGTH):
        return None
    try:
        return check_web_address(address)
    except ValueError:
        return None


class NoticeBody(BaseModel):
    """The body of a notice. A notice without an id is refused: the next notice without one would count as repeated."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    id: Annotated[str, Field(min_length=1, max_length=200)]
    payment_id: UUID
    status: str
    amount_rub: AmountRoubles
    receipt_url: Annotated[str | None, BeforeValidator(_check_receipt_address)] = None


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
        expected_signature = hmac.new(self._secret, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected_signature.encode(), headers.get("x-signature", "").encode()):
            raise ForgedNotice
        try:
            notice = NoticeBody.model_validate_json(body)
            status = self.STATUSES[notice.status]
        except (ValidationError, KeyError):
            raise BadRequest("Уведомление не разобрано") from None
        return Notice(notice.id, notice.payment_id, status, notice.amount_rub, notice.receipt_url)


def find_provider(name: str, settings: Settings) -> Provider | None:
    """Return the adapter of a configured provider, or None for any other provider."""
    secret = settings.payment_secret.get_secret_value()
    if name != "signed" or not secret:
        return None
    return SignedJson(secret)
