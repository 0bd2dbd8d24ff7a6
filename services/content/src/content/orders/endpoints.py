from typing import Annotated, Any
from urllib.parse import quote
from uuid import UUID

from chassis.app import Rt
from chassis.auth import SIGNED_IN, Caller
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, TooLarge, documented
from chassis.paging import Page
from fastapi import APIRouter, Path, Response, UploadFile

from content.administration.envelopes import Done
from content.media.errors import InvalidImage
from content.media.uploads import MAX_BODY, received
from content.orders import papers, queries, service, sharing, views
from content.orders.errors import LinkDead, PaperSettled
from content.orders.papers import UnreadablePaper, WrongPaper
from content.orders.schemas import OrderAnswer, OrderList, PaperAnswer, ShareAnswer, ShareCreate, SharedAnswer

router = APIRouter(prefix="/api/me/orders", tags=["me: orders"], responses=documented(*SIGNED_IN, NotFound))
uploads = APIRouter(
    prefix="/api/me/orders",
    tags=["me: orders"],
    responses=documented(*SIGNED_IN, NotFound),
    max_body_size=MAX_BODY,
)
shared = APIRouter(prefix="/api/shared/orders", tags=["shared orders"])
Token = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{20,64}$")]


@router.get("", response_model=OrderList)
async def list_my_orders(page: Page, db: ReadDb, caller: Caller) -> Any:
    """One's own orders, newest first."""
    found, total = await queries.own_page(db, caller=caller, limit=page.limit, offset=page.offset)
    return {"orders": [views.order(whole) for whole in found], "total": total}


@router.get("/{id}", response_model=OrderAnswer)
async def read_my_order(id: UUID, db: ReadDb, caller: Caller) -> Any:
    """One's own order with its seven steps, papers, reports and history."""
    return {"order": await service.read_own(db, id, caller=caller)}


@router.post("/{id}/share", status_code=201)
async def share_my_order(id: UUID, body: ShareCreate, db: Db, caller: Caller) -> ShareAnswer:
    """A link that shows the way of the car to anybody, for a while."""
    return ShareAnswer(**await sharing.share(db, id, days=body.days, caller=caller))


@router.delete("/{id}/share")
async def stop_sharing_my_order(id: UUID, db: Db, caller: Caller) -> Done:
    """All links of the order stop working."""
    await sharing.revoke(db, id, caller=caller)
    return Done()


@router.get("/{id}/documents/{paper_id}/file", response_class=Response)
async def download_my_paper(id: UUID, paper_id: UUID, db: ReadDb, caller: Caller, runtime: Rt) -> Response:
    """The file of a paper."""
    paper, content = await papers.own_file(db, id, paper_id, caller=caller, runtime=runtime)
    return as_download(content, name=paper.file_name, content_type=paper.content_type)


@uploads.put(
    "/{id}/documents/{paper_id}/file",
    response_model=PaperAnswer,
    responses=documented(TooLarge, WrongPaper, UnreadablePaper, InvalidImage, PaperSettled),
)
async def upload_my_paper(id: UUID, paper_id: UUID, file: UploadFile, db: Db, caller: Caller) -> Any:
    """Send a paper: PDF or a picture, up to 5 MiB."""
    upload = await received(file)
    return {"document": views.paper(await papers.upload_own(db, id, paper_id, upload, caller=caller))}


@shared.get("/{token}", response_model=SharedAnswer, responses=documented(LinkDead))
async def read_shared_order(token: Token, db: ReadDb, runtime: Rt) -> Any:
    """What a shared link shows."""
    return {"order": await sharing.read(db, token, now=runtime.clock())}


def as_download(content: bytes, *, name: str | None, content_type: str | None) -> Response:
    """A private file: saved and not shown, so that nothing in it runs on our pages."""
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name or 'document')}",
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=content_type or "application/octet-stream", headers=headers)
