"""Verifies access tokens without a call: keys, account states and ended sessions arrive by NATS key-value watch.

Buckets, written by the auth service only:
- `identity`: `key.<kid>` holds a public key as PASERK k4.public (github.com/paseto-standard/paserk), and
  `signed_key.<kid>` the same as a PASETO of a root key, whose public half is a setting: with it, nothing else counts;
  `account.<user id>` holds {"status", "role", "version"} once either differs from what an old token may say.
  Of two states the one with the higher version counts.
- `ended_sessions`: `<session id>`, kept longer than any access token is valid.
"""

import asyncio
import base64
import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal, get_args
from uuid import UUID

import nats.errors
import orjson
import pyseto
import structlog
from messaging.bucket_changes import changes, state_of
from messaging.bus import Bus
from nats.js.api import KeyValueConfig
from nats.js.errors import BucketNotFoundError
from nats.js.kv import KeyValue
from prometheus_client import Counter

from chassis.errors import TokenExpired, TokenInvalid, Unavailable
from chassis.token_keys import public_key

log = structlog.get_logger()
Clock = Callable[[], datetime]
Role = Literal["user", "staff", "admin"]
AccessState = Literal["active", "blocked", "ended", "outdated"]
ISSUER, AUDIENCE = "meridian-auth", "meridian"
SESSION_TTL = 86400
CACHED_TOKENS = 20_000
WATCH_SECONDS = 60.0
# How far the clocks of two hosts may differ.
LEEWAY = timedelta(seconds=60)
REFUSED = Counter("identity_entries_refused_total", "Entries of the identity bucket that are malformed or not signed")
BASE64URL = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Principal:
    """The user who sent a request, as the verified token describes them."""

    id: UUID
    sid: UUID
    role: Role
    email_verified: bool
    first_name: str
    last_name: str
    expires_at: datetime
    account_version: int = 0
    """The version of the account's role and status when the token was issued; 0 before the first change."""

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass
class Account:
    """The state of an account that is newer than its tokens."""

    status: str = "active"
    role: str | None = None
    version: int = 0


