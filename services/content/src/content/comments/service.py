"""Rules of comments: visibility, limits of writing, and the effects of moderation."""

from datetime import timedelta
from uuid import UUID

from chassis.database.batches import delete_in_batches
from chassis.events import outbox
from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, StaleVersion, check_version, raises, require_found
from contracts.content import CommentApproved, CommentCreated, CommentRejected
from prometheus_client import Gauge
from sqlmodel import col

from content import editing
from content.articles import service as articles
from content.articles.tables import Post
from content.caps import check_cap
from content.comments import queries
from content.comments.errors import DuplicateComment, DuplicateReaderComment, TooLateToEdit, TooManyPending
from content.comments.schemas import BulkModeration, CommentAdminCreate, CommentAdminUpdate, CommentCreate, CommentRead
from content.comments.tables import Comment
from content.records import build_record
from content.runtime import ContentRuntime, Session

EXCERPT_LENGTH = 140
# Maximum of one user's comments that wait for a moderator. More would hide other users' comments in the queue.
MAX_PENDING_COMMENTS = 30
REJECTION_REASONS = [
    "Комментарий не относится к статье",
    "В тексте есть реклама или ссылка на чужие услуги",
    "Грубость в адрес автора или других читателей",
    "Есть личные данные: телефон, адрес или номер документа",
    "Утверждение о человеке или компании без подтверждения",
]
OLDEST_PENDING_AGE = Gauge("comments_oldest_pending_seconds", "Age of the comment that waits longest for a moderator")


@raises(NotFound, DuplicateComment, TooManyPending)
async def write(db: Session, body: CommentCreate, *, caller: Principal) -> CommentRead:
    """Write a comment, which waits for a moderator."""
    post = require_found(await queries.find_published_post(db, body.post_id), "Такой статьи нет")
    await check_cap(
        db, queries.select_pending_comments(caller), owner=caller.id, maximum=MAX_PENDING_COMMENTS, error=TooManyPending
    )
    comment = _build_comment(db, post, body.content, caller)
    await _save(db, comment, caller)
    await _record_creation(db, comment, post, caller)
    return await queries.get_comment(db, comment.id, caller=caller)


def _build_comment(db: Session, post: Post, content: str, caller: Principal) -> Comment:
    author = {"user_id": caller.id, "first_name": caller.first_name, "last_name": caller.last_name}
    return build_record(db, Comment, post_id=post.id, content=content, **author)


@raises(DuplicateComment, Invalid)
async def write_for_company(db: Session, body: CommentAdminCreate, *, caller: Principal) -> UUID:
    """Write as the company: the comment is published at once."""
    post = await queries.find_published_post(db, body.post_id)
    if post is None:
        raise Invalid(post_id="Такой статьи нет")
    comment = _build_comment(db, post, body.content, caller)
    comment.status = "approved"
    comment.moderator_id = caller.id
    comment.moderated_at = comment.created_at
    await _save(db, comment, caller)
    editing.record_action(db, comment, "create", caller=caller)
    articles.cache.drop_after_commit(db)
    return comment.id


async def edit(db: Session, id: UUID, content: str, *, caller: Principal) -> CommentRead:
    """Change a comment of the caller in its first minutes. It waits for a moderator again.

    Raises NotFound, TooLateToEdit, DuplicateComment.
    """
    comment = await queries.lock_editable_comment(db, id, caller=caller)
    if comment is None or comment.user_id != caller.id:
        raise NotFound(queries.NOT_FOUND_TEXT)
    now = db.now()
    if comment.created_at + timedelta(minutes=db.runtime.settings.comment_edit_minutes) < now:
        raise TooLateToEdit
    comment.content = content
    comment.status = "pending"
    comment.rejection_reason = None
    comment.edited_at = now
    editing.mark_changed(db, comment)
    await _save(db, comment, caller)
    # An article shows the number of its approved comments.
    articles.cache.drop_after_commit(db)
    post = require_found(await queries.find_published_post(db, comment.post_id), queries.NOT_FOUND_TEXT)
    await _record_creation(db, comment, post, caller)
    return await queries.get_comment(db, comment.id, caller=caller)


@raises(NotFound)
async def delete(db: Session, id: UUID, *, caller: Principal) -> None:
    """Delete a comment of the caller. An administrator can delete any comment."""
    comment = require_found(await queries.lock_editable_comment(db, id, caller=caller), queries.NOT_FOUND_TEXT)
    _mark_deleted(db, comment, caller)
    if comment.user_id != caller.id:
        editing.record_action(db, comment, "delete", caller=caller)
    articles.cache.drop_after_commit(db)


def _mark_deleted(db: Session, comment: Comment, caller: Principal) -> None:
    comment.deleted_at = db.now()
    comment.deleted_by = caller.id
    db.add(comment)


@raises(NotFound, DuplicateComment)
async def restore(db: Session, id: UUID, *, caller: Principal) -> CommentRead:
    """Undo a deletion by the caller."""
    comment = require_found(
        await queries.lock_comment_deleted_by(db, id, caller=caller), "Этот комментарий уже не вернуть"
    )
    comment.deleted_at = None
    comment.deleted_by = None
    await _save(db, comment, caller)
    if comment.user_id != caller.id:
        editing.record_action(db, comment, "restore", caller=caller)
    articles.cache.drop_after_commit(db)
    return await queries.get_comment(db, id, caller=caller)


