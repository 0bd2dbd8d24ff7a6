"""Verification of access tokens without a network call. `watch` keeps local copies of keys, accounts and sessions.

Only the auth service writes the `identity` bucket. It holds:
- `key.<kid>`: a public key as PASERK k4.public (github.com/paseto-standard/paserk).
- `signed_key.<kid>`: the same key as a PASETO signed by a root key. If root keys are configured, only these count.
- `account.<user id>`: {"status", "role", "version"}, once status or role may differ from what older tokens say. The
  higher version wins.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal, cast

import orjson
import pyseto

from chassis.identity.keys import parse_public_key
from chassis.identity.tokens import ExpiredTokenError, InvalidTokenError, Principal, build_principal, read_key_id

AccessState = Literal["active", "blocked", "ended", "outdated"]
# Longer than any access token is valid.
SESSION_TTL = timedelta(days=1)
CACHED_TOKENS = 20_000


class IdentityNotReadyError(Exception):
    """Keys and account states have not been read completely yet, so no token can be verified."""


@dataclass
class Account:
    """Account state that may be newer than the tokens of the account."""

    status: str = "active"
    role: str | None = None
    version: int = 0


@dataclass
class Identity:
    """Local copies of keys, account states and ended sessions, and verification of tokens against them."""

    clock: Callable[[], datetime]
    roots: list[Any] = field(default_factory=list)
    keys: dict[str, Any] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    ended_sessions: dict[str, datetime] = field(default_factory=dict)
    # The principals of the tokens that have been verified.
    _principals_by_token: dict[str, Principal] = field(default_factory=dict)
    _listeners: list[Callable[[], None]] = field(default_factory=list)
    # Buckets not read completely yet: until then a valid token may look forged, and a blocked account active.
    unread_buckets: set[str] = field(default_factory=lambda: {"identity", "ended_sessions"})
    # The last revision of each bucket that was read.
    revisions: dict[str, int] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        """True once both buckets have been read completely and a key is known."""
        return not self.unread_buckets and bool(self.keys)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Register a callback for changes of accounts and sessions. Open streams check their access then."""
        self._listeners.append(listener)

    def verify(self, token: str) -> Principal:
        """Return the principal of a valid token. Raises ExpiredTokenError, InvalidTokenError or IdentityNotReadyError.

        Verified tokens are cached until they expire, because the signature check is most of the cost.
        """
        principal = self._principals_by_token.get(token)
        if principal is None:
            principal = self._check(token)
            if len(self._principals_by_token) >= CACHED_TOKENS:
                self._principals_by_token.clear()
            self._principals_by_token[token] = principal
        if principal.expires_at <= self.clock():
            self._principals_by_token.pop(token, None)
            raise ExpiredTokenError
        return principal

    def get_access_state(self, principal: Principal) -> AccessState:
        """Return the state of the account and session behind a valid token."""
        account = self.accounts.get(str(principal.id))
        # A token may be newer than the last change that has arrived here. Versions are compared, not times: both come
        # from one column of auth's database, so a token signed while the account changed has the older version.
        is_token_newer = account is not None and 0 < account.version < principal.account_version
        # A block ends the sessions too, and the user must read about the block.
        if account is not None and account.status == "blocked" and not is_token_newer:
            return "blocked"
        if str(principal.sid) in self.ended_sessions:
            return "ended"
        if account is None or is_token_newer:
            return "active"
        if account.status != "active":
            return "blocked"
        return "outdated" if account.role and account.role != principal.role else "active"

    def _check(self, token: str) -> Principal:
        if not self.is_ready:
            raise IdentityNotReadyError
        key = self.keys.get(read_key_id(token))
        if key is None:
            raise InvalidTokenError
        try:
            # Without a deserializer, pyseto returns the payload as bytes.
            claims = orjson.loads(cast(bytes, pyseto.decode(key, token).payload))
            return build_principal(claims, self.clock())
        except (pyseto.PysetoError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            raise InvalidTokenError from error

    def apply(self, key: str, value: bytes | None) -> None:
        """Apply a change of the `identity` bucket. None means that the entry was deleted.

        Raises ValueError, TypeError, AttributeError or PysetoError for an invalid entry, and then changes nothing.
        """
        kind, _, name = key.partition(".")
        if kind in {"key", "signed_key"}:
            self._apply_key(kind, name, value)
        elif kind == "account" and value is None:
            self.accounts.pop(name, None)
        elif kind == "account" and value is not None:
            body = orjson.loads(value)
            received_account = Account(body.get("status", "active"), body.get("role"), body.get("version", 0))
            # If two replicas write at once, the later message may have the older state.
            if name not in self.accounts or self.accounts[name].version <= received_account.version:
                self.accounts[name] = received_account

    def _apply_key(self, kind: str, kid: str, value: bytes | None) -> None:
        """Accept a key. With root keys, it must be signed by one of them for this key id (docs/decisions/0082)."""
        trusted_kind = "signed_key" if self.roots else "key"
        is_trusted_kind = kind == trusted_kind
        if value is None:
            if is_trusted_kind:
                self.keys.pop(kid, None)
                self._principals_by_token.clear()
        elif is_trusted_kind:
            if self.roots:
                value = cast(bytes, pyseto.decode(self.roots, value, implicit_assertion=kid.encode()).payload)
            self.keys[kid] = parse_public_key(value.decode())
        elif kind == "key" and kid not in self.keys:
            # The signed entry is always written first, so this key has no signature.
            raise ValueError("a key without a signature")

    def apply_session(self, key: str, value: bytes | None) -> None:
        """Apply one change of the `ended_sessions` bucket."""
        if value is None:
            self.ended_sessions.pop(key, None)
        else:
            self.ended_sessions[key] = self.clock()

    def purge_old_sessions(self) -> None:
        """Forget ended sessions that have expired in the bucket: NATS sends no message for that."""
        since = self.clock() - SESSION_TTL
        self.ended_sessions = {key: ended_at for key, ended_at in self.ended_sessions.items() if ended_at > since}

    def notify_listeners(self) -> None:
        """Call every callback of `on_change`."""
        for listener in self._listeners:
            listener()
