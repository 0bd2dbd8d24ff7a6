"""Every attempt to sign in is counted and written into the log, whatever became of it (ASVS 16.3.1)."""

from uuid import UUID

import structlog

from auth.metrics import LOGINS

log = structlog.get_logger()


def note(way: str, result: str, *, ip: str, account_id: UUID | None = None) -> None:
    """`way` is the factor or provider; the account is named by its id where it is known, never by its e-mail."""
    LOGINS.labels(way, result).inc()
    log.info("sign_in", way=way, result=result, ip=ip, account=str(account_id) if account_id else None)
