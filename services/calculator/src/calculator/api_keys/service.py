"""Keys of the public calculation API: issued, changed and revoked by administrators, checked and counted by calls."""

import hashlib
import math
import secrets
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.features.audit import add_entry
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, StaleVersion, check_version, raises, require_found

from calculator.administration.tables import AuditEntry
from calculator.api_keys import queries
from calculator.api_keys.errors import ApiKeyInvalid, ApiKeyRevoked, QuotaUsedUp, TooManyApiKeys
from calculator.api_keys.schemas import ApiKeyChange, ApiKeyCreate, ApiKeyRead
from calculator.api_keys.tables import ApiKey
from calculator.estimates.schemas import CalculationRequest
from calculator.estimates.service import Json, calculate
from calculator.policy.policy import get_customs_day
from calculator.policy.service import get_policy
from calculator.runtime import CalculatorRuntime, Session

MAX_ACTIVE_KEYS = 200
# Logs and scanners of leaked secrets recognize a key by its start.
KEY_START = "mdc_"
PREFIX_LENGTH = len(KEY_START) + 8
# `last_used_at` is written at most once in this time, so that calls do not wait for one row.
USE_RECORD_INTERVAL = timedelta(minutes=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
AUDITED_FIELDS = {"name", "owner", "per_minute", "per_day"}


@raises(TooManyApiKeys)
async def issue_key(db: Session, body: ApiKeyCreate, *, caller: Principal) -> tuple[ApiKey, str]:
    """Issue a key. Returns it with its text, which is never shown again."""
    # The lock lets only one transaction at a time count and add a key, so the limit cannot be exceeded.
    await take_advisory_locks(db, "api_keys")
    if await queries.count_active_keys(db) >= MAX_ACTIVE_KEYS:
        raise TooManyApiKeys
    text = KEY_START + secrets.token_urlsafe(32)
    key = ApiKey(
        **body.model_dump(),
        prefix=text[:PREFIX_LENGTH],
        digest=compute_digest(text),
        created_at=db.now(),
    )
    db.add(key)
    await db.flush()
    _audit(db, key, "issued", caller=caller, before={}, after=key.model_dump(include=AUDITED_FIELDS))
    return key, text


def compute_digest(text: str) -> str:
    """Return the SHA-256 of a key. A key has 256 random bits, so it needs neither salt nor a slow digest."""
    return hashlib.sha256(text.encode()).hexdigest()


@raises(NotFound, StaleVersion, ApiKeyRevoked)
async def change_key(db: Session, id: UUID, body: ApiKeyChange, *, caller: Principal) -> ApiKey:
    """Rename a key or change its limits, which hold from the next call on."""
    key = await get_key(db, id, lock=True)
    check_version(body.version, key.version)
    if key.revoked_at is not None:
        raise ApiKeyRevoked
    fields_before = key.model_dump(include=AUDITED_FIELDS)
    key.sqlmodel_update(body.model_dump(exclude_unset=True, exclude={"version"}))
    key.version += 1
    db.add(key)
    _audit(db, key, "changed", caller=caller, before=fields_before, after=key.model_dump(include=AUDITED_FIELDS))
    return key


@raises(NotFound)
async def revoke_key(db: Session, id: UUID, *, caller: Principal) -> ApiKey:
    """Revoke a key at once, in all replicas. A revoked key stays revoked."""
    key = await get_key(db, id, lock=True)
    if key.revoked_at is None:
        key.revoked_at = db.now()
        key.version += 1
        db.add(key)
        fields = key.model_dump(include=AUDITED_FIELDS)
        _audit(db, key, "revoked", caller=caller, before=fields, after=fields | {"revoked_at": db.now().isoformat()})
    return key


def _audit(
    db: Session, key: ApiKey, action: str, *, caller: Principal, before: dict[str, object], after: dict[str, object]
) -> None:
    changes = {"before": before, "after": after}
    add_entry(
        db, AuditEntry, caller=caller, action=f"api_key.{action}", entity="api_key", entity_id=key.id, changes=changes
    )


@raises(NotFound)
async def get_key(db: Session, id: UUID, *, lock: bool = False) -> ApiKey:
    """Load a key, with `lock` for a change."""
    return require_found(await db.get(ApiKey, id, with_for_update=lock or None))


def serialize_key(key: ApiKey) -> ApiKeyRead:
    """Return a key without its text, which is not stored."""
    status = "active" if key.revoked_at is None else "revoked"
    return ApiKeyRead.model_validate(key.model_dump(exclude={"digest"}) | {"status": status})


def calculate_for_key_holder(runtime: CalculatorRuntime, request: CalculationRequest) -> Json:
    """Calculate one import. Without an edition and a declaration date the rates in force today apply.

    Raises Unavailable, and Invalid with the field for an unknown edition or an impossible date.
    """
    today = get_customs_day(runtime.now())
    if request.edition is None and request.declaration_date is None:
        request = request.model_copy(update={"declaration_date": today})
    return calculate(request, policy=get_policy(runtime), today=today)


class Window(NamedTuple):
    """The calls of a key in one window of time."""

    name: str
    seconds: int
    limit: int
    hits: int
    left_seconds: int

    @property
    def is_exceeded(self) -> bool:
        return self.hits > self.limit


def build_quota_headers(windows: list[Window]) -> dict[str, str]:
    """Return `RateLimit-Policy` and `RateLimit` as in draft-ietf-httpapi-ratelimit-headers."""
    policies = [f'"{window.name}";q={window.limit};w={window.seconds}' for window in windows]
    states = [f'"{window.name}";r={max(0, window.limit - window.hits)};t={window.left_seconds}' for window in windows]
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(states)}


@raises(ApiKeyInvalid)
async def find_key(runtime: CalculatorRuntime, text: str) -> ApiKey:
    """Return the active key with this text, from the database: a revocation holds at once in every replica."""
    async with runtime.database.reading() as db:
        return require_found(await queries.find_active_key(db, compute_digest(text)), error=ApiKeyInvalid)


@raises(QuotaUsedUp)
async def count_call(runtime: CalculatorRuntime, key: ApiKey) -> dict[str, str]:
    """Count one call in the minute and the day of the key, over all replicas. Returns the headers of its quota.

    A call beyond the limit of the minute is not counted in the day.
    """
    now = runtime.now()
    windows: list[Window] = []
    async with runtime.database.autocommit() as db:
        for name, per, limit in (("minute", MINUTE, key.per_minute), ("day", DAY, key.per_day)):
            hits, ends_at = await limits.count(runtime, db, f"api-{name}", str(key.id), per=per)
            left_seconds = math.ceil((ends_at - now).total_seconds())
            window = Window(name, int(per.total_seconds()), limit, hits, max(1, left_seconds))
            windows.append(window)
            if window.is_exceeded:
                raise QuotaUsedUp(retry_after=window.left_seconds, quota_headers=build_quota_headers(windows))
        if key.last_used_at is None or now - key.last_used_at >= USE_RECORD_INTERVAL:
            await queries.record_use(db, key.id, now)
    return build_quota_headers(windows)
