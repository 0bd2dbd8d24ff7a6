from uuid import UUID

from chassis.features.double_opt_in import EmailLinkInvalid, Link, LinkAnswer
from chassis.web.auth import Caller
from chassis.web.errors import document_errors
from contracts.envelopes import REDIRECT_RESPONSES, Done
from fastapi import APIRouter, Response

from content.runtime import Db, ReadDb
from content.saved_searches import service
from content.saved_searches.schemas import (
    SavedSearchAnswer,
    SavedSearchCreate,
    SavedSearchList,
    SavedSearchUpdate,
)

router = APIRouter(prefix="/api/me/searches", tags=["me: saved searches"])
stop_link_router = APIRouter(prefix=service.STOP_LINKS.path, tags=["me: saved searches"])


@router.get("")
async def list_my_searches(db: ReadDb, caller: Caller) -> SavedSearchList:
    """List the caller's saved searches, newest first; there are at most twenty."""
    searches = await service.read_searches(db, caller=caller)
    return SavedSearchList(searches=searches, total=len(searches))


@router.post("", responses=document_errors(service.create))
async def save_search(body: SavedSearchCreate, db: Db, caller: Caller) -> SavedSearchAnswer:
    """Save filters of the catalogue; the same filters are saved once."""
    return SavedSearchAnswer(search=await service.read(db, await service.create(db, body, caller=caller)))


@router.patch("/{id}", responses=document_errors(service.change))
async def change_search(id: UUID, body: SavedSearchUpdate, db: Db, caller: Caller) -> SavedSearchAnswer:
    """Rename a search, or turn its notifications on or off."""
    return SavedSearchAnswer(search=await service.read(db, await service.change(db, id, body, caller=caller)))


@router.delete("/{id}")
async def remove_search(id: UUID, db: Db, caller: Caller) -> Done:
    """Delete a search; can be repeated."""
    await service.remove(db, id, caller=caller)
    return Done()


@stop_link_router.get(
    "/stop", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid) | REDIRECT_RESPONSES
)
async def ask_to_stop_search(link: Link, db: Db) -> LinkAnswer | Response:
    """Show the page that asks to stop the notifications of a search; nothing changes."""
    return await service.STOP_LINKS.ask(db, link)


@stop_link_router.post("/stop", response_model=LinkAnswer, responses=document_errors(EmailLinkInvalid))
async def stop_search(link: Link, db: Db) -> LinkAnswer | Response:
    """Stop the notifications of a search, by the button of that page."""
    return await service.STOP_LINKS.stop(db, link)
