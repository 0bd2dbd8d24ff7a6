from typing import Annotated, Any
from uuid import UUID

from chassis.auth import SIGNED_IN
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, StaleVersion, documented
from fastapi import APIRouter, Query
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from content.administration.access import Moderator
from content.administration.envelopes import Done, Item
from content.comments import queries, service
from content.comments.errors import CommentRepeated
from content.comments.schemas import (
    Approval,
    BulkAnswer,
    BulkModeration,
    CommentAdmin,
    CommentAdminCreate,
    CommentAdminQuery,
    CommentAdminUpdate,
    ModerationQueue,
    Rejection,
)

router = APIRouter(prefix="/api/content/admin/comments", tags=["admin: comments"], responses=documented(*SIGNED_IN))


@router.get("", response_model=ModerationQueue)
async def admin_list_comments(query: Annotated[CommentAdminQuery, Query()], db: ReadDb, caller: Moderator) -> Any:
    """The moderation queue: waiting comments, oldest first."""
    rows, total = await queries.list_for_moderation(db, query)
    oldest = await queries.get_oldest_pending(db)
    return {"items": rows, "total": total, "oldest_pending_at": oldest, "ready_reasons": service.REJECTION_REASONS}


@router.post("", status_code=201, response_model=Item[CommentAdmin], responses=documented(CommentRepeated))
async def admin_create_comment(body: CommentAdminCreate, db: Db, caller: Moderator) -> Any:
    """Write as the company, for example an answer to a reader."""
    return {"item": await _get_comment(db, await service.write_for_company(db, body, caller=caller))}


@router.post("/bulk", responses=documented(NotFound, StaleVersion))
async def admin_moderate_comments(body: BulkModeration, db: Db, caller: Moderator) -> BulkAnswer:
    """Apply one verdict to several comments, all or none."""
    return BulkAnswer(changed=await service.moderate_many(db, body, caller=caller))


@router.get("/{id}", response_model=Item[CommentAdmin], responses=documented(NotFound))
async def admin_read_comment(id: UUID, db: ReadDb, caller: Moderator) -> Any:
    """One comment with its author's history."""
    return {"item": await _get_comment(db, id)}


@router.post("/{id}/approve", response_model=Item[CommentAdmin], responses=documented(NotFound, StaleVersion))
async def admin_approve_comment(id: UUID, db: Db, caller: Moderator, body: Approval | None = None) -> Any:
    """Publish the comment and notify its author."""
    await service.moderate(db, [id], action="approve", versions=_read_version(id, body), caller=caller)
    return {"item": await _get_comment(db, id)}


@router.post("/{id}/reject", response_model=Item[CommentAdmin], responses=documented(NotFound, StaleVersion))
async def admin_reject_comment(id: UUID, body: Rejection, db: Db, caller: Moderator) -> Any:
    """Reject the comment and notify its author of the reason."""
    await service.moderate(
        db, [id], action="reject", reason=body.reason, versions=_read_version(id, body), caller=caller
    )
    return {"item": await _get_comment(db, id)}


@router.patch("/{id}", response_model=Item[CommentAdmin], responses=documented(NotFound, CommentRepeated, StaleVersion))
async def admin_change_comment(id: UUID, body: CommentAdminUpdate, db: Db, caller: Moderator) -> Any:
    """Change the text of a comment."""
    await service.correct_text(db, id, body, caller=caller)
    return {"item": await _get_comment(db, id)}


@router.delete("/{id}", responses=documented(NotFound))
async def admin_delete_comment(id: UUID, db: Db, caller: Moderator) -> Done:
    """Delete a comment."""
    await service.moderate(db, [id], action="delete", caller=caller)
    return Done()


def _read_version(id: UUID, body: Approval | None) -> dict[UUID, int]:
    return {id: body.version} if body and body.version is not None else {}


async def _get_comment(db: AsyncSession, id: UUID) -> Row[Any]:
    row = await queries.get_for_moderation(db, id)
    if row is None:
        raise NotFound("Такого комментария нет")
    return row
