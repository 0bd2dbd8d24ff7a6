"""The company's bank details and the signed notices of a payment provider, for tests of money."""

import hashlib
import hmac
import json
from typing import Any

# Setting PAYMENT_SECRET of the tested service.
PAYMENT_SECRET = "secret-of-the-tests"

REQUISITES = {
    # "|" separates the fields of a payment's QR code. It cannot be escaped there, so it becomes a space.
    "name": "ООО «Пассат|Авто»",
    "inn": "7700000001",
    "kpp": "770001001",
    "account": "40702810900000000001",
    "bank": "Банк",
    "bic": "044525000",
    "correspondent_account": "30101810400000000000",
}


def sign_notice(notice: dict[str, Any]) -> dict[str, Any]:
    """Return the body and the headers of a request that sends the notice of the provider `signed`."""
    body = json.dumps(notice).encode()
    return {"content": body, "headers": {"X-Signature": sign(body), "Content-Type": "application/json"}}


def sign(body: bytes) -> str:
    return hmac.new(PAYMENT_SECRET.encode(), body, hashlib.sha256).hexdigest()
