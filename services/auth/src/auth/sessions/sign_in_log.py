"""The log and the metric of sign-in attempts, successful or not (ASVS 16.3.1)."""

from uuid import UUID

import structlog

from auth.metrics import LOGINS

log = structlog.get_logger()


def record_sign_in(way: str, result: str, *, ip: str, account_id: UUID | None = None) -> None:
    """Record an attempt. `way` is the factor or provider; the account is identified by its id, never by its e-mail."""
    LOGINS.labels(way, result).inc()
    log.info("sign_in", way=way, result=result, ip=ip, account=str(account_id) if account_id else None)
