"""SELECTs of the pictures."""

from collections.abc import Sequence

from chassis.paging import ordering
from persistence.search import contains_text
from sqlalchemy import select
from sqlmodel import col

from content.lists import fetch_page
from content.media.schemas import MediaQuery
from content.media.tables import MEDIA_SEARCH, MediaFile
from content.runtime import Session


async def list_media(db: Session, query: MediaQuery) -> tuple[Sequence[MediaFile], int]:
    """A page of the pictures."""
    filters = [contains_text(MEDIA_SEARCH, query.search)] if query.search else []
    ordered = select(MediaFile).where(*filters).order_by(ordering(MediaFile, query.sort), col(MediaFile.id))
    return await fetch_page(db, ordered, query)


async def find_by_digest(db: Session, digest: str) -> MediaFile | None:
    """The picture with this content."""
    return await db.scalar(select(MediaFile).where(col(MediaFile.digest) == digest))
