from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import NotFound, RateLimited, document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Response, UploadFile

from content.audit.service import Admin
from content.media.uploads import MAX_BODY_BYTES, read_upload
from content.orders import documents, queries, serializers, service
from content.orders.schemas import (
    Advance,
    AdvancePreview,
    DocumentCreate,
    DocumentRead,
    DocumentUpdate,
    OrderAdmin,
    OrderAdminQuery,
    OrderAdminSummary,
    OrderCreate,
    OrderUpdate,
    ReportCreate,
)
from content.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(
    prefix="/api/content/admin/orders",
    tags=["admin: orders"],
    responses=document_errors(NotFound),
)


@router.get("")
async def admin_list_orders(
    query: QueryParameters[OrderAdminQuery], db: ReadDb, caller: Admin
) -> Items[OrderAdminSummary]:
    """List all orders."""
    orders, total = await queries.list_for_admin(db, query)
    path = serializers.ADMIN_PATH
    return Items(
        items=[serializers.serialize_order(OrderAdminSummary, order, base_path=path) for order in orders], total=total
    )


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_create_order(body: OrderCreate, db: Db, caller: Admin) -> Item[OrderAdmin]:
    """Create an order for a buyer."""
    return Item(item=await service.create(db, body, caller=caller))


@router.get("/{id}")
async def admin_read_order(id: UUID, db: ReadDb, caller: Admin) -> Item[OrderAdmin]:
    """Return one order with everything that belongs to it."""
    return Item(item=await service.read_for_admin(db, id))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_order(id: UUID, body: OrderUpdate, db: Db, caller: Admin) -> Item[OrderAdmin]:
    """Change an order or its plan; a later end of a step needs a reason."""
    return Item(item=await service.change(db, id, body, caller=caller))


@router.post("/{id}/advance", responses=document_errors(service.advance))
async def admin_advance_order(id: UUID, db: Db, caller: Admin, body: Advance | None = None) -> Item[OrderAdmin]:
    """Complete the current step and begin the next one. The buyer is notified."""
    return Item(item=await service.advance(db, id, body or Advance(), caller=caller))


@router.post("/{id}/advance/preview", responses=document_errors(service.preview_advance))
async def admin_preview_advance(id: UUID, body: Advance, db: ReadDb, caller: Admin) -> AdvancePreview:
    """Return the event that advancing would publish, for the preview of its message. Nothing changes."""
    return AdvancePreview(type="content.order.advanced", event=await service.preview_advance(db, id, body))


@router.delete("/{id}")
async def admin_delete_order(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete an order with everything that belongs to it; the buyer is notified."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.post("/{id}/reports", status_code=201, responses=document_errors(service.add_report))
async def admin_report_on_order(id: UUID, body: ReportCreate, db: Db, caller: Admin) -> Item[OrderAdmin]:
    """Add a report about the delivery; reports are never edited."""
    return Item(item=await service.add_report(db, id, body, caller=caller))


@router.post("/{id}/documents", status_code=201)
async def admin_create_document(id: UUID, body: DocumentCreate, db: Db, caller: Admin) -> Item[DocumentRead]:
    """Add a document to the order's list."""
    document = await documents.create(db, id, body, caller=caller)
    return Item(item=serializers.serialize_document(document, base_path=serializers.ADMIN_PATH))


@router.patch("/{id}/documents/{document_id}", responses=document_errors(documents.change))
async def admin_change_document(
    id: UUID, document_id: UUID, body: DocumentUpdate, db: Db, caller: Admin
) -> Item[DocumentRead]:
    """Accept a document, or reject it with a reason."""
    document = await documents.change(db, id, document_id, body, caller=caller)
    return Item(item=serializers.serialize_document(document, base_path=serializers.ADMIN_PATH))


@router.put(
    "/{id}/documents/{document_id}/file",
    responses=document_errors(documents.upload_by_company, RateLimited),
    max_body_size=MAX_BODY_BYTES,
)
async def admin_upload_document(
    id: UUID, document_id: UUID, file: UploadFile, caller: Admin, runtime: CurrentRuntime
) -> Item[DocumentRead]:
    """Add the file of a document."""
    upload = await read_upload(file)
    document = await documents.upload_by_company(runtime, id, document_id, upload, caller=caller)
    return Item(item=serializers.serialize_document(document, base_path=serializers.ADMIN_PATH))


@router.get("/{id}/documents/{document_id}/file", response_class=Response)
async def admin_download_document(id: UUID, document_id: UUID, caller: Admin, runtime: CurrentRuntime) -> Response:
    """Download the file of a document."""
    document, content = await documents.read_file(runtime, id, document_id, buyer=None)
    return serializers.build_download(document, content)


@router.delete("/{id}/documents/{document_id}")
async def admin_delete_document(id: UUID, document_id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a document with its file."""
    await documents.delete(db, id, document_id, caller=caller)
    return Done()
