from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web.errors import NotFound, StaleVersion, document_errors
from contracts.envelopes import Done, Item
from fastapi import APIRouter

from content.audit.service import Moderator
from content.comments import queries, service
from content.comments.errors import DuplicateComment
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
from content.runtime import Db, ReadDb

router = APIRouter(prefix="/api/content/admin/comments", tags=["admin: comments"])


@router.get("")
async def admin_list_comments(
    query: QueryParameters[CommentAdminQuery], db: ReadDb, caller: Moderator
) -> ModerationQueue:
    """List comments for moderators: with `status=pending` the oldest first, otherwise the newest first."""
    rows, total = await queries.list_for_moderation(db, query)
    oldest_pending_at = await queries.find_oldest_pending_time(db)
    return ModerationQueue(
        items=rows, total=total, oldest_pending_at=oldest_pending_at, ready_reasons=service.REJECTION_REASONS
    )


@router.post("", status_code=201, responses=document_errors(service.write_for_company, queries.get_for_moderation))
async def admin_create_comment(body: CommentAdminCreate, db: Db, caller: Moderator) -> Item[CommentAdmin]:
    """Write as the company, for example an answer to a reader."""
    id = await service.write_for_company(db, body, caller=caller)
    return Item(item=await queries.get_for_moderation(db, id))


@router.post("/bulk", responses=document_errors(NotFound, StaleVersion))
async def admin_moderate_comments(body: BulkModeration, db: Db, caller: Moderator) -> BulkAnswer:
    """Apply one verdict to several comments, all or none."""
    return BulkAnswer(changed=await service.moderate(db, body, caller=caller))


@router.get("/{id}", responses=document_errors(queries.get_for_moderation))
async def admin_read_comment(id: UUID, db: ReadDb, caller: Moderator) -> Item[CommentAdmin]:
    """Return one comment with its author's history."""
    return Item(item=await queries.get_for_moderation(db, id))


@router.post("/{id}/approve", responses=document_errors(NotFound, StaleVersion))
async def admin_approve_comment(
    id: UUID, db: Db, caller: Moderator, body: Approval | None = None
) -> Item[CommentAdmin]:
    """Publish the comment and notify its author."""
    await service.moderate(
        db, BulkModeration(ids=[id], action="approve", versions=_list_versions(id, body)), caller=caller
    )
    return Item(item=await queries.get_for_moderation(db, id))


@router.post("/{id}/reject", responses=document_errors(NotFound, StaleVersion))
async def admin_reject_comment(id: UUID, body: Rejection, db: Db, caller: Moderator) -> Item[CommentAdmin]:
    """Reject the comment and notify its author of the reason."""
    verdict = BulkModeration(ids=[id], action="reject", reason=body.reason, versions=_list_versions(id, body))
    await service.moderate(db, verdict, caller=caller)
    return Item(item=await queries.get_for_moderation(db, id))


@router.patch("/{id}", responses=document_errors(queries.get_for_moderation, DuplicateComment, StaleVersion))
async def admin_change_comment(id: UUID, body: CommentAdminUpdate, db: Db, caller: Moderator) -> Item[CommentAdmin]:
    """Change the text of a comment."""
    await service.correct_text(db, id, body, caller=caller)
    return Item(item=await queries.get_for_moderation(db, id))


@router.delete("/{id}", responses=document_errors(NotFound))
async def admin_delete_comment(id: UUID, db: Db, caller: Moderator) -> Done:
    """Delete a comment."""
    await service.moderate(db, BulkModeration(ids=[id], action="delete"), caller=caller)
    return Done()


def _list_versions(id: UUID, body: Approval | None) -> dict[UUID, int]:
    if body is None or body.version is None:
        return {}
    return {id: body.version}
