from uuid import UUID

from chassis.features.double_opt_in import EmailLinkInvalid, Link, LinkAnswer
from chassis.web.auth import Caller
from chassis.web.errors import document_errors
from contracts.envelopes import REDIRECT_RESPONSES, Done
from fastapi import APIRouter, Response

from content.price_limits import service
from content.price_limits.schemas import PriceLimitAnswer, PriceLimitList, PriceLimitSet, PriceLimitUpdate
from content.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/me/price-limits", tags=["me: price limits"])
stop_link_router = APIRouter(prefix=service.STOP_LINKS.path, tags=["me: price limits"])


@router.get("")
async def list_my_price_limits(db: ReadDb, caller: Caller) -> PriceLimitList:
    """List the caller's limits, newest first; there are at most a hundred."""
    limits = await service.read_limits(db, caller=caller)
    return PriceLimitList(limits=limits, total=len(limits))


@router.put("/cars/{car_id}", responses=document_errors(service.set_for_car))
async def set_price_limit_of_car(car_id: UUID, body: PriceLimitSet, db: Db, caller: Caller) -> PriceLimitAnswer:
    """Set or change the limit of a favourite car."""
    return PriceLimitAnswer(limit=await service.set_for_car(db, car_id, body, caller=caller))


@router.put("/calculations/{calculation_id}", responses=document_errors(service.set_for_calculation))
async def set_price_limit_of_calculation(
    calculation_id: UUID, body: PriceLimitSet, caller: Caller, runtime: CurrentRuntime
) -> PriceLimitAnswer:
    """Set or change the limit of a saved calculation."""
    return PriceLimitAnswer(limit=await service.set_for_calculation(runtime, calculation_id, body, caller=caller))


@router.patch("/{id}", responses=document_errors(service.change))
async def change_price_limit(id: UUID, body: PriceLimitUpdate, db: Db, caller: Caller) -> PriceLimitAnswer:
    """Change the sum of a limit, or turn its notifications on or off."""
    return PriceLimitAnswer(limit=await service.change(db, id, body, caller=caller))


@router.delete("/{id}")
async def remove_price_limit(id: UUID, db: Db, caller: Caller) -> Done:
    """Delete a limit; can be repeated."""
    await service.remove(db, id, caller=caller)
    return Done()


@stop_link_router.get(
    "/stop", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid) | REDIRECT_RESPONSES
)
async def ask_to_stop_price_limit(link: Link, db: Db) -> LinkAnswer | Response:
    """Show the page that asks to stop the notifications of a limit; nothing changes."""
    return await service.STOP_LINKS.ask(db, link)


@stop_link_router.post("/stop", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid))
async def stop_price_limit(link: Link, db: Db) -> LinkAnswer | Response:
    """Stop the notifications of a limit, by the button of that page."""
    return await service.STOP_LINKS.stop(db, link)
