"""Erasure: auth erases its part and publishes UserErased. The erasure closes when every service has answered."""

from datetime import timedelta
from uuid import UUID

import structlog
from chassis.events import outbox
from chassis.features.audit import ERASED_NAME, Actor
from chassis.features.personal_data import erase_all
from chassis.web.auth import Principal
from chassis.workers import Worker
from contracts import services
from contracts.auth import UserErased, UserErasedDone
from prometheus_client import Gauge
from sqlalchemy.dialects.postgresql import insert

from auth.accounts import emails
from auth.accounts.service import get_own_account
from auth.accounts.tables import Account
from auth.administration.errors import LastAdministrator
from auth.administration.queries import lock_active_administrators
from auth.administration.service import record_audit
from auth.profile import queries
from auth.profile.avatars import delete_file
from auth.profile.personal_data import PERSONAL_DATA
from auth.profile.tables import Erasure, ErasureAnswer
from auth.runtime import AuthRuntime, Session
from auth.sessions import service as sessions

log = structlog.get_logger()
ERASURES_OVERDUE = Gauge("auth_erasures_overdue", "Erasures that a service has not answered within an hour")
OVERDUE_AFTER = timedelta(hours=1)
CHECK_SECONDS = 60.0


async def erase(runtime: AuthRuntime, *, caller: Principal) -> UUID:
    """Erase the caller's account. Raises LastAdministrator."""
    async with runtime.database.transaction() as db:
        active_administrator_count = await lock_active_administrators(db)
        account = await get_own_account(db, caller, lock=True)
        if account.is_admin and active_administrator_count <= 1:
            raise LastAdministrator
        erasure = Erasure(account_id=account.id, requested_at=runtime.now())
        picture = account.avatar_url
        email = account.email
        name = account.first_name
        await _erase_account(db, account, erasure)
        await emails.queue_email(
            db, "account_erased", to=email, name=name, when=emails.format_moscow_time(runtime.now())
        )
    await delete_file(runtime, picture)
    return erasure.id


async def _erase_account(db: Session, account: Account, erasure: Erasure) -> None:
    """Erase auth's part and publish the events that start the erasure in the other services."""
    db.add(erasure)
    await sessions.end_all_sessions(db, account.id, reason="erased")
    await db.flush()
    await erase_all(db, PERSONAL_DATA, account.id, db.now())
    record_audit(db, "user.erased", caller=Actor(account.id, ERASED_NAME), user_id=account.id)
    await outbox.record(db, UserErased(user_id=account.id, erasure_id=erasure.id))
    await outbox.record(db, UserErasedDone(user_id=account.id, erasure_id=erasure.id, service="auth"))


async def erase_again(runtime: AuthRuntime, erasure: Erasure) -> bool:
    """Repeat an erasure that a restore to an earlier moment has undone. Returns False if there is nothing to repeat.

    No email is sent, because the first erasure has sent one.
    """
    async with runtime.database.transaction() as db:
        account = await db.get(Account, erasure.account_id, with_for_update=True)
        stored_erasure = await db.get(Erasure, erasure.id)
        if account is None or account.account_status == "erased" or stored_erasure is not None:
            return False
        picture = account.avatar_url
        await _erase_account(db, account, erasure)
    await delete_file(runtime, picture)
    return True


async def record_answer(db: Session, event: UserErasedDone) -> None:
    """Record the answer of one service. The last answer closes the erasure."""
    erasure = await db.get(Erasure, event.erasure_id, with_for_update=True)
    if erasure is None:
        return
    now = db.now()
    answer = insert(ErasureAnswer).values(
        erasure_id=erasure.id, service=event.service, answered_at=now, kept=event.kept
    )
    await db.execute(answer.on_conflict_do_nothing())
    answering_services = await queries.list_answering_services(db, erasure)
    if erasure.closed_at is None and answering_services >= set(services.SERVICES):
        erasure.closed_at = now
        db.add(erasure)
        log.info("erasure_closed", erasure=str(erasure.id))


async def report_overdue_erasures(runtime: AuthRuntime) -> bool:
    """Count and log overdue erasures. Runs on every replica, so that all gauges are current."""
    async with runtime.database.reading() as db:
        overdue_erasures = await queries.list_overdue_erasures(db, requested_before=runtime.now() - OVERDUE_AFTER)
        ERASURES_OVERDUE.set(len(overdue_erasures))
        for erasure in overdue_erasures:
            missing_services = sorted(set(services.SERVICES) - await queries.list_answering_services(db, erasure))
            log.error("erasure_overdue", erasure=str(erasure.id), missing=missing_services)
    return False


def create_overdue_worker(runtime: AuthRuntime) -> Worker:
    return Worker("erasures", lambda: report_overdue_erasures(runtime), every=CHECK_SECONDS)
