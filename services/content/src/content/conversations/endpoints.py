from datetime import timedelta
from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web import limits
from chassis.web.auth import Caller
from chassis.web.errors import NotFound, RateLimited, document_errors
from contracts.envelopes import Done
from fastapi import APIRouter, Response, UploadFile

from content.conversations import attachments, serializers, service
from content.conversations.schemas import (
    AttachmentAnswer,
    IdempotencyKey,
    MessageAnswer,
    MessageCreate,
    ReadAnswer,
    ReadUpTo,
    Timeline,
    TimelineQuery,
)
from content.conversations.service import BUYER
from content.media.uploads import MAX_BODY_BYTES, read_upload
from content.orders.serializers import build_file_response
from content.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/me/orders/{id}", tags=["me: conversations"], responses=document_errors(NotFound))


@router.get("/messages")
async def list_my_messages(id: UUID, query: QueryParameters[TimelineQuery], db: ReadDb, caller: Caller) -> Timeline:
    """List one page of the conversation of the caller's order, oldest first, with the changes of the order."""
    return await service.read_timeline(db, id, query, side=BUYER, caller=caller)


@router.post("/messages", status_code=201, responses=document_errors(service.send, RateLimited))
async def send_my_message(
    id: UUID, body: MessageCreate, idempotency_key: IdempotencyKey, db: Db, caller: Caller, runtime: CurrentRuntime
) -> MessageAnswer:
    """Write to the company. A repeated `Idempotency-Key` returns the message sent before."""
    per_minute = runtime.settings.messages_per_minute
    await limits.hit(runtime, "messages", str(caller.id), limit=per_minute, per=timedelta(minutes=1))
    message = await service.send(db, id, body, key=idempotency_key, side=BUYER, caller=caller)
    return MessageAnswer(message=message)


@router.put("/messages/read")
async def mark_my_messages_read(id: UUID, body: ReadUpTo, db: Db, caller: Caller) -> ReadAnswer:
    """Mark the entries up to a number as read."""
    return await service.mark_read(db, id, body.number, side=BUYER, caller=caller)


@router.post("/messages/typing")
async def announce_my_typing(id: UUID, db: ReadDb, caller: Caller, runtime: CurrentRuntime) -> Done:
    """Show the company for a few seconds that the caller is typing."""
    await service.announce_typing(db, runtime, id, side=BUYER, caller=caller)
    return Done()


@router.post(
    "/attachments",
    status_code=201,
    responses=document_errors(attachments.upload, RateLimited),
    max_body_size=MAX_BODY_BYTES,
)
async def upload_my_attachment(id: UUID, file: UploadFile, caller: Caller, runtime: CurrentRuntime) -> AttachmentAnswer:
    """Upload a file for a message: PDF or a picture, up to 5 MiB. Unsent files are deleted after a week."""
    upload = await read_upload(file)
    async with runtime.database.reading() as db:
        await service.get_order(db, id, side=BUYER, caller=caller)
    per_hour = runtime.settings.document_uploads_per_hour
    await limits.hit(runtime, "attachments", str(caller.id), limit=per_hour, per=timedelta(hours=1))
    row = await attachments.upload(runtime, id, upload, side=BUYER, caller=caller)
    return AttachmentAnswer(attachment=serializers.serialize_attachment(row))


@router.get("/attachments/{attachment_id}/file", response_class=Response)
async def download_my_attachment(
    id: UUID, attachment_id: UUID, caller: Caller, runtime: CurrentRuntime, preview: bool = False
) -> Response:
    """Download a file of a message. With `preview` it is a smaller copy of a picture."""
    async with runtime.database.reading() as db:
        await service.get_order(db, id, side=BUYER, caller=caller)
    row, content = await attachments.read_file(runtime, id, attachment_id, is_preview=preview, caller=caller)
    return build_file_response(row.file_name, row.content_type, content)
