"""Who a token belongs to, without a call: keys, account states and ended sessions arrive by NATS key-value watch.

Buckets, written by the auth service only:
- `identity`: `key.<kid>` holds a public key as PASERK k4.public (RFC-like format of paseto-standard/paserk);
  `account.<user id>` holds {"status", "role", "version"} once either differs from what an old token may say.
  Of two states the one with the higher version counts.
- `ended_sessions`: `<session id>`, kept longer than any access token lives.
"""

import asyncio
import base64
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal
from uuid import UUID

import nats.errors
import orjson
import pyseto
import structlog
from nats.js.api import KeyValueConfig
from nats.js.kv import KeyValue

from chassis.bus import Bus
from chassis.clock import Clock
from chassis.errors import TokenExpired, TokenInvalid, Unavailable
from chassis.token_keys import public_key

log = structlog.get_logger()
Role = Literal["user", "staff", "admin"]
Standing = Literal["good", "blocked", "ended", "outdated"]
ISSUER, AUDIENCE = "meridian-auth", "meridian"
SESSION_TTL = 86400
REMEMBERED = 20_000


@dataclass(frozen=True)
class Principal:
    """The person behind a request, as a verified token names him."""

    id: UUID
    sid: UUID
    role: Role
    email_verified: bool
    first_name: str
    last_name: str
    expires_at: datetime
    standing_version: int = 0
    """The account's standing (role and status) that this token knows of; 0 before it ever changed."""

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass
class Account:
    """What auth says of an account that a token alone cannot know."""

    status: str = "active"
    role: str | None = None
    version: int = 0


@dataclass
class Identity:
    """The watched state, and the check of a token against it."""

    clock: Clock
    keys: dict[str, Any] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    ended: dict[str, datetime] = field(default_factory=dict)
    _checked: dict[str, Principal] = field(default_factory=dict)
    _listeners: list[Callable[[], None]] = field(default_factory=list)

    @property
    def is_ready(self) -> bool:
        return bool(self.keys)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call back after any account or session changed: open streams check their standing then."""
        self._listeners.append(listener)

    def verify(self, token: str) -> Principal:
        """The principal of a genuine, unexpired token. Raises TokenExpired, TokenInvalid or Unavailable.

        Checked tokens are remembered until they expire: the signature check is most of the cost.
        """
        known = self._checked.get(token)
        if known is None:
            known = self._check(token)
            if len(self._checked) >= REMEMBERED:
                self._checked.clear()
            self._checked[token] = known
        if known.expires_at <= self.clock():
            self._checked.pop(token, None)
            raise TokenExpired
        return known

    def standing(self, principal: Principal) -> Standing:
        """Whether the account and the session behind a genuine token may still act."""
        if str(principal.sid) in self.ended:
            return "ended"
        account = self.accounts.get(str(principal.id))
        if account is None or _is_ahead(principal, account):
            return "good"
        if account.status != "active":
            return "blocked"
        return "outdated" if account.role and account.role != principal.role else "good"

    def _check(self, token: str) -> Principal:
        if not self.keys:
            raise Unavailable
        key = self.keys.get(_kid(token))
        if key is None:
            raise TokenInvalid
        try:
            claims = orjson.loads(pyseto.decode(key, token).payload)  # type: ignore[arg-type]
            if claims["iss"] != ISSUER or claims["aud"] != AUDIENCE:
                raise TokenInvalid
            return Principal(
                id=UUID(claims["sub"]),
                sid=UUID(claims["sid"]),
                role=claims["role"],
                email_verified=bool(claims["email_verified"]),
                first_name=claims["first_name"],
                last_name=claims["last_name"],
                expires_at=datetime.fromisoformat(claims["exp"]).astimezone(UTC),
                standing_version=int(claims.get("standing", 0)),
            )
        except (pyseto.PysetoError, ValueError, KeyError, TypeError) as error:
            raise TokenInvalid from error

    def apply(self, key: str, value: bytes | None) -> None:
        """Take over one change of the `identity` bucket; a value of None is a deletion."""
        kind, _, name = key.partition(".")
        if kind == "key":
            if value is None:
                self.keys.pop(name, None)
                self._checked.clear()
            else:
                self.keys[name] = public_key(value.decode())
        elif kind == "account":
            if value is None:
                self.accounts.pop(name, None)
            else:
                body = orjson.loads(value)
                told = Account(body.get("status", "active"), body.get("role"), body.get("version", 0))
                # Of two that write at once the later may bring the older state.
                if name not in self.accounts or self.accounts[name].version <= told.version:
                    self.accounts[name] = told

    def apply_session(self, key: str, value: bytes | None) -> None:
        """Take over one change of the `ended_sessions` bucket."""
        if value is None:
            self.ended.pop(key, None)
        else:
            self.ended[key] = self.clock()

    def forget_old_sessions(self) -> None:
        """Drop ended sessions that have long left the bucket, which tells nobody when its entries grow too old."""
        since = self.clock() - timedelta(seconds=SESSION_TTL)
        self.ended = {key: heard for key, heard in self.ended.items() if heard > since}

    def changed(self) -> None:
        for listener in self._listeners:
            listener()


def _is_ahead(principal: Principal, account: Account) -> bool:
    """Whether the token knows of a change that has not been heard of here yet.

    No clocks are compared: both are one column of auth's database, so a token that was being signed while the account
    changed carries the older version and dies as the others do.
    """
    return 0 < account.version < principal.standing_version


def _kid(token: str) -> str:
    """The key id in a token's footer, read before trust: it only picks among keys already known."""
    parts = token.split(".")
    if len(parts) != 4 or parts[:2] != ["v4", "public"]:
        raise TokenInvalid
    return _kid_of_footer(parts[3])


