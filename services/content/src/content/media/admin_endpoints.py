from uuid import UUID

from chassis.features.lists import QueryParameters, fetch_list
from chassis.web.errors import RateLimited, document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, UploadFile

from content import editing
from content.audit.service import Admin
from content.media import service
from content.media.schemas import MediaQuery, MediaRead, MediaUpdate, MediaUploaded
from content.media.tables import MediaFile
from content.media.uploads import MAX_BODY_BYTES, read_upload
from content.runtime import CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/content/admin/media", tags=["admin: media"])


@router.get("")
async def admin_list_media(query: QueryParameters[MediaQuery], db: ReadDb, caller: Admin) -> Items[MediaRead]:
    """List the uploaded pictures."""
    rows, total = await fetch_list(db, MediaFile, query)
    return Items[MediaRead].of([service.serialize_media(row) for row in rows], total)


@router.post(
    "",
    status_code=201,
    responses=document_errors(service.upload, RateLimited),
    max_body_size=MAX_BODY_BYTES,
)
async def admin_upload_media(file: UploadFile, caller: Admin, runtime: CurrentRuntime) -> MediaUploaded:
    """Upload a picture: PNG, JPEG, WebP or AVIF, up to 5 MiB."""
    media = await service.upload(runtime, await read_upload(file), caller=caller)
    return MediaUploaded(**dict(service.serialize_media(media)))


@router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_media(id: UUID, db: ReadDb, caller: Admin) -> Item[MediaRead]:
    """Return one picture."""
    return Item[MediaRead].of(service.serialize_media(await editing.get_record(db, MediaFile, id)))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_media(id: UUID, body: MediaUpdate, db: Db, caller: Admin) -> Item[MediaRead]:
    """Change the alternative text of a picture."""
    return Item[MediaRead].of(service.serialize_media(await service.change(db, id, body, caller=caller)))


@router.delete("/{id}", responses=document_errors(service.delete))
async def admin_delete_media(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete a picture with its files."""
    await service.delete(db, id, caller=caller)
    return Done()
