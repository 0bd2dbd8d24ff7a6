"""Planned removals of second factors.

A report of an unrecognized session plans the removal of the factors that its device added. They are removed two days
later, because a thief with access to the mailbox could report the owner's device. Until then an authenticator app
stays required, and a passkey cannot sign in. Every open session shows the time, and the owner may keep the factors.
"""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from chassis.runtime import AnyRuntime
from sqlalchemy import delete, update
from sqlmodel import col

from auth.accounts import emails
from auth.accounts.tables import Account
from auth.runtime import Session
from auth.second_factor import queries
from auth.second_factor.tables import Passkey, RecoveryCode, TotpSecret

DELAY = timedelta(days=2)
FACTOR_TABLES: tuple[type[TotpSecret | Passkey], ...] = (TotpSecret, Passkey)


async def plan(db: Session, account: Account, session_ids: Collection[UUID]) -> None:
    """Plan the removal of the factors that these sessions added, and email the account about it.

    An authenticator app that was not activated is deleted at once. A factor stays if an earlier factor confirmed its
    addition.
    """
    deletion_of_unconfirmed_app = delete(TotpSecret).where(
        col(TotpSecret.account_id) == account.id,
        col(TotpSecret.added_in_session).in_(session_ids),
        col(TotpSecret.confirmed_at).is_(None),
    )
    await db.execute(deletion_of_unconfirmed_app)
    removal_at = db.now() + DELAY
    for table in FACTOR_TABLES:
        conditions = (
            col(table.account_id) == account.id,
            col(table.added_in_session).in_(session_ids),
            col(table.is_confirmed_by_factor).is_(False),
            col(table.removal_at).is_(None),
        )
        await db.execute(update(table).where(*conditions).values(removal_at=removal_at))
    await refresh_removal_time(db, account)
    if account.factor_removal_at:
        time_text = emails.format_moscow_time(account.factor_removal_at)
        await emails.queue_for_account(db, "factor_removal_planned", account, when=time_text)


async def refresh_removal_time(db: Session, account: Account) -> None:
    """Store the time of the next planned removal in the account, for its sessions to show."""
    times = [await queries.find_first_removal(db, table, account.id) for table in FACTOR_TABLES]
    account.factor_removal_at = min((time for time in times if time is not None), default=None)
    db.add(account)


async def keep(db: Session, account: Account) -> None:
    """Cancel the planned removals."""
    for table in FACTOR_TABLES:
        await db.execute(update(table).where(col(table.account_id) == account.id).values(removal_at=None))
    account.factor_removal_at = None
    db.add(account)
    await emails.queue_sign_in_change(db, account, "удаление второго фактора отменено")


async def remove_due_factors(db: Session, runtime: AnyRuntime) -> None:
    """Remove the factors whose removal is due. A scheduled job of `auth.jobs`."""
    for account in await queries.lock_accounts_with_due_removal(db, runtime.now()):
        deletion = await db.execute(
            delete(TotpSecret)
            .where(col(TotpSecret.account_id) == account.id, col(TotpSecret.removal_at) <= runtime.now())
            .returning(col(TotpSecret.account_id))
        )
        if deletion.first():
            await db.execute(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account.id))
        await db.execute(
            delete(Passkey).where(col(Passkey.account_id) == account.id, col(Passkey.removal_at) <= runtime.now())
        )
        await refresh_removal_time(db, account)
        await emails.queue_sign_in_change(db, account, "второй фактор удалён после жалобы на чужой сеанс")
