"""A temporary link that shows an order's progress to anybody, without data of its buyer."""

from datetime import timedelta
from uuid import UUID

from chassis.mail.signed_links import create_token, hash_token
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, raises, require_found
from sqlalchemy import delete
from sqlmodel import col

from content.caps import check_cap
from content.orders import queries, serializers
from content.orders.errors import ShareLinkInvalid, TooManyLinks
from content.orders.schemas import ShareAnswer, SharedOrder
from content.orders.tables import OrderShare
from content.runtime import Session

MAX_LINKS = 20


@raises(TooManyLinks, NotFound)
async def create_link(db: Session, order_id: UUID, *, days: int, caller: Principal) -> ShareAnswer:
    """Create a link. Its token is shown once and stored as a hash."""
    order = await queries.get_own_order(db, order_id, caller=caller)
    now = db.now()
    active_links = queries.select_active_links(order.id, now)
    await check_cap(db, active_links, owner=order.id, maximum=MAX_LINKS, error=TooManyLinks)
    token = create_token()
    expires_at = now + timedelta(days=days)
    db.add(OrderShare(order_id=order.id, token_hash=hash_token(token), created_at=now, expires_at=expires_at))
    # The page of the web app that reads the order by this token.
    url = f"{db.runtime.settings.public_url}/shared/orders/{token}"
    return ShareAnswer(url=url, token=token, expires_at=expires_at)


async def revoke_links(db: Session, order_id: UUID, *, caller: Principal) -> None:
    """Revoke all links of the order. Raises NotFound, also if there is no active link."""
    order = await queries.get_own_order(db, order_id, caller=caller)
    now = db.now()
    deletion = delete(OrderShare).where(col(OrderShare.order_id) == order.id, col(OrderShare.expires_at) > now)
    if not (await db.scalars(deletion.returning(col(OrderShare.id)))).all():
        raise NotFound("Действующих ссылок на этот заказ нет")


@raises(ShareLinkInvalid)
async def read_shared_order(db: Session, token: str) -> SharedOrder:
    """Return the order of a link."""
    order, link = require_found(
        await queries.find_shared_order(db, hash_token(token), db.now()), error=ShareLinkInvalid
    )
    [details] = await queries.load_details(db, [order])
    return serializers.serialize_order(SharedOrder, details, expires_at=link.expires_at)


async def is_active(db: Session, token: str) -> bool:
    """Return True if a link with this token opens an order."""
    return await queries.find_shared_order(db, hash_token(token), db.now()) is not None
