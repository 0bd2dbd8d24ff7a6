"""Changes that administrators make to accounts; each one is audited and published to the other services."""

from typing import Any
from uuid import UUID

from chassis.events import outbox
from chassis.features.audit import Actor, add_entry
from chassis.web.auth import Principal
from chassis.web.errors import NotFound, StaleVersion, check_version, raises, require_found
from contracts.auth import UserBlocked, UserUnblocked

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.service import record_user_updated
from auth.accounts.tables import Account, Role
from auth.administration import queries
from auth.administration.errors import LastAdministrator, OwnAccount
from auth.administration.schemas import UserChange
from auth.administration.tables import AuditEntry
from auth.runtime import Session
from auth.sessions import service as sessions


def record_audit(
    db: Session, action: str, *, caller: Principal | Actor, user_id: UUID | None = None, **details: Any
) -> None:
    """Add an audit entry in the caller's transaction.

    The part of `action` before the dot is the kind of record: `user.blocked` is an action on a user.
    `details` must hold no personal data, because the log outlives accounts.
    """
    entity = action.partition(".")[0]
    add_entry(db, AuditEntry, caller=caller, action=action, entity=entity, entity_id=user_id, changes=details)


@raises(NotFound)
async def get_user(db: Session, id: UUID, *, lock: bool = False) -> Account:
    """Return an account by id. `lock` locks its row until the transaction ends."""
    return require_found(await accounts.find_by_id(db, id, lock=lock))


@raises(NotFound, OwnAccount, LastAdministrator, StaleVersion)
async def change_user(db: Session, id: UUID, change: UserChange, *, caller: Principal) -> Account:
    """Change the role and the status of an account. A change to the current values does nothing.

    Administrators can change neither their own account nor the last active administrator.
    """
    active_administrator_count = await queries.lock_active_administrators(db)
    account = await get_user(db, id, lock=True)
    role = _choose_role(account, change)
    status = change.account_status or account.account_status
    if role == account.role and status == account.account_status:
        return account
    check_version(change.version, account.account_version)
    if account.id == caller.id:
        raise OwnAccount
    is_active_administrator = account.is_admin and account.account_status == "active"
    stays_active_administrator = role == "admin" and status == "active"
    if is_active_administrator and not stays_active_administrator and active_administrator_count <= 1:
        raise LastAdministrator
    if role != account.role:
        await _change_role(db, account, role, caller=caller)
    if status != account.account_status:
        await _change_status(db, account, status, change.reason, caller=caller)
    return account


@raises(NotFound)
async def end_sessions(db: Session, id: UUID, *, caller: Principal) -> None:
    """Sign a user out everywhere."""
    account = await get_user(db, id)
    await sessions.end_all_sessions(db, account.id, reason="ended by administrator")
    record_audit(db, "user.sessions_ended", caller=caller, user_id=account.id)


def _choose_role(account: Account, change: UserChange) -> Role:
    """Return the requested role. Clients that do not send `role` send `is_admin`; it must not demote staff."""
    if change.role:
        return change.role
    if change.is_admin is None or change.is_admin == account.is_admin:
        return account.role
    return "admin" if change.is_admin else "user"


async def _change_role(db: Session, account: Account, role: Role, *, caller: Principal) -> None:
    previous_role = account.role
    account.role = role
    account.mark_access_changed(db.now())
    await record_user_updated(db, account)
    record_audit(db, "user.role_changed", caller=caller, user_id=account.id, old=previous_role, new=role)


async def _change_status(db: Session, account: Account, status: str, reason: str | None, *, caller: Principal) -> None:
    """Block or unblock an account.

    A block ends all sessions for good. While the block lasts, their tokens still work for two things: to read about the
    block and to sign out. Sessions that begin during the block end when the block is lifted.
    """
    now = db.now()
    account.account_status = status
    account.updated_at = now
    account.mark_access_changed(now)
    account.blocked_reason = reason if status == "blocked" else None
    db.add(account)
    action = "user.blocked" if status == "blocked" else "user.unblocked"
    record_audit(db, action, caller=caller, user_id=account.id, reason=reason)
    if status == "blocked":
        await sessions.end_sessions_at_block(db, account.id)
        await outbox.record(db, UserBlocked(user_id=account.id, role=account.role, reason=reason))
        await emails.queue_for_account(db, "account_blocked", account, reason=reason)
    else:
        await sessions.revoke_sessions_at_unblock(db, account.id)
        await outbox.record(db, UserUnblocked(user_id=account.id, role=account.role))
        await emails.queue_for_account(db, "account_unblocked", account)
