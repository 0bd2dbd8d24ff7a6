"""Signatures of Standard Webhooks (https://github.com/standard-webhooks/standard-webhooks, decision 0290)."""

import base64
import hashlib
import hmac
import secrets
from uuid import UUID

PREFIX = "whsec_"
SECRET_BYTES = 32
# The purpose of a stored secret's encryption (`chassis.encryption`).
ENCRYPTION_PURPOSE = "webhook-secret"


def create_secret() -> str:
    """Return a random secret as its owner gets it: `whsec_` and 32 bytes in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: int, body: str) -> str:
    """Return the value of the header `webhook-signature`: HMAC-SHA-256 of id, time in seconds and body."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed_content = f"{message_id}.{timestamp}.{body}".encode()
    return "v1," + base64.b64encode(hmac.new(key, signed_content, hashlib.sha256).digest()).decode()


def compute_message_id(id: UUID) -> str:
    """Return the value of the header `webhook-id`."""
    return f"msg_{id.hex}"
