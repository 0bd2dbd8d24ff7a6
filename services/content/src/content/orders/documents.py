"""Documents of an order: needed, sent, accepted or rejected. Uploads are checked, and pictures are re-encoded."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from uuid import UUID

from chassis.database.tables import new_id
from chassis.events import outbox
from chassis.features.pictures import encode_webp, flatten, may_be_accepted
from chassis.features.storage import delete_after_commit
from chassis.web.auth import Principal
from chassis.web.errors import (
    Invalid,
    NotFound,
    ServiceError,
    StaleVersion,
    Unavailable,
    UnsupportedType,
    check_version,
    raises,
    require_found,
)
from chassis.web.overload import ConcurrencyLimit
from contracts.content import DocumentSent, OrderNews
from sqlalchemy import Row

from content import editing
from content.media import pictures
from content.media.errors import InvalidImage
from content.media.service import PICTURES
from content.media.uploads import Upload, build_file_name
from content.orders import queries
from content.orders.announcements import publish_change
from content.orders.errors import DocumentAccepted
from content.orders.pdf_check import UnreadableDocument, check_pdf, is_pdf
from content.orders.schemas import DocumentCreate, DocumentUpdate
from content.orders.service import add_history_entry
from content.orders.tables import Order, OrderDocument
from content.records import build_record
from content.runtime import ContentRuntime, Session

PDF_TYPES = frozenset({"application/pdf", "application/x-pdf"})
# Parsing takes processor time, so one file of this process is checked at a time.
PDF_CHECKS = ConcurrencyLimit(running=1, waiting=20)


class DocumentTypeRefused(UnsupportedType):
    message = "Принимаются PDF, PNG, JPEG, WebP и AVIF"


class SanitizedFile(NamedTuple):
    """A private file that is ready to be stored."""

    content: bytes
    content_type: str
    extension: str


def _reencode_picture(upload: Upload) -> bytes:
    """Re-encode a picture on white at its size, without metadata (place, camera)."""
    return encode_webp(flatten(pictures.open_image(upload.content, upload.kind)))


async def sanitize(upload: Upload) -> SanitizedFile:
    """Check a PDF or re-encode a picture. The type is detected from the content.

    Raises DocumentTypeRefused, UnreadableDocument, InvalidImage, and Unavailable if too many files are waiting.
    """
    if not may_be_accepted(upload.kind, pictures.ACCEPTED_TYPES | PDF_TYPES):
        raise DocumentTypeRefused
    if is_pdf(upload.content):
        await PDF_CHECKS.run_in_thread(check_pdf, upload.content)
        return SanitizedFile(upload.content, "application/pdf", "pdf")
    if upload.kind in PDF_TYPES:
        raise UnreadableDocument
    picture = await PICTURES.run_in_thread(_reencode_picture, upload)
    return SanitizedFile(picture, "image/webp", "webp")


@raises(NotFound, DocumentAccepted, DocumentTypeRefused, UnreadableDocument, InvalidImage, Unavailable)
async def upload_by_client(
    runtime: ContentRuntime, order_id: UUID, id: UUID, upload: Upload, *, caller: Principal
) -> OrderDocument:
    """Store the file that the client sends, and notify the company."""
    async with runtime.database.reading() as db:
        await _get_document_to_send(db, order_id, id, caller=caller)
    async with _store_file(runtime, order_id, upload) as file, runtime.database.transaction() as db:
        order, document = await _get_document_to_send(db, order_id, id, caller=caller, lock=True)
        await _attach(db, document, file)
        document.status = "sent"
        document.reason = None
        text = f"Документ отправлен: {document.title}"
        add_history_entry(db, order, kind="document", text=text, caller=caller, actor="client")
        event = DocumentSent(
            document_id=document.id,
            order_id=order.id,
            user_id=caller.id,
            number=order.number,
            title=document.title,
        )
        await outbox.record(db, event)
    return document


async def _get_document_to_send(
    db: Session, order_id: UUID, id: UUID, *, caller: Principal, lock: bool = False
) -> Row[Order, OrderDocument]:
    """Return a document that the client may send now, and its order. Raises NotFound, DocumentAccepted."""
    row = await queries.get_document(db, order_id, id, buyer=caller, lock=lock)
    _, document = row
    if document.side != "client":
        raise NotFound(queries.DOCUMENT_NOT_FOUND_TEXT)
    if document.status == "accepted":
        raise DocumentAccepted
    return row


@raises(NotFound, DocumentTypeRefused, UnreadableDocument, InvalidImage, Unavailable)
async def upload_by_company(
    runtime: ContentRuntime, order_id: UUID, id: UUID, upload: Upload, *, caller: Principal
) -> OrderDocument:
    """Store the file that the company adds, and notify the buyer. A document of the company is then accepted."""
    async with runtime.database.reading() as db:
        await queries.get_document(db, order_id, id, buyer=None)
    async with _store_file(runtime, order_id, upload) as file, runtime.database.transaction() as db:
        order, document = await queries.get_document(db, order_id, id, buyer=None, lock=True)
        await _attach(db, document, file)
        if document.side == "company":
            document.status = "accepted"
            document.reason = None
        editing.record_action(db, document, "upload", caller=caller, parent_number=order.number)
        await _announce(db, order, document, "document_added", f"Новый документ: {document.title}", caller=caller)
    return document


async def _announce(
    db: Session,
    order: Order,
    document: OrderDocument,
    news: OrderNews,
    text: str,
    *,
    caller: Principal,
    reason: str | None = None,
) -> None:
    """Add a line to the history of the order, and notify its buyer of the document."""
    add_history_entry(db, order, kind="document", text=text, caller=caller)
    await publish_change(db, order, news, text, text=reason, document=document)


class StoredFile(NamedTuple):
    """A file in the store that a document may refer to."""

    key: str
    name: str
    content_type: str
    size: int


@asynccontextmanager
async def _store_file(runtime: ContentRuntime, order_id: UUID, upload: Upload) -> AsyncIterator[StoredFile]:
    """Check and store a file before the transaction that refers to it.

    The file is deleted again if a rule refuses the transaction. After another error, such as a connection lost at the
    commit, the row may refer to the file, so the file stays.
    """
    file = await sanitize(upload)
    key = f"documents/{order_id}/{new_id()}.{file.extension}"
    name = build_file_name(upload.name, file.extension, default="document")
    await runtime.storage.put(key, file.content)
    try:
        yield StoredFile(key, name, file.content_type, len(file.content))
    except ServiceError:
        runtime.run_in_background(runtime.storage.delete(key))
        raise


async def _attach(db: Session, document: OrderDocument, file: StoredFile) -> None:
    """Make the document refer to this file. The previous file is deleted after the commit."""
    if document.file_key:
        delete_after_commit(db, document.file_key)
    document.file_key = file.key
    document.file_name = file.name
    document.content_type = file.content_type
    document.size = file.size
    document.uploaded_at = db.now()
    editing.mark_changed(db, document)
    await db.flush()


async def read_file(
    runtime: ContentRuntime, order_id: UUID, id: UUID, *, buyer: Principal | None
) -> tuple[OrderDocument, bytes]:
    """Return the file of a document of the buyer's order, or of any order if `buyer` is None. Raises NotFound."""
    async with runtime.database.reading() as db:
        _, document = await queries.get_document(db, order_id, id, buyer=buyer)
    content = await runtime.storage.get(document.file_key) if document.file_key else None
    return document, require_found(content, "Файла ещё нет")


