"""Format and claims of an access token (PASETO v4.public). Its functions are pure."""

import base64
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, get_args
from uuid import UUID

import orjson

Role = Literal["user", "staff", "admin"]
ISSUER = "meridian-auth"
AUDIENCE = "meridian"
# How far the clocks of two hosts may differ.
LEEWAY = timedelta(seconds=60)
BASE64URL = re.compile(r"[A-Za-z0-9_-]+")


class InvalidTokenError(Exception):
    """The token is malformed, forged or signed by an unknown key."""


class ExpiredTokenError(Exception):
    """The token is genuine but has expired."""


@dataclass(frozen=True)
class Principal:
    """The caller of a request, from the verified token."""

    id: UUID
    sid: UUID
    role: Role
    email_verified: bool
    first_name: str
    last_name: str
    expires_at: datetime
    # The version of the account's role and status when the token was issued; 0 before the first change.
    account_version: int = 0

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def build_principal(claims: dict[str, Any], now: datetime) -> Principal:
    """Read the claims of a verified token. Raises ValueError, KeyError, TypeError or OverflowError."""
    if claims["iss"] != ISSUER or claims["aud"] != AUDIENCE:
        raise ValueError("a token of another issuer or audience")
    if claims["role"] not in get_args(Role):
        raise ValueError("an unknown role")
    if any(_parse_time(claims[name]) > now + LEEWAY for name in ("iat", "nbf") if name in claims):
        raise ValueError("a token that is not valid yet")
    if not all(isinstance(claims[name], str) for name in ("first_name", "last_name")):
        raise ValueError("a name that is not text")
    return Principal(
        id=UUID(claims["sub"]),
        sid=UUID(claims["sid"]),
        role=claims["role"],
        email_verified=claims["email_verified"] is True,
        first_name=claims["first_name"],
        last_name=claims["last_name"],
        expires_at=_parse_time(claims["exp"]),
        # The previous release gave the claim another name.
        account_version=int(claims.get("account_version", claims.get("standing", 0))),
    )


def _parse_time(value: str) -> datetime:
    """Parse a time claim into UTC. Raises ValueError without a zone, OverflowError at the ends of the calendar."""
    time = datetime.fromisoformat(value)
    if time.tzinfo is None:
        raise ValueError("a time without a zone")
    return time.astimezone(UTC)


def is_canonical(part: str) -> bool:
    """Return True for unpadded base64url without stray bits: PASETO allows exactly one spelling of a token."""
    if not BASE64URL.fullmatch(part) or len(part) % 4 == 1:
        return False
    return base64.urlsafe_b64encode(decode_base64url(part)).decode().rstrip("=") == part


def decode_base64url(part: str) -> bytes:
    """Decode base64url without padding (RFC 4648, section 5)."""
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def read_key_id(token: str) -> str:
    """Read the key id from a token's footer. Raises InvalidTokenError.

    The footer is not verified. Its key id only selects a known key.
    """
    parts = token.split(".")
    if len(parts) != 4 or parts[:2] != ["v4", "public"] or not all(map(is_canonical, parts[2:])):
        raise InvalidTokenError
    return _parse_key_id(parts[3])


@lru_cache(maxsize=64)
def _parse_key_id(footer: str) -> str:
    """Return the key id of a footer. It is cached, because all tokens of one key have the same footer."""
    try:
        return str(orjson.loads(decode_base64url(footer))["kid"])
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidTokenError from error
