from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import NotFound, RateLimited, document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Response, UploadFile

from content import editing
from content.audit.service import Admin
from content.conversations import attachments, queries, serializers, service
from content.conversations.schemas import (
    AdminTimeline,
    AssigneeUpdate,
    AttachmentAnswer,
    ConversationQuery,
    ConversationRead,
    IdempotencyKey,
    MessageAnswer,
    MessageCreate,
    ReadAnswer,
    ReadUpTo,
    SavedReplyCreate,
    SavedReplyQuery,
    SavedReplyRead,
    SavedReplyUpdate,
    TimelineQuery,
)
from content.conversations.service import COMPANY
from content.conversations.tables import SavedReply
from content.media.uploads import MAX_BODY_BYTES, read_upload
from content.orders.serializers import ADMIN_PATH, build_file_response
from content.runtime import CurrentRuntime, Db, ReadDb

conversations_router = APIRouter(prefix="/api/content/admin/conversations", tags=["admin: conversations"])
replies_router = APIRouter(prefix="/api/content/admin/saved-replies", tags=["admin: conversations"])
router = APIRouter(
    prefix="/api/content/admin/orders/{id}", tags=["admin: conversations"], responses=document_errors(NotFound)
)


@conversations_router.get("")
async def admin_list_conversations(
    query: QueryParameters[ConversationQuery], db: ReadDb, caller: Admin
) -> Items[ConversationRead]:
    """List the conversations of all orders that have messages, newest first."""
    conversations, total = await queries.list_for_admin(db, query)
    return Items(
        items=[serializers.serialize_conversation(conversation) for conversation in conversations], total=total
    )


@router.get("/messages")
async def admin_list_messages(
    id: UUID, query: QueryParameters[TimelineQuery], db: ReadDb, caller: Admin
) -> AdminTimeline:
    """List one page of the conversation of an order, oldest first, with the changes of the order."""
    page = await service.read_timeline(db, id, query, side=COMPANY, caller=caller)
    assert isinstance(page, AdminTimeline)
    return page


@router.post("/messages", status_code=201, responses=document_errors(service.send))
async def admin_send_message(
    id: UUID, body: MessageCreate, idempotency_key: IdempotencyKey, db: Db, caller: Admin
) -> MessageAnswer:
    """Write to the buyer. A repeated `Idempotency-Key` returns the message sent before."""
    message = await service.send(db, id, body, key=idempotency_key, side=COMPANY, caller=caller)
    return MessageAnswer(message=message)


@router.put("/messages/read")
async def admin_mark_messages_read(id: UUID, body: ReadUpTo, db: Db, caller: Admin) -> ReadAnswer:
    """Mark the entries up to a number as read by the company."""
    return await service.mark_read(db, id, body.number, side=COMPANY, caller=caller)


@router.post("/messages/typing")
async def admin_announce_typing(id: UUID, db: ReadDb, caller: Admin, runtime: CurrentRuntime) -> Done:
    """Show the buyer and other managers for a few seconds that the caller is typing."""
    await service.announce_typing(db, runtime, id, side=COMPANY, caller=caller)
    return Done()


@router.post("/messages/settle")
async def admin_settle_conversation(id: UUID, db: Db, caller: Admin) -> Done:
    """Clear the reply deadline: the last message needs no answer."""
    await service.settle(db, id, caller=caller)
    return Done()


@router.put("/assignee")
async def admin_assign_conversation(id: UUID, body: AssigneeUpdate, db: Db, caller: Admin) -> Done:
    """Set which manager answers the buyer."""
    await service.assign(db, id, body, caller=caller)
    return Done()


@router.post(
    "/attachments",
    status_code=201,
    responses=document_errors(attachments.upload, RateLimited),
    max_body_size=MAX_BODY_BYTES,
)
async def admin_upload_attachment(
    id: UUID, file: UploadFile, caller: Admin, runtime: CurrentRuntime
) -> AttachmentAnswer:
    """Upload a file for a message."""
    upload = await read_upload(file)
    async with runtime.database.reading() as db:
        await service.get_order(db, id, side=COMPANY, caller=caller)
    row = await attachments.upload(runtime, id, upload, side=COMPANY, caller=caller)
    return AttachmentAnswer(attachment=serializers.serialize_attachment(row, base_path=ADMIN_PATH))


@router.get("/attachments/{attachment_id}/file", response_class=Response)
async def admin_download_attachment(
    id: UUID, attachment_id: UUID, caller: Admin, runtime: CurrentRuntime, preview: bool = False
) -> Response:
    """Download a file of a message. With `preview` it is a smaller copy of a picture."""
    row, content = await attachments.read_file(runtime, id, attachment_id, is_preview=preview, caller=caller)
    return build_file_response(row.file_name, row.content_type, content)


@replies_router.get("")
async def admin_list_saved_replies(
    query: QueryParameters[SavedReplyQuery], db: ReadDb, caller: Admin
) -> Items[SavedReplyRead]:
    """List the texts that managers insert into messages."""
    return Items[SavedReplyRead].of(*await queries.list_saved_replies(db, query))


@replies_router.post("", status_code=201)
async def admin_create_saved_reply(body: SavedReplyCreate, db: Db, caller: Admin) -> Item[SavedReplyRead]:
    """Save a text."""
    return Item[SavedReplyRead].of(await service.create_reply(db, body, caller=caller))


@replies_router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_saved_reply(id: UUID, db: ReadDb, caller: Admin) -> Item[SavedReplyRead]:
    """Return one saved text."""
    return Item[SavedReplyRead].of(await editing.get_record(db, SavedReply, id))


@replies_router.patch("/{id}", responses=document_errors(service.change_reply))
async def admin_change_saved_reply(id: UUID, body: SavedReplyUpdate, db: Db, caller: Admin) -> Item[SavedReplyRead]:
    """Change a saved text."""
    return Item[SavedReplyRead].of(await service.change_reply(db, id, body, caller=caller))


@replies_router.delete("/{id}", responses=document_errors(editing.delete_by_id))
async def admin_delete_saved_reply(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a saved text."""
    await editing.delete_by_id(db, SavedReply, id, caller=caller)
    return Done()
