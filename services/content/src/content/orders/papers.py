"""Papers of an order: wanted, sent, accepted or rejected with a reason; what is uploaded is made harmless first."""

from uuid import UUID

from chassis.app import Runtime
from chassis.auth import Principal
from chassis.database import runtime_of
from chassis.errors import Invalid, NotFound, StaleVersion, UnsupportedType
from chassis.storage import delete_after_commit, storage_of
from chassis.tables import new_id
from sqlalchemy.ext.asyncio import AsyncSession

from content.administration import editing
from content.audit import service as audit
from content.media import pictures
from content.media.service import unpacked
from content.media.uploads import Upload
from content.orders import queries
from content.orders.errors import PaperSettled
from content.orders.schemas import PaperCreate, PaperUpdate
from content.orders.service import note, tell_change
from content.orders.tables import Order, OrderPaper

PDF = b"%PDF-"


class WrongPaper(UnsupportedType):
    message = "Принимаются PDF, PNG, JPEG и WebP"


class UnreadablePaper(Invalid):
    code, message = "invalid_file", "Файл не похож на PDF или картинку"


def _cleaned_picture(upload: Upload) -> bytes:
    """The picture anew, at its own size, without place and camera."""
    image = pictures.opened(upload.content, upload.kind)
    return pictures.as_webp(image.convert("RGB"))


async def _harmless(upload: Upload, *, runtime: Runtime) -> tuple[bytes, str, str]:
    """The content to keep, its type and its ending. Raises WrongPaper, UnreadablePaper, InvalidImage."""
    if upload.kind == "application/pdf":
        if not upload.content.startswith(PDF):
            raise UnreadablePaper
        return upload.content, "application/pdf", "pdf"
    if upload.kind not in pictures.TYPES:
        raise WrongPaper
    cleaned: bytes = await unpacked(_cleaned_picture, upload, runtime=runtime)
    return cleaned, "image/webp", "webp"


async def upload_own(db: AsyncSession, order_id: UUID, id: UUID, upload: Upload, *, caller: Principal) -> OrderPaper:
    """The client sends a paper. Raises NotFound, PaperSettled and the refusals of a wrong file."""
    order = await queries.own(db, order_id, caller=caller)
    paper = await queries.paper(db, order_id, id, lock=True) if order else None
    if order is None or paper is None or paper.side != "client":
        raise NotFound("Такого документа нет")
    if paper.status == "accepted":
        raise PaperSettled
    await _keep(db, paper, upload)
    paper.status, paper.reason = "sent", None
    note(db, order, actor="client", kind="paper", text=f"Документ отправлен: {paper.title}", caller=caller)
    return paper


async def upload_ours(db: AsyncSession, order_id: UUID, id: UUID, upload: Upload, *, caller: Principal) -> OrderPaper:
    """The company adds the file of a paper. Raises NotFound and the refusals of a wrong file."""
    order = await editing.found(db, Order, order_id)
    paper = await _found(db, order_id, id, lock=True)
    await _keep(db, paper, upload)
    if paper.side == "company":
        paper.status = "accepted"
    audit.record(db, caller=caller, action="upload", entity="order_paper", entity_id=id)
    await tell_change(db, order, kind="paper", text=f"Новый документ: {paper.title}", caller=caller)
    return paper


async def _keep(db: AsyncSession, paper: OrderPaper, upload: Upload) -> None:
    runtime = runtime_of(db)
    kept, kind, ending = await _harmless(upload, runtime=runtime)
    key, old = f"papers/{paper.order_id}/{new_id()}.{ending}", paper.file_key
    await storage_of(runtime).put(key, kept)
    stem = upload.name.replace("\\", "/").rpartition("/")[2].rpartition(".")[0] or "document"
    paper.file_key, paper.file_name = key, f"{stem[:100]}.{ending}"
    paper.content_type, paper.size = kind, len(kept)
    paper.uploaded_at = paper.updated_at = runtime.clock()
    paper.version += 1
    db.add(paper)
    await db.flush()
    if old:
        delete_after_commit(db, old)


async def _found(db: AsyncSession, order_id: UUID, id: UUID, *, lock: bool = False) -> OrderPaper:
    paper = await queries.paper(db, order_id, id, lock=lock)
    if paper is None:
        raise NotFound("Такого документа нет")
    return paper


async def file(db: AsyncSession, order_id: UUID, id: UUID, *, runtime: Runtime) -> tuple[OrderPaper, bytes]:
    """The file of a paper. Raises NotFound."""
    paper = await _found(db, order_id, id)
    content = await storage_of(runtime).get(paper.file_key) if paper.file_key else None
    if content is None:
        raise NotFound("Файла ещё нет")
    return paper, content


async def own_file(
    db: AsyncSession, order_id: UUID, id: UUID, *, caller: Principal, runtime: Runtime
) -> tuple[OrderPaper, bytes]:
    """The file of a paper of one's own order. Raises NotFound."""
    if await queries.own(db, order_id, caller=caller) is None:
        raise NotFound("Такого документа нет")
    return await file(db, order_id, id, runtime=runtime)


async def create(db: AsyncSession, order_id: UUID, body: PaperCreate, *, caller: Principal) -> OrderPaper:
    """Put a paper on the list. Raises NotFound."""
    order = await editing.found(db, Order, order_id)
    now = runtime_of(db).clock()
    paper = OrderPaper(order_id=order_id, **body.model_dump(), created_at=now, updated_at=now)
    db.add(paper)
    audit.record(db, caller=caller, action="create", entity="order_paper", entity_id=paper.id)
    if paper.side == "client":
        await tell_change(db, order, kind="paper", text=f"Нужен документ: {paper.title}", caller=caller)
    return paper


async def change(db: AsyncSession, order_id: UUID, id: UUID, body: PaperUpdate, *, caller: Principal) -> OrderPaper:
    """Accept or reject a paper. Raises NotFound, StaleVersion, Invalid."""
    order, paper = await editing.found(db, Order, order_id), await _found(db, order_id, id, lock=True)
    if body.version is not None and body.version != paper.version:
        raise StaleVersion
    changes = body.model_dump(exclude_unset=True, exclude={"version"})
    if changes.get("status") == "rejected" and not changes.get("reason"):
        raise Invalid(reason="Назовите причину")
    judged = changes.get("status") in {"accepted", "rejected"} and changes["status"] != paper.status
    for name, value in changes.items():
        setattr(paper, name, value)
    if paper.status != "rejected":
        paper.reason = None
    paper.updated_at, paper.version = runtime_of(db).clock(), paper.version + 1
    db.add(paper)
    audit.record(db, caller=caller, action="update", entity="order_paper", entity_id=id, changes=changes)
    if judged:
        verdict = "принят" if paper.status == "accepted" else f"отклонён. {paper.reason}"
        await tell_change(db, order, kind="paper", text=f"Документ «{paper.title}» {verdict}", caller=caller)
    elif {"title", "due_on"} & set(changes):
        await tell_change(db, order, kind="paper", text=f"Изменился документ: {paper.title}", caller=caller)
    return paper


async def delete(db: AsyncSession, order_id: UUID, id: UUID, *, caller: Principal) -> None:
    """Take a paper off the list, with its file. Raises NotFound."""
    order, paper = await editing.found(db, Order, order_id), await _found(db, order_id, id, lock=True)
    key = paper.file_key
    await editing.delete(db, paper, caller=caller, entity="order_paper")
    await tell_change(db, order, kind="paper", text=f"Документ убран из списка: {paper.title}", caller=caller)
    if key:
        delete_after_commit(db, key)
