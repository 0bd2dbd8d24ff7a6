from datetime import timedelta
from typing import Annotated, Any
from uuid import UUID

from chassis import limits
from chassis.app import Rt, Runtime
from chassis.auth import SIGNED_IN, MaybeCaller, Principal, VerifiedCaller
from chassis.database import Db, ReadDb
from chassis.errors import NotFound, RateLimited, documented
from fastapi import APIRouter, Query

from content.administration.access import AuditedCaller
from content.administration.envelopes import Done
from content.comments import queries, service
from content.comments.errors import CommentRepeated, TooLateToEdit, TooManyPending
from content.comments.schemas import CommentAnswer, CommentCreate, CommentList, CommentQuery, CommentUpdate
from content.settings import settings_of

router = APIRouter(prefix="/api/comments", tags=["comments"])


@router.get("/{id}", response_model=CommentList)
async def list_comments(id: UUID, query: Annotated[CommentQuery, Query()], db: ReadDb, caller: MaybeCaller) -> Any:
    """Comments of an article, newest first: approved ones, and the caller's own in every state."""
    rows, total = await queries.list_for_post(db, id, query, caller=caller)
    return {"data": rows, "total": total, "hasMore": query.offset + len(rows) < total}


@router.post(
    "",
    status_code=201,
    response_model=CommentAnswer,
    responses=documented(*SIGNED_IN, NotFound, CommentRepeated, TooManyPending, RateLimited),
)
async def write_comment(body: CommentCreate, db: Db, caller: VerifiedCaller, runtime: Rt) -> Any:
    """Write a comment; it appears once a moderator has approved it."""
    await _count_text(runtime, caller)
    return {"data": await service.write(db, body, caller=caller)}


@router.patch(
    "/{id}",
    response_model=CommentAnswer,
    responses=documented(*SIGNED_IN, NotFound, CommentRepeated, TooLateToEdit, RateLimited),
)
async def edit_comment(id: UUID, body: CommentUpdate, db: Db, caller: VerifiedCaller, runtime: Rt) -> Any:
    """Change one's own comment in its first minutes; it waits for a moderator again."""
    await _count_text(runtime, caller)
    return {"data": await service.edit(db, id, body.content, caller=caller)}


@router.delete("/{id}", responses=documented(*SIGNED_IN, NotFound))
async def delete_comment(id: UUID, db: Db, caller: AuditedCaller) -> Done:
    """Delete one's own comment; an administrator deletes any. The deletion can be undone for ten minutes."""
    await service.delete(db, id, caller=caller)
    return Done()


@router.post("/{id}/restore", response_model=CommentAnswer, responses=documented(*SIGNED_IN, NotFound, CommentRepeated))
async def restore_comment(id: UUID, db: Db, caller: AuditedCaller) -> Any:
    """Undo one's own deletion."""
    return {"data": await service.restore(db, id, caller=caller)}


async def _count_text(runtime: Runtime, caller: Principal) -> None:
    """A new text and an edited one both notify the moderators, so they count alike. Raises RateLimited."""
    per_minute = settings_of(runtime).comments_per_minute
    await limits.hit(runtime, "comments", str(caller.id), limit=per_minute, per=timedelta(minutes=1))