@dataclass
class Identity:
    """The watched keys, accounts and ended sessions, and the verification of a token against them."""

    clock: Clock
    roots: list[Any] = field(default_factory=list)
    keys: dict[str, Any] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    ended: dict[str, datetime] = field(default_factory=dict)
    _verified: dict[str, Principal] = field(default_factory=dict)
    _listeners: list[Callable[[], None]] = field(default_factory=list)
    # Until both buckets were read whole, a good token may look forged and a blocked one good.
    unread: set[str] = field(default_factory=lambda: {"identity", "ended_sessions"})
    # The last revision of each bucket that was read.
    revisions: dict[str, int] = field(default_factory=dict)

    @property
    def is_ready(self) -> bool:
        """Whether both buckets were read whole and there is a key: before, no token can be judged."""
        return not self.unread and bool(self.keys)

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call back after any account or session changed: open streams check their access state then."""
        self._listeners.append(listener)

    def verify(self, token: str) -> Principal:
        """The principal of a genuine, unexpired token. Raises TokenExpired, TokenInvalid or Unavailable.

        Verified tokens are cached until they expire: the signature check is most of the cost.
        """
        known = self._verified.get(token)
        if known is None:
            known = self._check(token)
            if len(self._verified) >= CACHED_TOKENS:
                self._verified.clear()
            self._verified[token] = known
        if known.expires_at <= self.clock():
            self._verified.pop(token, None)
            raise TokenExpired
        return known

    def access_state(self, principal: Principal) -> AccessState:
        """Whether the account and the session behind a genuine token may still act."""
        if str(principal.sid) in self.ended:
            return "ended"
        account = self.accounts.get(str(principal.id))
        if account is None or _is_ahead(principal, account):
            return "active"
        if account.status != "active":
            return "blocked"
        return "outdated" if account.role and account.role != principal.role else "active"

    def _check(self, token: str) -> Principal:
        if not self.is_ready:
            raise Unavailable
        key = self.keys.get(_kid(token))
        if key is None:
            raise TokenInvalid
        try:
            claims = orjson.loads(pyseto.decode(key, token).payload)  # type: ignore[arg-type]
            return _principal(claims, self.clock())
        except (pyseto.PysetoError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            raise TokenInvalid from error

    def apply(self, key: str, value: bytes | None) -> None:
        """Apply one change of the `identity` bucket; a value of None is a deletion.

        An entry that must not count raises ValueError, TypeError, AttributeError or PysetoError and changes nothing.
        """
        kind, _, name = key.partition(".")
        if kind in {"key", "signed_key"}:
            self._apply_key(kind, name, value)
        elif kind == "account" and value is None:
            self.accounts.pop(name, None)
        elif kind == "account" and value is not None:
            body = orjson.loads(value)
            received = Account(body.get("status", "active"), body.get("role"), body.get("version", 0))
            # When two replicas write at once, the later message may carry the older state.
            if name not in self.accounts or self.accounts[name].version <= received.version:
                self.accounts[name] = received

    def _apply_key(self, kind: str, kid: str, value: bytes | None) -> None:
        """With root keys, only what one of them signed for this key id counts (docs/decisions/0082)."""
        counts = kind == ("signed_key" if self.roots else "key")
        if value is None:
            if counts:
                self.keys.pop(kid, None)
                self._verified.clear()
        elif counts:
            signed = pyseto.decode(self.roots, value, implicit_assertion=kid.encode()).payload if self.roots else value
            self.keys[kid] = public_key(signed.decode())  # type: ignore[union-attr]
        elif kind == "key" and kid not in self.keys:
            # The signed entry is written first, so this one has none.
            raise ValueError("a key without a signature")

    def apply_session(self, key: str, value: bytes | None) -> None:
        """Apply one change of the `ended_sessions` bucket."""
        if value is None:
            self.ended.pop(key, None)
        else:
            self.ended[key] = self.clock()

    def purge_old_sessions(self) -> None:
        """Drop ended sessions that have expired from the bucket: NATS sends no message when an entry expires."""
        since = self.clock() - timedelta(seconds=SESSION_TTL)
        self.ended = {key: ended_at for key, ended_at in self.ended.items() if ended_at > since}

    def notify_listeners(self) -> None:
        """Call every callback of `on_change`."""
        for listener in self._listeners:
            listener()


def _is_ahead(principal: Principal, account: Account) -> bool:
    """Whether the token was issued after a change that has not arrived here yet.

    Versions are compared, not times: both come from one column of auth's database, so a token that was being signed
    while the account changed carries the older version and is refused like the others.
    """
    return 0 < account.version < principal.account_version


def _principal(claims: dict[str, Any], now: datetime) -> Principal:
    """The caller that the claims of a genuine token name. Raises ValueError, KeyError, TypeError or OverflowError."""
    if claims["iss"] != ISSUER or claims["aud"] != AUDIENCE:
        raise ValueError("a token of another issuer or audience")
    if claims["role"] not in get_args(Role):
        raise ValueError("an unknown role")
    if any(_time(claims[name]) > now + LEEWAY for name in ("iat", "nbf") if name in claims):
        raise ValueError("a token that is not valid yet")
    if not all(isinstance(claims[name], str) for name in ("first_name", "last_name")):
        raise ValueError("a name that is no text")
    return Principal(
        id=UUID(claims["sub"]),
        sid=UUID(claims["sid"]),
        role=claims["role"],
        email_verified=claims["email_verified"] is True,
        first_name=claims["first_name"],
        last_name=claims["last_name"],
        expires_at=_time(claims["exp"]),
        # The previous release gave the claim another name.
        account_version=int(claims.get("account_version", claims.get("standing", 0))),  # words: allow
    )


def _time(value: str) -> datetime:
    """A time of a token in UTC. Raises ValueError without a zone, OverflowError at the ends of the calendar."""
    time = datetime.fromisoformat(value)
    if time.tzinfo is None:
        raise ValueError("a time without a zone")
    return time.astimezone(UTC)


def _is_canonical(part: str) -> bool:
    """Whether this is unpadded base64url without loose bits: PASETO gives a token exactly one spelling."""
    if not BASE64URL.fullmatch(part) or len(part) % 4 == 1:
        return False
    decoded = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    return base64.urlsafe_b64encode(decoded).decode().rstrip("=") == part


def _kid(token: str) -> str:
    """The key id in a token's footer. It is not verified yet: it only selects one of the known keys."""
    parts = token.split(".")
    if len(parts) != 4 or parts[:2] != ["v4", "public"] or not all(map(_is_canonical, parts[2:])):
        raise TokenInvalid
    return _kid_of_footer(parts[3])


