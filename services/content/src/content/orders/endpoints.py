from datetime import timedelta
from typing import Annotated
from uuid import UUID

from chassis.features.lists import Page
from chassis.web import limits
from chassis.web.auth import Caller
from chassis.web.errors import NotFound, RateLimited, document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Path, Response, UploadFile

from content.media.uploads import MAX_BODY_BYTES, read_upload
from content.orders import documents, queries, serializers, service, sharing
from content.orders.schemas import (
    DocumentAnswer,
    OrderAnswer,
    OrderList,
    OrderSummary,
    ShareAnswer,
    ShareCreate,
    SharedAnswer,
)
from content.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/me/orders", tags=["me: orders"], responses=document_errors(NotFound))
uploads_router = APIRouter(
    prefix="/api/me/orders",
    tags=["me: orders"],
    responses=document_errors(NotFound),
)
shared_router = APIRouter(prefix="/api/shared/orders", tags=["shared orders"])
# No pattern is declared: an unknown link gets 404, whatever its form.
Token = Annotated[str, Path(max_length=200)]


@router.get("")
async def list_my_orders(page: Page, db: ReadDb, caller: Caller) -> OrderList:
    """List the caller's orders, newest first."""
    orders, total = await queries.list_own_orders(db, page, caller=caller)
    return OrderList(orders=[serializers.serialize_order(OrderSummary, details) for details in orders], total=total)


@router.get("/{id}")
async def read_my_order(id: UUID, db: ReadDb, caller: Caller) -> OrderAnswer:
    """Return the caller's order with its seven steps, documents, reports and history."""
    return OrderAnswer(order=await service.read_own_order(db, id, caller=caller))


@router.post("/{id}/share", status_code=201, responses=document_errors(sharing.create_link))
async def share_my_order(id: UUID, body: ShareCreate, db: Db, caller: Caller) -> ShareAnswer:
    """Create a temporary link that shows the progress of the car to anybody."""
    return await sharing.create_link(db, id, days=body.days, caller=caller)


@router.delete("/{id}/share")
async def stop_sharing_my_order(id: UUID, db: Db, caller: Caller) -> Done:
    """Revoke all links of the order."""
    await sharing.revoke_links(db, id, caller=caller)
    return Done()


@router.get("/{id}/documents/{document_id}/file", response_class=Response)
async def download_my_document(id: UUID, document_id: UUID, caller: Caller, runtime: CurrentRuntime) -> Response:
    """Download the file of a document."""
    document, content = await documents.read_file(runtime, id, document_id, buyer=caller)
    return serializers.build_download(document, content)


@uploads_router.put(
    "/{id}/documents/{document_id}/file",
    responses=document_errors(documents.upload_by_client, RateLimited),
    max_body_size=MAX_BODY_BYTES,
)
async def upload_my_document(
    id: UUID, document_id: UUID, file: UploadFile, caller: Caller, runtime: CurrentRuntime
) -> DocumentAnswer:
    """Send a document: PDF or a picture, up to 5 MiB."""
    upload = await read_upload(file)
    per_hour = runtime.settings.document_uploads_per_hour
    await limits.hit(runtime, "documents", str(caller.id), limit=per_hour, per=timedelta(hours=1))
    document = await documents.upload_by_client(runtime, id, document_id, upload, caller=caller)
    return DocumentAnswer(document=serializers.serialize_document(document))


@shared_router.get("/{token}", responses=document_errors(sharing.read_shared_order))
async def read_shared_order(token: Token, db: ReadDb) -> SharedAnswer:
    """Return the order behind a shared link."""
    return SharedAnswer(order=await sharing.read_shared_order(db, token))
