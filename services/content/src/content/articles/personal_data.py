from datetime import datetime
from uuid import UUID

from chassis.features.audit import ERASED_NAME
from chassis.features.personal_data import PersonalData
from sqlalchemy import update
from sqlmodel import col

from content.articles import queries, service
from content.articles.tables import Post, PostRevision
from content.runtime import Session
from content.users.tables import UserCopy

# Readers see an author, so the editorial office replaces the erased name.
EDITORIAL_AUTHOR = {"author_first_name": "Редакция", "author_last_name": "", "author_avatar_url": None}


async def _erase_author(db: Session, user_id: UUID, at: datetime) -> None:
    """Remove an editor's name from revisions, and from articles that they created under their own name."""
    await db.execute(update(PostRevision).where(col(PostRevision.editor_id) == user_id).values(editor_name=ERASED_NAME))
    if user := await db.get(UserCopy, user_id):
        own_name_filters = (
            col(Post.author_first_name) == user.first_name,
            col(Post.author_last_name) == user.last_name,
            col(Post.id).in_(queries.select_ids_created_by(user_id)),
        )
        await db.execute(update(Post).where(*own_name_filters).values(**EDITORIAL_AUTHOR))
    # The cached articles may contain the erased name.
    service.cache.drop_after_commit(db)


PERSONAL_DATA = PersonalData(kept=(PostRevision.editor_id,), erase=_erase_author)