async def purge_deleted_comments(db: Session, runtime: ContentRuntime) -> None:
    before = runtime.now() - timedelta(minutes=runtime.settings.comment_undo_minutes)
    await delete_in_batches(db, Comment, col(Comment.deleted_at) <= before)


async def moderate(db: Session, verdict: BulkModeration, *, caller: Principal) -> int:
    """Apply one verdict to several comments, all or none. Comments that already have it do not change.

    Raises Invalid, NotFound, DuplicateComment, and StaleVersion if comments may have changed after the moderator read
    them. The member `changed` of the error response has the ids of these comments.
    """
    action = verdict.action
    reason = verdict.reason if action == "reject" else None
    if action == "reject" and not reason:
        raise Invalid(reason="Укажите причину отклонения")

    comments = await queries.lock_comments(db, verdict.ids)
    if len(comments) < len(set(verdict.ids)):
        raise NotFound(queries.NOT_FOUND_TEXT)

    stale_ids = []
    for comment in comments:
        version = (verdict.versions or {}).get(comment.id)
        # Without a version, the moderator has certainly read the current text only if its author never changed it.
        is_unread = version is None and comment.edited_at is not None and action in {"approve", "reject"}
        if is_unread or version not in {None, comment.version}:
            stale_ids.append(str(comment.id))
    if stale_ids:
        raise StaleVersion(changed=stale_ids)

    changed_comments = []
    # A rejected text may have been sent again, and only one of the two can be pending or approved.
    async with editing.translate_refusal(db, "comments_once", DuplicateReaderComment):
        for comment in comments:
            if await _apply_verdict(db, comment, action, reason, caller):
                changed_comments.append(comment)
    articles.cache.drop_after_commit(db)
    return len(changed_comments)


async def _apply_verdict(db: Session, comment: Comment, action: str, reason: str | None, caller: Principal) -> bool:
    """Apply a verdict to one comment. Returns False if the comment already has it."""
    if action == "delete":
        _mark_deleted(db, comment, caller)
        editing.record_action(db, comment, "delete", caller=caller)
        return True
    if action == "reopen":
        return _reopen(db, comment, caller)
    status = "approved" if action == "approve" else "rejected"
    if (comment.status, comment.rejection_reason) == (status, reason):
        return False
    comment.status = status
    comment.rejection_reason = reason
    comment.moderator_id = caller.id
    comment.moderated_at = db.now()
    comment.version += 1
    db.add(comment)
    editing.record_action(db, comment, action, caller=caller, changes={"reason": reason})
    post = await db.get_one(Post, comment.post_id)
    if reason is None:
        approval = CommentApproved(
            comment_id=comment.id,
            post_id=comment.post_id,
            user_id=comment.user_id,
            post_title=post.title,
            post_slug=post.slug,
        )
        await outbox.record(db, approval)
    else:
        rejection = CommentRejected(
            comment_id=comment.id,
            post_id=comment.post_id,
            user_id=comment.user_id,
            post_title=post.title,
            post_slug=post.slug,
            reason=reason,
        )
        await outbox.record(db, rejection)
    return True


def _reopen(db: Session, comment: Comment, caller: Principal) -> bool:
    """Undo a verdict, so that the comment waits again. Its author is notified of the next verdict only."""
    if comment.status == "pending":
        return False
    comment.status = "pending"
    comment.rejection_reason = None
    comment.moderator_id = None
    comment.moderated_at = None
    comment.version += 1
    db.add(comment)
    editing.record_action(db, comment, "reopen", caller=caller, changes={"status": comment.status})
    return True


async def correct_text(db: Session, id: UUID, body: CommentAdminUpdate, *, caller: Principal) -> None:
    """Change the text of a comment as a moderator, for example to remove a telephone number.

    Raises NotFound, StaleVersion, DuplicateComment.
    """
    comments = await queries.lock_comments(db, [id])
    if not comments:
        raise NotFound(queries.NOT_FOUND_TEXT)
    comment = comments[0]
    check_version(body.version, comment.version)
    comment.content = body.content
    comment.edited_at = None
    editing.mark_changed(db, comment)
    await _save(db, comment, caller)
    editing.record_action(db, comment, "update", caller=caller, changes={"content": body.content})


async def update_metrics(db: Session, _: object) -> None:
    oldest_pending_at = await queries.find_oldest_pending_time(db)
    age_seconds = 0.0
    if oldest_pending_at is not None:
        age_seconds = (db.now() - oldest_pending_at).total_seconds()
    OLDEST_PENDING_AGE.set(age_seconds)


async def _save(db: Session, comment: Comment, caller: Principal) -> None:
    """Save a comment. Raises DuplicateComment, with a message for a moderator if the comment is another user's.

    A unique index refuses a repeated text, so two clicks create one comment.
    """
    error = DuplicateComment if comment.user_id == caller.id else DuplicateReaderComment
    async with editing.translate_refusal(db, "comments_once", error):
        db.add(comment)


async def _record_creation(db: Session, comment: Comment, post: Post, caller: Principal) -> None:
    event = CommentCreated(
        comment_id=comment.id,
        post_id=comment.post_id,
        user_id=comment.user_id,
        post_title=post.title,
        post_slug=post.slug,
        author_name=caller.name,
        excerpt=comment.content[:EXCERPT_LENGTH],
    )
    await outbox.record(db, event)