@lru_cache(maxsize=64)
def _kid_of_footer(footer: str) -> str:
    """Remembered: all tokens of a key end alike."""
    try:
        return str(orjson.loads(base64.urlsafe_b64decode(footer + "=" * (-len(footer) % 4)))["kid"])
    except (ValueError, KeyError, TypeError) as error:
        raise TokenInvalid from error


async def bucket(bus: Bus, name: str) -> KeyValue:
    """The key-value bucket of that name, made when it is missing."""
    await bus.connected()
    ttl = SESSION_TTL if name == "ended_sessions" else None
    return await bus.js.create_key_value(KeyValueConfig(bucket=name, history=1, ttl=ttl))


async def watch(bus: Bus, identity: Identity) -> None:
    """Follow both buckets until cancelled.

    The server keeps a watch in memory only, so after a reconnection it is made anew and reads everything again.
    """
    lost = asyncio.Event()
    bus.on_reconnect(lost.set)
    while True:
        lost.clear()
        identity.forget_old_sessions()
        tasks = [
            asyncio.ensure_future(_follow(bus, "identity", identity.apply, identity)),
            asyncio.ensure_future(_follow(bus, "ended_sessions", identity.apply_session, identity)),
            asyncio.ensure_future(lost.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, timeout=300, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        failed = [task.exception() for task in done if task.exception()]
        if failed:
            log.warning("identity_watch_lost", error=type(failed[0]).__name__)
            await asyncio.sleep(0.5)


async def _follow(bus: Bus, name: str, apply: Callable[[str, bytes | None], None], identity: Identity) -> None:
    watcher = await (await bucket(bus, name)).watchall()
    try:
        while True:
            try:
                entry = await watcher.updates(timeout=60)
            except TimeoutError:
                continue
            if entry is None:
                identity.changed()
                continue
            apply(entry.key, None if entry.operation else entry.value)
            if not entry.delta:
                identity.changed()
    finally:
        with contextlib.suppress(nats.errors.Error, TimeoutError):
            await watcher.stop()
