from uuid import UUID

from chassis.features.lists import Page
from fastapi import APIRouter

from notifications.audit.service import Admin
from notifications.channels import customer_emails
from notifications.channels.schemas import CustomerEmails
from notifications.runtime import ReadDb

router = APIRouter(prefix="/api/notifications/admin", tags=["admin: customers"])


@router.get("/users/{user_id}/emails")
async def list_customer_emails(user_id: UUID, page: Page, admin: Admin, db: ReadDb) -> CustomerEmails:
    """List the notifications and campaigns that one user was sent by email, newest first."""
    return await customer_emails.list_emails_of_user(db, user_id, page)
