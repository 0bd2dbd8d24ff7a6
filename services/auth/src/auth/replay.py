"""Publish every account again for a service that has lost its copies: `python -m auth.replay notifications`."""

import asyncio
from uuid import UUID

from chassis.events import outbox
from chassis.events.replay import PAGE_SIZE, read_requested_service, replay
from contracts.auth import UserCopied
from sqlalchemy import select
from sqlmodel import col

from auth.accounts.queries import find_ids_with_marketing_consent
from auth.accounts.tables import Account
from auth.fields import get_email_key
from auth.runtime import AuthRuntime, Session
from auth.runtime_factory import make_runtime
from auth.settings import Settings


async def replay_accounts(runtime: AuthRuntime, audience: str) -> None:
    """Publish all accounts, each with the time of its last change.

    Erased accounts and the account of the login probe are left out.
    """
    canary_key = get_email_key(runtime.settings.canary_email)

    async def publish_page(db: Session, after: UUID | None) -> UUID | None:
        is_person = (col(Account.account_status) != "erased") & (col(Account.email_key) != canary_key)
        statement = select(Account).where(is_person).order_by(col(Account.id)).limit(PAGE_SIZE)
        statement = statement.with_for_update(read=True, key_share=True)
        if after is not None:
            statement = statement.where(col(Account.id) > after)
        accounts = (await db.scalars(statement)).all()
        consenting_ids = await find_ids_with_marketing_consent(db, [account.id for account in accounts])
        for account in accounts:
            changed_at = max(account.updated_at, account.access_changed_at or account.updated_at)
            event = UserCopied(
                user_id=account.id,
                email=account.email,
                first_name=account.first_name,
                last_name=account.last_name,
                phone=account.phone,
                role=account.role,
                avatar_url=account.avatar_url,
                marketing=account.id in consenting_ids,
                is_blocked=account.account_status == "blocked",
                joined_at=account.verified_at,
                changed_at=changed_at,
                audience=audience,
            )
            await outbox.record(db, event)
        return accounts[-1].id if accounts else None

    await replay(runtime, publish_page)


if __name__ == "__main__":
    asyncio.run(replay_accounts(make_runtime(Settings()), read_requested_service("auth")))
