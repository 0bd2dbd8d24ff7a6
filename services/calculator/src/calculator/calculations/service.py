"""Keeping a calculation: once, frozen, with a link that cannot be guessed."""

import hashlib
import hmac
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from chassis import limits, outbox
from chassis.app import Runtime
from chassis.auth import Principal
from chassis.jobs import Job
from contracts.calculator import CalculationSaved
from sqlalchemy.ext.asyncio import AsyncSession

from calculator.calculations import queries
from calculator.calculations.errors import CalculationNotFound, KeyReused, TooManyKept
from calculator.calculations.schemas import CalculationSave, CalculationUpdate
from calculator.calculations.tables import Calculation
from calculator.editions.library import editions
from calculator.estimates.schemas import CalculationRequest
from calculator.estimates.service import calculate
from calculator.policy.current import Policy, customs_day
from calculator.settings import settings_of

Json = dict[str, Any]
# A person's export travels as one message, and 500 fit into it.
KEPT_AT_MOST = 500
KEPT_FIELDS = {"title", "requestId", "orderId"}


class Keeper(NamedTuple):
    """Who keeps a calculation: a person or a visitor's address, and the key that makes a repeat safe."""

    caller: Principal | None
    address: str
    key: str | None


async def keep(
    db: AsyncSession, runtime: Runtime, body: CalculationSave, *, policy: Policy, keeper: Keeper
) -> Calculation:
    """Compute and keep. The same key from the same person gives the calculation kept before."""
    request = body.model_dump(mode="json", exclude=KEPT_FIELDS, exclude_none=True)
    caller, address, key = keeper
    saved_by = str(caller.id) if caller else _digest(runtime, address)
    if key and (known := await queries.repeated(db, saved_by=saved_by, key=key)):
        if known.request != request:
            raise KeyReused
        return known
    if caller and await queries.count_of(db, caller) >= KEPT_AT_MOST:
        raise TooManyKept
    answer = calculate(_plain(request), policy=policy, today=_today(runtime))
    per_hour = settings_of(runtime).save_per_hour
    await limits.hit(runtime, "save", address, limit=per_hour, per=timedelta(hours=1), within=db)
    kept = _frozen(body, request, answer, keeper, saved_by=saved_by, now=runtime.clock())
    db.add(kept)
    await db.flush()
    await outbox.record(db, _saved(kept, answer))
    return kept


def _frozen(
    body: CalculationSave, request: Json, answer: Json, keeper: Keeper, *, saved_by: str, now: datetime
) -> Calculation:
    edition = editions().get(answer["edition"])
    assert edition is not None
    return Calculation(
        owner_id=keeper.caller.id if keeper.caller else None,
        saved_by=saved_by,
        idempotency_key=keeper.key,
        title=body.title or None,
        request=request,
        answer=orjson.dumps(answer).decode(),
        edition=edition.id,
        fingerprint=editions().fingerprint(edition),
        request_id=body.requestId,
        order_id=body.orderId,
        created_at=now,
    )


def _plain(request: Json) -> CalculationRequest:
    return CalculationRequest.model_validate(request)


def _today(runtime: Runtime) -> date:
    return customs_day(runtime.clock())


def _digest(runtime: Runtime, address: str) -> str:
    """An address is personal data: only a keyed digest of it is kept."""
    secret = runtime.settings.secret_key.get_secret_value().encode()
    return "visitor:" + hmac.new(secret, address.encode(), hashlib.sha256).hexdigest()[:32]


def _saved(kept: Calculation, answer: Json) -> CalculationSaved:
    return CalculationSaved(
        calculation_id=kept.id,
        user_id=kept.owner_id,
        edition=kept.edition,
        total_customs=answer["totalCustoms"],
        total=answer["total"],
        request_id=kept.request_id,
        order_id=kept.order_id,
    )


async def found(db: AsyncSession, id: UUID) -> Calculation:
    """Raises CalculationNotFound."""
    kept = await queries.calculation(db, id)
    if kept is None:
        raise CalculationNotFound
    return kept


async def own(db: AsyncSession, id: UUID, *, caller: Principal) -> Calculation:
    """Raises CalculationNotFound, for another person's calculation too."""
    kept = await queries.own_calculation(db, id, caller=caller)
    if kept is None:
        raise CalculationNotFound
    return kept


async def attach(db: AsyncSession, id: UUID, update: CalculationUpdate, *, caller: Principal) -> Calculation:
    """Rename, or hang on a request or an order; the figures never change."""
    kept = await own(db, id, caller=caller)
    if "title" in update.model_fields_set:
        kept.title = update.title or None
    if "requestId" in update.model_fields_set:
        kept.request_id = update.requestId
    if "orderId" in update.model_fields_set:
        kept.order_id = update.orderId
    db.add(kept)
    await db.flush()
    await outbox.record(db, _saved(kept, orjson.loads(kept.answer)))
    return kept


async def forget_guests(db: AsyncSession, runtime: Runtime) -> None:
    """Forget what visitors kept long ago and nobody hung on anything."""
    old = runtime.clock() - timedelta(days=settings_of(runtime).guest_kept_days)
    await queries.erase_guests(db, before=old)


FORGET_GUESTS = Job("calculator.guests", timedelta(hours=24), forget_guests)


def links(runtime: Runtime, kept: Calculation) -> Json:
    base = runtime.settings.public_url.rstrip("/")
    return {
        "id": str(kept.id),
        "title": kept.title,
        "createdAt": kept.created_at.isoformat().replace("+00:00", "Z"),
        "shareUrl": f"{base}/calc/{kept.id}",
        "pdfUrl": f"{base}/api/calculator/calculations/{kept.id}.pdf",
        "requestId": str(kept.request_id) if kept.request_id else None,
        "orderId": str(kept.order_id) if kept.order_id else None,
        "request": kept.request,
    }


def whole(runtime: Runtime, kept: Calculation) -> Json:
    """The answer of the day it was kept, and where to find it."""
    answer: Json = orjson.loads(kept.answer)
    return answer | links(runtime, kept) | {"fingerprint": kept.fingerprint}


def summary(runtime: Runtime, kept: Calculation) -> Json:
    answer = orjson.loads(kept.answer)
    totals = {name: answer[name] for name in ("edition", "totalCustoms", "total")}
    return links(runtime, kept) | totals
