"""Saved calculations: stored once with the figures of the day, under a link that cannot be guessed."""

import hashlib
import hmac
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from chassis.encryption import compute_keyed_hash
from chassis.events import outbox
from chassis.web import limits
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, RateLimited, raises, require_found
from contracts.calculator import CalculationSaved

from calculator.calculations import queries
from calculator.calculations.errors import CalculationNotFound, IdempotencyKeyReused, TooManyCalculations
from calculator.calculations.schemas import (
    CalculationClaims,
    CalculationSave,
    CalculationSummary,
    CalculationUpdate,
    ClaimedCalculations,
    GuestCalculation,
    KeptCalculation,
)
from calculator.calculations.tables import Calculation
from calculator.editions.registry import load_editions
from calculator.estimates.schemas import CalculationRequest
from calculator.estimates.service import calculate
from calculator.policy.policy import Policy, get_customs_day
from calculator.runtime import CalculatorRuntime, Session

Json = dict[str, Any]
# 500 calculations fit into a data export, which is one message.
MAX_SAVED_CALCULATIONS = 500
CHANGES_PER_HOUR = 60
# Hexadecimal digits: 128 of the 256 bits of a digest.
ADDRESS_DIGEST_DIGITS = 32
# The fields of `CalculationUpdate`. They are not part of the saved request.
UPDATABLE_FIELDS = {"title", "requestId", "orderId"}


class CalculationOwner(NamedTuple):
    """Who saves a calculation: a user or a visitor's address, and the idempotency key of the request."""

    caller: Principal | None
    address: str
    key: str | None


@raises(IdempotencyKeyReused, TooManyCalculations, RateLimited, Invalid)
async def save_calculation(
    db: Session, runtime: CalculatorRuntime, body: CalculationSave, *, policy: Policy, owner: CalculationOwner
) -> Calculation:
    """Compute and save a calculation. A repeated idempotency key returns the calculation saved before."""
    request = body.model_dump(mode="json", exclude=UPDATABLE_FIELDS, exclude_none=True)
    caller, address, key = owner
    saved_by = str(caller.id) if caller else _compute_address_digest(runtime, address)
    if key:
        earlier_calculation = await queries.find_by_idempotency_key(db, saved_by=saved_by, key=key)
        if earlier_calculation is not None:
            if earlier_calculation.request != request:
                raise IdempotencyKeyReused
            return earlier_calculation
    if caller:
        saved_count = await queries.lock_and_count_own_calculations(db, caller)
        if saved_count >= MAX_SAVED_CALCULATIONS:
            raise TooManyCalculations
    answer = calculate(CalculationRequest.model_validate(request), policy=policy, today=get_customs_day(runtime.now()))
    per_hour = runtime.settings.save_per_hour
    limited_subjects = [address]
    if caller:
        limited_subjects.append(str(caller.id))
    for subject in limited_subjects:
        await limits.hit(runtime, "save", subject, limit=per_hour, per=timedelta(hours=1), within=db)
    calculation = _build_row(body, request, answer, owner, saved_by=saved_by, now=runtime.now())
    db.add(calculation)
    await db.flush()
    await outbox.record(db, build_saved_event(calculation, answer))
    return calculation


def _build_row(
    body: CalculationSave, request: Json, answer: Json, owner: CalculationOwner, *, saved_by: str, now: datetime
) -> Calculation:
    edition = load_editions().get(answer["edition"])
    assert edition is not None
    return Calculation(
        owner_id=owner.caller.id if owner.caller else None,
        saved_by=saved_by,
        idempotency_key=owner.key,
        title=body.title or None,
        request=request,
        answer=orjson.dumps(answer).decode(),
        edition=edition.id,
        fingerprint=load_editions().get_fingerprint(edition),
        request_id=body.requestId,
        order_id=body.orderId,
        created_at=now,
    )


def _compute_address_digest(runtime: CalculatorRuntime, address: str) -> str:
    """Return the keyed digest of a network address, which is personal data and is not saved itself."""
    secret = runtime.settings.secret_key.get_secret_value().encode()
    return "visitor:" + hmac.new(secret, address.encode(), hashlib.sha256).hexdigest()[:ADDRESS_DIGEST_DIGITS]


def build_saved_event(calculation: Calculation, answer: Json, *, is_new: bool = True) -> CalculationSaved:
    """Return the event of a saved calculation. `answer` is the saved answer, which holds the totals."""
    return CalculationSaved(
        calculation_id=calculation.id,
        user_id=calculation.owner_id,
        edition=calculation.edition,
        total_customs=answer["totalCustoms"],
        total=answer["total"],
        request_id=calculation.request_id,
        order_id=calculation.order_id,
        is_new=is_new,
    )


@raises(CalculationNotFound)
async def get_calculation(db: Session, id: UUID) -> Calculation:
    """Load a calculation. Whoever knows its id may read it, because the id is the secret of its link."""
    return require_found(await db.get(Calculation, id), error=CalculationNotFound)


@raises(CalculationNotFound)
async def get_own_calculation(db: Session, id: UUID, *, caller: Principal) -> Calculation:
    """Load and lock a calculation of the caller. Raises CalculationNotFound, also for another user's."""
    return require_found(await queries.lock_own_calculation(db, id, caller=caller), error=CalculationNotFound)


