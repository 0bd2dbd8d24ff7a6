from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter

from content import editing
from content.articles import queries, service
from content.articles.schemas import (
    FormerPost,
    PostAdmin,
    PostAdminQuery,
    PostCreate,
    PostPreview,
    PostPreviewRead,
    PostUpdate,
    RevisionRead,
)
from content.articles.tables import Post
from content.audit.service import Admin
from content.restoring import Restoration, RestoredAnswer
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/posts", tags=["admin: posts"])


@router.get("")
async def admin_list_posts(query: QueryParameters[PostAdminQuery], db: ReadDb, caller: Admin) -> Items[PostAdmin]:
    """List all articles, including drafts."""
    return Items[PostAdmin].of(*await queries.list_for_admin(db, query))


@router.post("", status_code=201, responses=document_errors(service.create))
async def admin_create_post(body: PostCreate, db: Db, caller: Admin) -> Item[PostAdmin]:
    """Write an article."""
    return Item[PostAdmin].of(await service.create(db, body, caller=caller))


@router.post("/preview")
async def admin_preview_post(body: PostPreview, caller: Admin) -> PostPreviewRead:
    """Render a text without saving it."""
    return service.preview(body.content)


@router.get("/{id}", responses=document_errors(editing.get_record))
async def admin_read_post(id: UUID, db: ReadDb, caller: Admin) -> Item[PostAdmin]:
    """Return one article as its editor sees it."""
    return Item[PostAdmin].of(await editing.get_record(db, Post, id))


@router.post("/restore", responses=document_errors(service.restore))
async def admin_restore_posts(body: Restoration[FormerPost], db: Db, caller: Admin) -> RestoredAnswer:
    """Undo a bulk change: articles get their former status back, all or none."""
    await service.restore(db, body.items, caller=caller)
    return RestoredAnswer(restored=len(body.items))


@router.patch("/{id}", responses=document_errors(service.change))
async def admin_change_post(id: UUID, body: PostUpdate, db: Db, caller: Admin) -> Item[PostAdmin]:
    """Change an article."""
    return Item[PostAdmin].of(await service.change(db, id, body, caller=caller))


@router.delete("/{id}", responses=document_errors(editing.delete_by_id))
async def admin_delete_post(id: UUID, db: Db, caller: Admin) -> Done:
    """Delete an article with its comments."""
    await editing.delete_by_id(db, Post, id, caller=caller)
    return Done()


@router.get("/{id}/revisions")
async def admin_list_revisions(id: UUID, db: ReadDb, caller: Admin) -> Items[RevisionRead]:
    """List the earlier versions of the article."""
    rows = await queries.list_revisions(db, id)
    return Items[RevisionRead].of(rows, len(rows))