@lru_cache(maxsize=64)
def _kid_of_footer(footer: str) -> str:
    """Cached: all tokens of one key have the same footer."""
    try:
        return str(orjson.loads(base64.urlsafe_b64decode(footer + "=" * (-len(footer) % 4)))["kid"])
    except (ValueError, KeyError, TypeError) as error:
        raise TokenInvalid from error


async def bucket(bus: Bus, name: str) -> KeyValue:
    """The key-value bucket of that name, created when it is missing."""
    await bus.connected()
    try:
        return await bus.js.key_value(name)
    except BucketNotFoundError:
        kept = KeyValueConfig(name, replicas=bus.streams.nats_replicas, placement=bus.placement)
        kept.ttl = SESSION_TTL if name == "ended_sessions" else None
        return await bus.js.create_key_value(kept)


async def watch(bus: Bus, identity: Identity) -> None:
    """Follow both buckets until cancelled.

    NATS keeps a watch in memory only, and may forget it without a word: every minute a new one reads on from the last
    revision. After a reconnection it reads everything again, since NATS may have come back with an older store.
    """
    reconnected = asyncio.Event()
    bus.on_reconnect(reconnected.set)
    while True:
        if reconnected.is_set():
            identity.revisions.clear()
        reconnected.clear()
        identity.purge_old_sessions()
        tasks = [
            asyncio.ensure_future(_follow(bus, "identity", identity.apply, identity)),
            asyncio.ensure_future(_follow(bus, "ended_sessions", identity.apply_session, identity)),
            asyncio.ensure_future(reconnected.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, timeout=WATCH_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        failed = [task.exception() for task in done if task.exception()]
        if failed:
            log.warning("identity_watch_failed", error=type(failed[0]).__name__)
            await asyncio.sleep(0.5)


async def _follow(bus: Bus, name: str, apply: Callable[[str, bytes | None], None], identity: Identity) -> None:
    store = await bucket(bus, name)
    async with contextlib.AsyncExitStack() as stack:
        last = identity.revisions.get(name, 0)
        if last and (await state_of(bus, name)).last_seq >= last:
            watcher: Any = await stack.enter_async_context(changes(bus, name, after=last))
        else:
            watcher = await store.watchall()
            stack.push_async_callback(_stop, watcher)
        while True:
            try:
                entry = await watcher.updates(timeout=60)
            except TimeoutError:
                continue
            if entry is None:
                identity.unread.discard(name)
                identity.notify_listeners()
                continue
            _apply(entry, apply)
            # Entries come in the order of their revisions, so what was read in part is read on from there, too.
            identity.revisions[name] = entry.revision
            if not entry.delta:
                identity.unread.discard(name)
                identity.notify_listeners()


def _apply(entry: KeyValue.Entry, apply: Callable[[str, bytes | None], None]) -> None:
    try:
        apply(entry.key, None if entry.operation else entry.value)
    except (pyseto.PysetoError, ValueError, TypeError, AttributeError) as error:
        REFUSED.inc()
        log.error("identity_entry_refused", entry=entry.key, error=str(error) or type(error).__name__)


async def _stop(watcher: Any) -> None:
    with contextlib.suppress(nats.errors.Error, TimeoutError):
        await watcher.stop()
