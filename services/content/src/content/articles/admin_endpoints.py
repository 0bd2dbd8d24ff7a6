from typing import Annotated, Any
from uuid import UUID

from chassis.auth import SIGNED_IN
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, StaleVersion, documented
from fastapi import APIRouter, Query

from content.administration import editing
from content.administration.access import Admin
from content.administration.envelopes import Done, Item, Items
from content.articles import queries, service
from content.articles.errors import SlugTaken
from content.articles.schemas import (
    PostAdmin,
    PostAdminQuery,
    PostCreate,
    PostPreview,
    PostPreviewRead,
    PostUpdate,
    RevisionRead,
)
from content.articles.tables import Post

router = APIRouter(prefix="/api/content/admin/posts", tags=["admin: posts"], responses=documented(*SIGNED_IN))


@router.get("", response_model=Items[PostAdmin])
async def admin_list_posts(query: Annotated[PostAdminQuery, Query()], db: ReadDb, caller: Admin) -> Any:
    """All articles, including drafts."""
    rows, total = await queries.list_for_admin(db, query)
    return {"items": list(rows), "total": total}


@router.post("", status_code=201, response_model=Item[PostAdmin], responses=documented(SlugTaken))
async def admin_create_post(body: PostCreate, db: Db, caller: Admin) -> Any:
    """Write an article."""
    return {"item": await service.create(db, body, caller=caller)}


@router.post("/preview")
async def admin_preview_post(body: PostPreview, caller: Admin) -> PostPreviewRead:
    """Render a text without saving it."""
    html, minutes = service.preview(body.content)
    return PostPreviewRead(content_html=html, read_minutes=minutes)


@router.get("/{id}", response_model=Item[PostAdmin], responses=documented(NotFound))
async def admin_read_post(id: UUID, db: ReadDb, caller: Admin) -> Any:
    """One article as its editor sees it."""
    return {"item": await editing.get_record(db, Post, id)}


@router.patch("/{id}", response_model=Item[PostAdmin], responses=documented(NotFound, SlugTaken, StaleVersion))
async def admin_change_post(id: UUID, body: PostUpdate, db: Db, caller: Admin) -> Any:
    """Change an article."""
    return {"item": await service.change(db, id, body, caller=caller)}


@router.delete("/{id}", responses=documented(NotFound))
async def admin_delete_post(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete an article with its comments."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.get("/{id}/revisions", response_model=Items[RevisionRead])
async def admin_list_revisions(id: UUID, db: ReadDb, caller: Admin) -> Any:
    """Earlier versions of the article."""
    rows = await queries.list_revisions(db, id)
    return {"items": list(rows), "total": len(rows)}
