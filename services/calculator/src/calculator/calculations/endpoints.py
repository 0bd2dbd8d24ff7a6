"""Saved calculations: save, claim, share, print, list, attach."""

from datetime import timedelta
from typing import Annotated
from uuid import UUID

from chassis.features.lists import Page
from chassis.web import limits
from chassis.web.auth import Caller, OptionalCaller
from chassis.web.errors import Forbidden, RateLimited, Unauthorized, Unavailable, document_errors
from chassis.web.http import ClientAddress
from contracts.envelopes import Done
from fastapi import APIRouter, Header, Response

from calculator.calculations import pdf_document, queries, service
from calculator.calculations.errors import CalculationNotFound
from calculator.calculations.schemas import (
    CalculationClaims,
    CalculationList,
    CalculationSave,
    CalculationUpdate,
    ClaimedCalculations,
    KeptCalculation,
)
from calculator.policy.service import get_policy
from calculator.runtime import CurrentRuntime, Db, ReadDb

# The converter `:uuid` keeps `/{id}` from matching `/{id}.pdf`, so that each path answers 405 with its own methods.
router = APIRouter(prefix="/api/calculator/calculations", tags=["calculator"])

IdempotencyKey = Annotated[str | None, Header(alias="Idempotency-Key", min_length=8, max_length=64)]


@router.post(
    "",
    status_code=201,
    response_model_exclude_unset=True,
    responses=document_errors(service.save_calculation, get_policy, Unauthorized, Forbidden),
)
async def save_calculation(
    body: CalculationSave,
    db: Db,
    runtime: CurrentRuntime,
    caller: OptionalCaller,
    address: ClientAddress,
    idempotency_key: IdempotencyKey = None,
) -> KeptCalculation:
    """Save a calculation with today's figures and get a link to it."""
    owner = service.CalculationOwner(caller, address, idempotency_key)
    calculation = await service.save_calculation(db, runtime, body, policy=get_policy(runtime), owner=owner)
    return service.serialize_with_claim_token(runtime, calculation)


@router.post("/claims", responses=document_errors(service.claim_calculations))
async def claim_calculations(body: CalculationClaims, db: Db, caller: Caller) -> ClaimedCalculations:
    """Move calculations that the caller saved before the sign-in into the caller's account."""
    return await service.claim_calculations(db, body, caller=caller)


@router.get("")
async def own_calculations(page: Page, db: ReadDb, runtime: CurrentRuntime, caller: Caller) -> CalculationList:
    """List the caller's saved calculations, newest first."""
    rows, total = await queries.list_own_calculations(db, page, caller=caller)
    return CalculationList(
        calculations=[service.serialize_summary(runtime, row) for row in rows],
        total=total,
        hasMore=page.offset + len(rows) < total,
    )


@router.get(
    "/{calculation_id:uuid}.pdf",
    response_class=Response,
    responses=document_errors(CalculationNotFound, RateLimited, Unavailable)
    | {200: {"content": {"application/pdf": {}}, "description": "One page"}},
)
async def calculation_pdf(calculation_id: UUID, runtime: CurrentRuntime, address: ClientAddress) -> Response:
    """Download a saved calculation as a PDF of one page."""
    # Rendering may wait in a queue, so no database connection is held meanwhile.
    async with runtime.database.reading() as db:
        calculation = await service.get_calculation(db, calculation_id)
        site = await queries.get_site_settings(db)
    settings = runtime.settings
    await limits.hit(runtime, "pdf", address, limit=settings.pdf_per_minute, per=timedelta(minutes=1))
    answer = service.serialize_calculation(runtime, calculation).model_dump(mode="json", exclude_unset=True)
    document = await pdf_document.render_pdf(answer, company=site.company)
    disposition = f'inline; filename="raschet-{calculation.id}.pdf"'
    return Response(document, media_type="application/pdf", headers={"Content-Disposition": disposition})


@router.get(
    "/{calculation_id:uuid}",
    response_model_exclude_unset=True,
    responses=document_errors(service.get_calculation),
)
async def kept_calculation(calculation_id: UUID, db: ReadDb, runtime: CurrentRuntime) -> KeptCalculation:
    """Return a saved calculation by its link, with the figures of the day on which it was saved."""
    return service.serialize_calculation(runtime, await service.get_calculation(db, calculation_id))


@router.patch(
    "/{calculation_id:uuid}", response_model_exclude_unset=True, responses=document_errors(service.attach_calculation)
)
async def attach_calculation(
    calculation_id: UUID, body: CalculationUpdate, db: Db, runtime: CurrentRuntime, caller: Caller
) -> KeptCalculation:
    """Rename an own calculation, or attach it to a request or an order."""
    return service.serialize_calculation(
        runtime, await service.attach_calculation(db, calculation_id, body, caller=caller)
    )


@router.delete("/{calculation_id:uuid}", responses=document_errors(service.get_own_calculation))
async def delete_calculation(calculation_id: UUID, db: Db, caller: Caller) -> Done:
    """Delete an own calculation; its link stops working."""
    await db.delete(await service.get_own_calculation(db, calculation_id, caller=caller))
    return Done()