@raises(CalculationNotFound, RateLimited)
async def attach_calculation(db: Session, id: UUID, update: CalculationUpdate, *, caller: Principal) -> Calculation:
    """Rename a calculation or attach it to a request or order. Figures never change.

    A call that changes nothing publishes no event and is not counted.
    """
    calculation = await get_own_calculation(db, id, caller=caller)
    previous_values = (calculation.title, calculation.request_id, calculation.order_id)
    if "title" in update.model_fields_set:
        calculation.title = update.title or None
    if "requestId" in update.model_fields_set:
        calculation.request_id = update.requestId
    if "orderId" in update.model_fields_set:
        calculation.order_id = update.orderId
    if (calculation.title, calculation.request_id, calculation.order_id) == previous_values:
        return calculation
    subject = str(caller.id)
    hour = timedelta(hours=1)
    await limits.hit(db.runtime, "calculation-changes", subject, limit=CHANGES_PER_HOUR, per=hour, within=db)
    db.add(calculation)
    await db.flush()
    await outbox.record(db, build_saved_event(calculation, orjson.loads(calculation.answer), is_new=False))
    return calculation


@raises(RateLimited)
async def claim_calculations(db: Session, body: CalculationClaims, *, caller: Principal) -> ClaimedCalculations:
    """Move calculations that the caller saved as a visitor to the caller's account. A repeated call changes nothing.

    A link to a calculation can be shared, so its id alone does not prove who saved it: the token does. Calculations
    that have an owner, no longer exist or have another token are ignored.
    """
    await limits.hit(
        db.runtime, "calculation-claims", str(caller.id), limit=CHANGES_PER_HOUR, per=timedelta(hours=1), within=db
    )
    proven_ids = {
        calculation.id for calculation in body.calculations if _has_valid_claim_token(db.runtime, calculation)
    }
    rows = await queries.lock_guest_calculations(db, proven_ids)
    free_slots = max(0, MAX_SAVED_CALCULATIONS - await queries.lock_and_count_own_calculations(db, caller))
    # The newest are claimed if not all of them fit.
    newest_first = list(reversed(rows))
    claimed_rows = newest_first[:free_slots]
    for calculation in claimed_rows:
        calculation.owner_id = caller.id
        calculation.saved_by = str(caller.id)
        # The account may have used the same idempotency key.
        calculation.idempotency_key = None
        db.add(calculation)
    await db.flush()
    for calculation in claimed_rows:
        await outbox.record(db, build_saved_event(calculation, orjson.loads(calculation.answer), is_new=False))
    left_rows = newest_first[free_slots:]
    return ClaimedCalculations(claimed=[row.id for row in claimed_rows], left=[row.id for row in left_rows])


def _has_valid_claim_token(runtime: CalculatorRuntime, calculation: GuestCalculation) -> bool:
    token = _compute_claim_token(runtime, calculation.id)
    return hmac.compare_digest(token.encode(), calculation.claimToken.encode())


def _compute_claim_token(runtime: CalculatorRuntime, id: UUID) -> str:
    return compute_keyed_hash(runtime.settings, "calculation claims", str(id))


async def purge_guest_calculations(db: Session, runtime: CalculatorRuntime) -> None:
    """Delete visitors' calculations older than `guest_kept_days`."""
    oldest_kept_time = runtime.now() - timedelta(days=runtime.settings.guest_kept_days)
    await queries.delete_guest_calculations(db, before=oldest_kept_time)


def _serialize_links(runtime: CalculatorRuntime, calculation: Calculation) -> Json:
    base = runtime.settings.public_url.rstrip("/")
    return {
        "id": str(calculation.id),
        "title": calculation.title,
        "createdAt": calculation.created_at.isoformat().replace("+00:00", "Z"),
        "shareUrl": f"{base}/calc/{calculation.id}",
        "pdfUrl": f"{base}/api/calculator/calculations/{calculation.id}.pdf",
        "requestId": str(calculation.request_id) if calculation.request_id else None,
        "orderId": str(calculation.order_id) if calculation.order_id else None,
        "request": calculation.request,
    }


def serialize_calculation(runtime: CalculatorRuntime, calculation: Calculation) -> KeptCalculation:
    """Return the answer as it was saved, with its links. Fields that did not exist on that day stay unset."""
    answer: Json = orjson.loads(calculation.answer)
    return KeptCalculation.model_validate(
        answer | _serialize_links(runtime, calculation) | {"fingerprint": calculation.fingerprint}
    )


def serialize_with_claim_token(runtime: CalculatorRuntime, calculation: Calculation) -> KeptCalculation:
    """Return the answer to a client that saves a calculation. A visitor's answer has the token to claim it."""
    saved_calculation = serialize_calculation(runtime, calculation)
    if calculation.owner_id is None:
        saved_calculation.claimToken = _compute_claim_token(runtime, calculation.id)
    return saved_calculation


def serialize_summary(runtime: CalculatorRuntime, calculation: Calculation) -> CalculationSummary:
    """Return the links and totals of a calculation, for the list of own calculations."""
    answer = orjson.loads(calculation.answer)
    totals = {name: answer[name] for name in ("edition", "totalCustoms", "total")}
    totals["powerRange"] = answer.get("powerRange")
    return CalculationSummary.model_validate(_serialize_links(runtime, calculation) | totals)
