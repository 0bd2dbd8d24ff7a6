"""The browsers of a user that receive Web Push."""

from uuid import UUID

from chassis.database.tables import new_id
from chassis.web import public_endpoints
from chassis.web.errors import Invalid, NotFound, raises, require_found
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.channels import queries, stored_secrets
from notifications.channels.schemas import PushSubscribe
from notifications.channels.tables import PushSubscription
from notifications.runtime import Session

MAX_BROWSERS_PER_USER = 10


class NoSuchSubscription(NotFound):
    message = "Такой подписки нет"


async def subscribe(db: Session, body: PushSubscribe, *, user_id: UUID) -> None:
    """Add a browser. If it belonged to another account, it now belongs to this user. Raises Invalid.

    Only the newest MAX_BROWSERS_PER_USER browsers of the user are kept.
    """
    settings = db.runtime.settings
    if not public_endpoints.is_allowed_endpoint(body.endpoint, settings):
        raise Invalid(endpoint="Нужен адрес push-службы по https")
    auth = stored_secrets.encrypt(settings, body.keys.auth, purpose=stored_secrets.PUSH_AUTH)
    keys = {"user_id": user_id, "p256dh": body.keys.p256dh, "auth": auth}
    row = insert(PushSubscription).values(id=new_id(), endpoint=body.endpoint, created_at=db.now(), **keys)
    await db.execute(row.on_conflict_do_update(index_elements=[col(PushSubscription.endpoint)], set_=keys))
    newest_browsers = queries.select_newest_browsers(user_id, limit=MAX_BROWSERS_PER_USER)
    is_own = col(PushSubscription.user_id) == user_id
    await db.execute(delete(PushSubscription).where(is_own, col(PushSubscription.id).not_in(newest_browsers)))


@raises(NoSuchSubscription)
async def unsubscribe(db: Session, endpoint: str, *, user_id: UUID) -> None:
    """Remove a browser."""
    is_this_subscription = (col(PushSubscription.user_id) == user_id) & (col(PushSubscription.endpoint) == endpoint)
    deleted_id = await db.scalar(
        delete(PushSubscription).where(is_this_subscription).returning(col(PushSubscription.id))
    )
    require_found(deleted_id, error=NoSuchSubscription)
