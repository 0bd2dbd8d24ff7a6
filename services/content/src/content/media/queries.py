from sqlalchemy import select
from sqlmodel import col

from content.media.tables import MediaFile
from content.runtime import Session


async def find_by_digest(db: Session, digest: str) -> MediaFile | None:
    return await db.scalar(select(MediaFile).where(col(MediaFile.digest) == digest))
