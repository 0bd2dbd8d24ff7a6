"""Files of messages: checked and re-encoded like the documents of an order, each picture with a smaller copy."""

from datetime import timedelta
from typing import NamedTuple
from uuid import UUID

from chassis.database.tables import new_id
from chassis.features.pictures import encode_webp, flatten
from chassis.features.storage import delete_after_commit
from chassis.web.auth import Principal
from chassis.web.errors import ServiceError, Unavailable, raises, require_found

from content.caps import check_cap
from content.conversations import queries
from content.conversations.errors import AttachmentNotFound, TooManyUnsentFiles
from content.media import pictures
from content.media.errors import InvalidImage
from content.media.service import PICTURES
from content.media.uploads import Upload, build_file_name
from content.orders.documents import DocumentTypeRefused, sanitize
from content.orders.pdf_check import UnreadableDocument
from content.orders.tables import MessageAttachment
from content.runtime import ContentRuntime, Session

PREVIEW_SIDE_PIXELS = 720
MAX_UNSENT_FILES = 30
# Unsent files are kept this long, because a client may queue a message while it is offline.
UNSENT_TTL = timedelta(days=7)


class Preview(NamedTuple):
    """A smaller copy of a picture, and the size of the picture itself."""

    content: bytes
    width: int
    height: int


def _make_preview(content: bytes) -> Preview:
    """Make a copy of a stored picture that fits into a square with sides of `PREVIEW_SIDE_PIXELS`.

    CPU-bound: call it in a thread.
    """
    image = flatten(pictures.open_image(content, "image/webp"))
    width = image.width
    height = image.height
    image.thumbnail((PREVIEW_SIDE_PIXELS, PREVIEW_SIDE_PIXELS))
    return Preview(encode_webp(image), width, height)


@raises(DocumentTypeRefused, UnreadableDocument, InvalidImage, TooManyUnsentFiles, Unavailable)
async def upload(
    runtime: ContentRuntime, order_id: UUID, file: Upload, *, side: str, caller: Principal
) -> MessageAttachment:
    """Store a file that the caller may attach to a message of this order."""
    content, content_type, extension = await sanitize(file)
    id = new_id()
    row = MessageAttachment(
        id=id,
        order_id=order_id,
        side=side,
        author_id=caller.id,
        file_key=f"messages/{order_id}/{id}.{extension}",
        file_name=build_file_name(file.name, extension, default="file"),
        content_type=content_type,
        size=len(content),
        created_at=runtime.now(),
    )
    preview = None
    if content_type.startswith("image/"):
        preview = await PICTURES.run_in_thread(_make_preview, content)
    storage = runtime.storage
    try:
        await storage.put(row.file_key, content)
        if preview is not None:
            row.preview_key = f"messages/{order_id}/{id}-preview.webp"
            row.width = preview.width
            row.height = preview.height
            await storage.put(row.preview_key, preview.content)
        async with runtime.database.transaction() as db:
            unsent_files = queries.select_unsent_files(order_id, caller.id)
            await check_cap(db, unsent_files, owner=caller.id, maximum=MAX_UNSENT_FILES, error=TooManyUnsentFiles)
            db.add(row)
    except ServiceError:
        for key in _list_keys(row):
            runtime.run_in_background(storage.delete(key))
        raise
    return row


def _list_keys(row: MessageAttachment) -> list[str]:
    """Return the storage keys of a file and of its preview, if it has one."""
    return [row.file_key, row.preview_key] if row.preview_key else [row.file_key]


async def read_file(
    runtime: ContentRuntime, order_id: UUID, id: UUID, *, is_preview: bool, caller: Principal
) -> tuple[MessageAttachment, bytes]:
    """Return a file of a message, or its preview if it has one. Only its author can read an unsent file.

    The endpoint has checked that the caller may see the order. Raises AttachmentNotFound.
    """
    async with runtime.database.reading() as db:
        row = require_found(await queries.find_file(db, order_id, id), error=AttachmentNotFound)
    if row.message_id is None and row.author_id != caller.id:
        raise AttachmentNotFound
    key = row.file_key
    if is_preview and row.preview_key:
        key = row.preview_key
    content = await runtime.storage.get(key)
    return row, require_found(content, error=AttachmentNotFound)


async def purge_unsent_files(db: Session, runtime: ContentRuntime) -> None:
    """Delete files that were uploaded more than a week ago and never sent."""
    for row in await queries.lock_old_unsent_files(db, before=runtime.now() - UNSENT_TTL):
        for key in _list_keys(row):
            delete_after_commit(db, key)
        await db.delete(row)
