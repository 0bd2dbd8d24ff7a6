"""The emails of one user, for the customer's card in the panel."""

from uuid import UUID

from chassis.features.lists import PageQuery

from notifications.channels import queries
from notifications.channels.schemas import CustomerEmail, CustomerEmails
from notifications.channels.tables import Delivery
from notifications.inbox.kinds import KINDS
from notifications.preferences import policy
from notifications.preferences.tables import Preference
from notifications.runtime import Session
from notifications.users.tables import UserCopy


async def list_emails_of_user(db: Session, user_id: UUID, page: PageQuery) -> CustomerEmails:
    """Return a page of emails, newest first, and the types of notifications that are not emailed to the user."""
    rows, total = await queries.list_emails(db, user_id, page)
    preference = await db.get(Preference, user_id)
    user = await db.get(UserCopy, user_id)
    choices = preference.choices if preference else {}
    marketing = bool(user and user.marketing)
    refused_kinds = [kind for kind in KINDS if not policy.allows(choices, kind, "email", marketing=marketing)]
    return CustomerEmails(items=[_serialize(row) for row in rows], total=total, refused_types=refused_kinds)


def _serialize(row: Delivery) -> CustomerEmail:
    return CustomerEmail.model_validate(row.model_dump() | {"is_campaign": row.campaign_id is not None})
