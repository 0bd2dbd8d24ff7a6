from datetime import timedelta
from uuid import UUID

from chassis.features.lists import QueryParameters
from chassis.web import limits
from chassis.web.auth import OptionalCaller, Principal, VerifiedCaller
from chassis.web.errors import NotFound, RateLimited, document_errors
from contracts.envelopes import Done
from fastapi import APIRouter

from content.audit.service import AuditedCaller
from content.comments import queries, service
from content.comments.errors import DuplicateComment, TooLateToEdit
from content.comments.schemas import CommentAnswer, CommentCreate, CommentList, CommentQuery, CommentUpdate
from content.runtime import ContentRuntime, CurrentRuntime, Db, ReadDb

router = APIRouter(prefix="/api/comments", tags=["comments"])


@router.get("/{id}")
async def list_comments(
    id: UUID, query: QueryParameters[CommentQuery], db: ReadDb, caller: OptionalCaller
) -> CommentList:
    """List the comments of an article, newest first: approved ones, and the caller's own in every state."""
    rows, total = await queries.list_comments_of_post(db, id, query, caller=caller)
    has_more = query.offset + len(rows) < total
    return CommentList.model_validate({"data": rows, "total": total, "hasMore": has_more}, from_attributes=True)


@router.post("", status_code=201, responses=document_errors(service.write, RateLimited))
async def write_comment(body: CommentCreate, db: Db, caller: VerifiedCaller, runtime: CurrentRuntime) -> CommentAnswer:
    """Write a comment; it appears once a moderator has approved it."""
    await _count_text(runtime, caller)
    return CommentAnswer(data=await service.write(db, body, caller=caller))


@router.patch("/{id}", responses=document_errors(NotFound, DuplicateComment, TooLateToEdit, RateLimited))
async def edit_comment(
    id: UUID, body: CommentUpdate, db: Db, caller: VerifiedCaller, runtime: CurrentRuntime
) -> CommentAnswer:
    """Change the caller's comment in its first minutes; it waits for a moderator again."""
    await _count_text(runtime, caller)
    return CommentAnswer(data=await service.edit(db, id, body.content, caller=caller))


@router.delete("/{id}", responses=document_errors(service.delete))
async def delete_comment(id: UUID, db: Db, caller: AuditedCaller) -> Done:
    """Delete the caller's comment; an administrator deletes any. The deletion can be undone for ten minutes."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.post("/{id}/restore", responses=document_errors(service.restore))
async def restore_comment(id: UUID, db: Db, caller: AuditedCaller) -> CommentAnswer:
    """Undo the caller's deletion."""
    return CommentAnswer(data=await service.restore(db, id, caller=caller))


async def _count_text(runtime: ContentRuntime, caller: Principal) -> None:
    """Count a new or edited text, since both notify the moderators. Raises RateLimited."""
    per_minute = runtime.settings.comments_per_minute
    await limits.hit(runtime, "comments", str(caller.id), limit=per_minute, per=timedelta(minutes=1))
