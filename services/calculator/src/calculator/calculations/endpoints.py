"""Kept calculations: save, share, print, list, attach."""

from datetime import timedelta
from typing import Annotated, Any
from uuid import UUID

from chassis import limits
from chassis.app import Rt
from chassis.auth import Caller, MaybeCaller
from chassis.database import Db, ReadDb
from chassis.errors import Forbidden, RateLimited, Unauthorized, Unavailable, documented
from chassis.http import ClientAddress
from chassis.paging import Page
from fastapi import APIRouter, Depends, Header, Path, Response

from calculator.calculations import paper, queries, service
from calculator.calculations.errors import CalculationNotFound, KeyReused, TooManyKept
from calculator.calculations.schemas import (
    CalculationList,
    CalculationSave,
    CalculationUpdate,
    KeptCalculation,
)
from calculator.policy.memory import policy_of
from calculator.settings import settings_of

router = APIRouter(prefix="/api/calculator/calculations", tags=["calculator"])


async def _known_shape(calculation_id: Annotated[str, Path(max_length=100)]) -> UUID:
    """A link that is no id at all leads nowhere, as a wrong one does."""
    try:
        return UUID(calculation_id)
    except ValueError:
        raise CalculationNotFound from None


CalculationId = Annotated[UUID, Depends(_known_shape)]
Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=8, max_length=64)]


@router.post(
    "",
    status_code=201,
    response_model=KeptCalculation,
    response_model_exclude_unset=True,
    responses=documented(Unauthorized, Forbidden, KeyReused, TooManyKept, RateLimited, Unavailable),
)
async def save_calculation(
    body: CalculationSave,
    db: Db,
    rt: Rt,
    caller: MaybeCaller,
    address: ClientAddress,
    idempotency_key: Key = None,
) -> dict[str, Any]:
    """Keep a calculation as it is today and get a link to it."""
    keeper = service.Keeper(caller, address, idempotency_key)
    kept = await service.keep(db, rt, body, policy=policy_of(rt), keeper=keeper)
    return service.whole(rt, kept)


@router.get("", response_model=CalculationList, responses=documented(Unauthorized, Forbidden))
async def own_calculations(page: Page, db: ReadDb, rt: Rt, caller: Caller) -> dict[str, Any]:
    """The caller's kept calculations, newest first."""
    rows, total = await queries.own_calculations(db, caller=caller, limit=page.limit, offset=page.offset)
    return {
        "calculations": [service.summary(rt, row) for row in rows],
        "total": total,
        "hasMore": page.offset + len(rows) < total,
    }


@router.get(
    "/{calculation_id}.pdf",
    response_class=Response,
    responses=documented(CalculationNotFound, RateLimited)
    | {200: {"content": {"application/pdf": {}}, "description": "One page"}},
)
async def calculation_pdf(calculation_id: CalculationId, rt: Rt, address: ClientAddress) -> Response:
    """A kept calculation as one printed page."""
    # Whoever waits for the press holds no connection.
    async with rt.database.reading() as db:
        kept, head = await service.found(db, calculation_id), await queries.letterhead(db)
    settings = settings_of(rt)
    await limits.hit(rt, "pdf", address, limit=settings.pdf_per_minute, per=timedelta(minutes=1))
    page = await paper.printed(service.whole(rt, kept), company=head.company)
    name = f'inline; filename="raschet-{kept.id}.pdf"'
    return Response(page, media_type="application/pdf", headers={"Content-Disposition": name})


@router.get(
    "/{calculation_id}",
    response_model=KeptCalculation,
    response_model_exclude_unset=True,
    responses=documented(CalculationNotFound),
)
async def kept_calculation(calculation_id: CalculationId, db: ReadDb, rt: Rt) -> dict[str, Any]:
    """A kept calculation by its link, with the figures of the day it was kept."""
    return service.whole(rt, await service.found(db, calculation_id))


@router.patch(
    "/{calculation_id}",
    response_model=KeptCalculation,
    response_model_exclude_unset=True,
    responses=documented(Unauthorized, Forbidden, CalculationNotFound),
)
async def attach_calculation(
    calculation_id: CalculationId, body: CalculationUpdate, db: Db, rt: Rt, caller: Caller
) -> dict[str, Any]:
    """Rename one's calculation, or attach it to a request or an order."""
    return service.whole(rt, await service.attach(db, calculation_id, body, caller=caller))


@router.delete("/{calculation_id}", responses=documented(Unauthorized, Forbidden, CalculationNotFound))
async def delete_calculation(calculation_id: CalculationId, db: Db, caller: Caller) -> dict[str, bool]:
    """Forget one's kept calculation; its link stops working."""
    await db.delete(await service.own(db, calculation_id, caller=caller))
    return {"success": True}
