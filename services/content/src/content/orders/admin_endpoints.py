from typing import Annotated, Any
from uuid import UUID

from chassis.app import Rt
from chassis.auth import SIGNED_IN
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, StaleVersion, TooLarge, documented
from fastapi import APIRouter, Query, Response, UploadFile

from content.administration.access import Admin
from content.administration.envelopes import Done, Item, Items
from content.media.uploads import MAX_BODY, received
from content.orders import papers, queries, service, views
from content.orders.endpoints import as_download
from content.orders.errors import NumberTaken, OrderFinished
from content.orders.schemas import (
    Advance,
    Cancellation,
    OrderAdmin,
    OrderAdminQuery,
    OrderAdminSummary,
    OrderCreate,
    OrderUpdate,
    PaperCreate,
    PaperRead,
    PaperUpdate,
    ReportCreate,
)

router = APIRouter(
    prefix="/api/content/admin/orders",
    tags=["admin: orders"],
    responses=documented(*SIGNED_IN, NotFound),
    max_body_size=MAX_BODY,
)


@router.get("", response_model=Items[OrderAdminSummary])
async def admin_list_orders(query: Annotated[OrderAdminQuery, Query()], db: ReadDb, caller: Admin) -> Any:
    """All orders."""
    found, total = await queries.admin_page(db, query)
    return {"items": [views.for_admin(whole) for whole in found], "total": total}


@router.post("", status_code=201, response_model=Item[OrderAdmin], responses=documented(NumberTaken))
async def admin_create_order(body: OrderCreate, db: Db, caller: Admin) -> Any:
    """Begin an order for a buyer."""
    order = await service.create(db, body, caller=caller)
    return {"item": await service.read(db, order.id)}


@router.get("/{id}", response_model=Item[OrderAdmin])
async def admin_read_order(id: UUID, db: ReadDb, caller: Admin) -> Any:
    """One order with everything that belongs to it."""
    return {"item": await service.read(db, id)}


@router.patch("/{id}", response_model=Item[OrderAdmin], responses=documented(StaleVersion))
async def admin_change_order(id: UUID, body: OrderUpdate, db: Db, caller: Admin) -> Any:
    """Change an order or its plan; a later date needs its reason."""
    await service.change(db, id, body, caller=caller)
    await db.flush()
    return {"item": await service.read(db, id)}


@router.post("/{id}/advance", response_model=Item[OrderAdmin], responses=documented(OrderFinished, StaleVersion))
async def admin_advance_order(id: UUID, db: Db, caller: Admin, body: Advance | None = None) -> Any:
    """The current step is done, the next one begins; the buyer is told."""
    await service.advance(db, id, body or Advance(), caller=caller)
    await db.flush()
    return {"item": await service.read(db, id)}


@router.post("/{id}/cancel", response_model=Item[OrderAdmin], responses=documented(OrderFinished))
async def admin_cancel_order(id: UUID, body: Cancellation, db: Db, caller: Admin) -> Any:
    """Give the order up where it stands."""
    await service.cancel(db, id, body.reason, caller=caller)
    await db.flush()
    return {"item": await service.read(db, id)}


@router.delete("/{id}")
async def admin_delete_order(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete an order with everything that belongs to it; the buyer is told."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.post("/{id}/reports", status_code=201, response_model=Item[OrderAdmin])
async def admin_report_on_order(id: UUID, body: ReportCreate, db: Db, caller: Admin) -> Any:
    """Add what happened on the way; it is never edited afterwards."""
    await service.report(db, id, body, caller=caller)
    await db.flush()
    return {"item": await service.read(db, id)}


@router.post("/{id}/documents", status_code=201, response_model=Item[PaperRead])
async def admin_create_paper(id: UUID, body: PaperCreate, db: Db, caller: Admin) -> Any:
    """Put a paper on the order's list."""
    return {"item": views.paper(await papers.create(db, id, body, caller=caller), at=views.DESK)}


@router.patch("/{id}/documents/{paper_id}", response_model=Item[PaperRead], responses=documented(StaleVersion))
async def admin_change_paper(id: UUID, paper_id: UUID, body: PaperUpdate, db: Db, caller: Admin) -> Any:
    """Accept a paper, or reject it with a reason."""
    return {"item": views.paper(await papers.change(db, id, paper_id, body, caller=caller), at=views.DESK)}


@router.put("/{id}/documents/{paper_id}/file", response_model=Item[PaperRead], responses=documented(TooLarge))
async def admin_upload_paper(id: UUID, paper_id: UUID, file: UploadFile, db: Db, caller: Admin) -> Any:
    """Add the file of a paper."""
    upload = await received(file)
    return {"item": views.paper(await papers.upload_ours(db, id, paper_id, upload, caller=caller), at=views.DESK)}


@router.get("/{id}/documents/{paper_id}/file", response_class=Response)
async def admin_download_paper(id: UUID, paper_id: UUID, db: ReadDb, caller: Admin, runtime: Rt) -> Response:
    """The file of a paper."""
    paper, content = await papers.file(db, id, paper_id, runtime=runtime)
    return as_download(content, name=paper.file_name, content_type=paper.content_type)


@router.delete("/{id}/documents/{paper_id}")
async def admin_delete_paper(id: UUID, paper_id: UUID, db: Db, caller: Admin) -> Done:
    """Take a paper off the list, with its file."""
    await papers.delete(db, id, paper_id, caller=caller)
    return Done()
