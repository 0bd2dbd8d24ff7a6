"""The bot check of the forms: off, Turnstile, or altcha (self-hosted).

A wrong, used or missing answer is refused. When Turnstile cannot be reached the form answers 503: letting requests
through would reward an attack on the provider (docs/threat-model.md).
"""

import base64
import json
from datetime import datetime, timedelta
from typing import Any

import altcha
import httpx2
import structlog
from chassis import encryption
from chassis.web.errors import Unavailable
from chassis.web.http import create_external_client
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from auth.registration.errors import BotCheckFailed, BotCheckRequired
from auth.registration.tables import SpentProof
from auth.runtime import AuthRuntime, Session

log = structlog.get_logger()
CHALLENGE_TTL = timedelta(minutes=10)
TURNSTILE_TIMEOUT_SECONDS = 5.0


async def require_human(runtime: AuthRuntime, token: str | None, *, address: str) -> None:
    """Raise BotCheckRequired or BotCheckFailed unless the check is off or passed, Unavailable if the provider is
    down."""
    provider = runtime.settings.botcheck_provider
    if provider == "off":
        return
    if not token:
        raise BotCheckRequired
    if provider == "turnstile":
        is_passed = await _verify_turnstile(runtime, token, address)
    else:
        is_passed = await _verify_altcha(runtime, token)
    if not is_passed:
        log.info("bot_check_failed", provider=provider)
        raise BotCheckFailed


async def _verify_turnstile(runtime: AuthRuntime, token: str, address: str) -> bool:
    settings = runtime.settings
    form = {"secret": settings.turnstile_secret.get_secret_value(), "response": token, "remoteip": address}
    try:
        async with create_external_client(timeout=TURNSTILE_TIMEOUT_SECONDS) as http:
            answer = await http.post(settings.turnstile_verify_url, data=form)
            answer.raise_for_status()
            return answer.json().get("success") is True
    except (httpx2.HTTPError, ValueError, AttributeError) as error:
        log.warning("bot_check_unreachable", error=type(error).__name__)
        raise Unavailable("Проверка безопасности сейчас недоступна. Попробуйте через минуту") from error


def _derive_altcha_key(runtime: AuthRuntime) -> str:
    return encryption.derive_key(runtime.settings, "altcha").hex()


def create_challenge(runtime: AuthRuntime) -> dict[str, Any]:
    """Create a signed altcha challenge. Nothing is stored until the challenge is solved."""
    challenge = altcha.create_challenge(
        "PBKDF2/SHA-256",
        runtime.settings.altcha_cost,
        expires_at=runtime.now() + CHALLENGE_TTL,
        hmac_secret=_derive_altcha_key(runtime),
    )
    return challenge.to_dict()


async def _verify_altcha(runtime: AuthRuntime, token: str) -> bool:
    if not altcha.verify_solution(token, _derive_altcha_key(runtime)).verified:
        return False
    # The signature identifies the challenge: each challenge counts once.
    signature = json.loads(base64.b64decode(token))["challenge"]["signature"]
    async with runtime.database.autocommit() as db:
        return await spend_once(db, f"altcha:{signature}", until=runtime.now() + CHALLENGE_TTL)


async def spend_once(db: Session, key: str, *, until: datetime) -> bool:
    """Mark a one-time proof as used. Returns False if it was used before."""
    statement = insert(SpentProof).values(key=key, expires_at=until).on_conflict_do_nothing()
    return (await db.execute(statement.returning(col(SpentProof.key)))).first() is not None