async def create(db: Session, order_id: UUID, body: DocumentCreate, *, caller: Principal) -> OrderDocument:
    """Add a document to the list. Raises NotFound."""
    order = await editing.get_record(db, Order, order_id)
    document = build_record(db, OrderDocument, order_id=order_id, **body.model_dump())
    editing.add_record(db, document, caller=caller, changes={}, parent_number=order.number)
    if document.side == "client":
        await _announce(db, order, document, "document_needed", f"Нужен документ: {document.title}", caller=caller)
    return document


@raises(StaleVersion, NotFound, Invalid)
async def change(db: Session, order_id: UUID, id: UUID, body: DocumentUpdate, *, caller: Principal) -> OrderDocument:
    """Accept, reject or request a document again, or change its title or day. The buyer is notified.

    A rejected document needs a reason. A document in any other status has none.
    """
    order, document = await queries.get_document(db, order_id, id, buyer=None, lock=True)
    check_version(body.version, document.version)

    changes = editing.get_sent_fields(body)
    if changes.get("status", document.status) != "rejected":
        changes["reason"] = None
    else:
        # A new rejection needs its own reason. A document that is already rejected keeps its reason if none is sent.
        earlier_reason = None if "status" in changes else document.reason
        if not changes.get("reason", earlier_reason):
            raise Invalid(reason="Назовите причину")

    changed_fields = editing.apply_changes(db, document, changes, caller=caller, parent_number=order.number)
    status = changed_fields.get("status")
    title = document.title
    if status == "accepted":
        await _announce(db, order, document, "document_accepted", f"Документ «{title}» принят", caller=caller)
    elif status == "rejected" or (document.status == "rejected" and "reason" in changed_fields):
        text = f"Документ «{title}» отклонён. {document.reason}"
        await _announce(db, order, document, "document_rejected", text, caller=caller, reason=document.reason)
    elif status == "needed":
        await _announce(db, order, document, "document_needed", f"Нужен документ: {title}", caller=caller)
    elif {"title", "due_on"} & set(changed_fields):
        await _announce(db, order, document, "document_changed", f"Изменился документ: {title}", caller=caller)
    return document


async def delete(db: Session, order_id: UUID, id: UUID, *, caller: Principal) -> None:
    """Delete a document with its file. Raises NotFound."""
    order, document = await queries.get_document(db, order_id, id, buyer=None, lock=True)
    key = document.file_key
    await editing.delete_record(db, document, caller=caller, parent_number=order.number)
    text = f"Документ убран из списка: {document.title}"
    await _announce(db, order, document, "document_removed", text, caller=caller)
    if key:
        delete_after_commit(db, key)
