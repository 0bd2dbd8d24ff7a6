"""Rules of pictures. Files are named by a digest of their content, so a repeated upload gives the same picture."""

import hashlib
import re
import secrets
from uuid import UUID

from chassis.database.session import take_advisory_locks
from chassis.features.storage import delete_after_commit
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, StaleVersion, Unavailable, raises
from chassis.web.overload import ConcurrencyLimit

from content import editing
from content.media import pictures, queries
from content.media.errors import ImageTypeRefused, InvalidImage
from content.media.schemas import MediaRead, MediaUpdate, Variant
from content.media.tables import MediaFile
from content.media.uploads import Upload
from content.records import build_record
from content.runtime import ContentRuntime, Session

# A small file may decode into gigabytes: one picture at a time limits the memory.
PICTURES = ConcurrencyLimit(running=1, waiting=20)
# The digest and the width of a stored file. The preview has a fixed size.
FILE_NAME = re.compile(r"[0-9a-f]{32}-(?:\d{1,5}\.webp|preview\.jpg)")
STORED_PICTURE = re.compile(r"/media/([0-9a-f]{32})-\d{1,5}\.webp")
PREVIEW_SUFFIX = "-preview.jpg"


def _list_file_names(media: MediaFile) -> dict[int, str]:
    """Return the names of a picture's files by width, the widest last."""
    widths = sorted({min(width, media.width) for width in pictures.WIDTHS})
    return {width: f"{media.digest}-{width}.webp" for width in widths}


def serialize_media(media: MediaFile) -> MediaRead:
    variants = [Variant(url=f"/media/{name}", width=width) for width, name in _list_file_names(media).items()]
    return MediaRead(**media.model_dump(exclude={"digest"}), url=variants[-1].url, variants=variants)


@raises(ImageTypeRefused, InvalidImage, Unavailable)
async def upload(runtime: ContentRuntime, file: Upload, *, caller: Principal) -> MediaFile:
    """Store a picture at up to three widths. Returns the stored picture if it was uploaded before."""
    resized_pictures = await PICTURES.run_in_thread(pictures.convert, file.content, file.kind)
    digest = hashlib.blake2b(file.content, digest_size=16).hexdigest()
    async with runtime.database.reading() as db:
        stored_picture = await queries.find_by_digest(db, digest)
    if stored_picture is not None:
        return stored_picture
    # The files are written before the transaction. Their names depend on the content only, so a repeated upload writes
    # the same files.
    for picture in resized_pictures:
        await runtime.storage.put(_build_storage_key(f"{digest}-{picture.width}.webp"), picture.content)
    async with runtime.database.transaction() as db:
        await take_advisory_locks(db, digest)
        # A concurrent upload of the same file may have been faster.
        stored_picture = await queries.find_by_digest(db, digest)
        if stored_picture is not None:
            return stored_picture
        return await _add(db, file, digest, resized_pictures[-1], caller=caller)


async def _add(
    db: Session, file: Upload, digest: str, picture: pictures.ResizedPicture, *, caller: Principal
) -> MediaFile:
    """Add the record of a picture. `picture` is the picture at its largest width."""
    size = {"width": picture.width, "height": picture.height, "size": len(picture.content)}
    media = build_record(db, MediaFile, digest=digest, name=file.name[:200] or "picture", **size)
    editing.add_record(db, media, caller=caller, changes={"name": media.name})
    await db.flush()
    return media


def build_preview_address(address: str | None) -> str | None:
    """Return the address of the JPEG of 1200 by 630 pixels for previews of links.

    Returns None for a picture that is not stored here.
    """
    match = STORED_PICTURE.fullmatch(address or "")
    return f"/media/{match[1]}{PREVIEW_SUFFIX}" if match else None


def is_file_name(name: str) -> bool:
    """Return True if the name has the form of a stored file. Other names are not requested from the storage."""
    return FILE_NAME.fullmatch(name) is not None


def _build_storage_key(name: str) -> str:
    return f"media/{name}"


async def read_file(runtime: ContentRuntime, name: str) -> bytes | None:
    """Return the content of a stored file, or None. The preview of a picture is created at its first read."""
    content = await runtime.storage.get(_build_storage_key(name))
    if content is None and name.endswith(PREVIEW_SUFFIX):
        return await _make_preview(runtime, name)
    return content


async def _make_preview(runtime: ContentRuntime, name: str) -> bytes | None:
    async with runtime.database.reading() as db:
        media = await queries.find_by_digest(db, name.removesuffix(PREVIEW_SUFFIX))
    if media is None:
        return None
    *_, widest_name = _list_file_names(media).values()
    content = await runtime.storage.get(_build_storage_key(widest_name))
    if content is None:
        return None
    preview = await PICTURES.run_in_thread(pictures.make_preview, content)
    await runtime.storage.put(_build_storage_key(name), preview)
    return preview


@raises(NotFound, StaleVersion)
async def change(db: Session, id: UUID, body: MediaUpdate, *, caller: Principal) -> MediaFile:
    """Change the alternative text of a picture."""
    media, changes = await editing.lock_to_change(db, MediaFile, id, body)
    editing.apply_changes(db, media, changes, caller=caller)
    return media


@raises(NotFound)
async def delete(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a picture with its files."""
    media = await editing.lock_record(db, MediaFile, id)
    await editing.delete_record(db, media, caller=caller)
    for name in (*_list_file_names(media).values(), media.digest + PREVIEW_SUFFIX):
        delete_after_commit(db, _build_storage_key(name))


@raises(Unavailable)
async def check_storage(runtime: ContentRuntime) -> None:
    """Write a small file, read it and delete it. Raises Unavailable if the store fails or returns other content."""
    key = f"selfcheck/{secrets.token_hex(8)}"
    content = secrets.token_bytes(64)
    try:
        await runtime.storage.put(key, content)
        stored_content = await runtime.storage.get(key)
        await runtime.storage.delete(key)
    except Exception as error:  # any failure of the store means that files are not safe
        raise Unavailable from error
    if stored_content != content:
        raise Unavailable
