"""Verification of a passkey's answer: its challenge, and the signature of its assertion.

The functions that need the WebAuthn library import it (docs/decisions/0146).
"""

import json
import re
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from chassis.web.errors import require_found
from sqlalchemy import delete
from sqlmodel import col

from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.runtime import AuthRuntime, Session
from auth.second_factor import queries
from auth.second_factor.errors import InvalidPasskey
from auth.second_factor.tables import PasskeyChallenge

CHALLENGE = re.compile(r"[A-Za-z0-9_-]{1,200}")


def get_relying_party(runtime: AuthRuntime) -> tuple[str, str]:
    """Return the relying party id (the domain) and the origin of the site's passkeys."""
    parts = urlsplit(runtime.settings.public_url)
    return parts.hostname or "localhost", f"{parts.scheme}://{parts.netloc}"


async def consume_challenge(
    runtime: AuthRuntime, credential: dict[str, Any], account_id: UUID | None = None
) -> dict[str, Any]:
    """Delete the challenge that this credential answers, even if the credential is refused later.

    Returns what the library must find in the credential, as arguments of its verification functions. Commits on a
    separate connection: call it before the first statement of a transaction. Raises InvalidPasskey.
    """
    from webauthn.helpers import base64url_to_bytes

    try:
        client_data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = str(client_data["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidPasskey from error
    if not CHALLENGE.fullmatch(challenge):  # PostgreSQL refuses NUL and lone surrogates.
        raise InvalidPasskey
    deletion = delete(PasskeyChallenge).where(
        col(PasskeyChallenge.challenge) == challenge,
        col(PasskeyChallenge.account_id).is_not_distinct_from(account_id),
        col(PasskeyChallenge.expires_at) > runtime.now(),
    )
    async with runtime.database.autocommit() as db:
        deleted_row = (await db.execute(deletion.returning(col(PasskeyChallenge.challenge)))).first()
    if deleted_row is None:
        raise InvalidPasskey
    domain, origin = get_relying_party(runtime)
    return {
        "expected_challenge": base64url_to_bytes(challenge),
        "expected_rp_id": domain,
        "expected_origin": origin,
        "require_user_verification": True,
    }


async def verify_own_passkey(runtime: AuthRuntime, credential: dict[str, Any], *, account_id: UUID) -> None:
    """Check that a passkey of this account answered a challenge of the sign-in. Raises InvalidPasskey."""
    verification_arguments = await consume_challenge(runtime, credential)
    async with runtime.database.transaction() as db:
        account = await verify_assertion(db, credential, verification_arguments)
        if account.id != account_id:
            raise InvalidPasskey


async def verify_assertion(db: Session, credential: dict[str, Any], verification_arguments: dict[str, Any]) -> Account:
    """Return the account of the passkey that answered the challenge. Raises InvalidPasskey."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    try:
        credential_id = base64url_to_bytes(str(credential["rawId"]))
    except (ValueError, KeyError) as error:
        raise InvalidPasskey from error
    passkey = require_found(await queries.lock_passkey(db, credential_id), error=InvalidPasskey)
    if passkey.removal_at is not None:
        raise InvalidPasskey
    try:
        verification = webauthn.verify_authentication_response(
            credential=credential,
            **verification_arguments,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
        )
    except Exception as error:  # the library raises many types for malformed input
        raise InvalidPasskey from error
    passkey.sign_count = verification.new_sign_count
    passkey.last_used_at = db.now()
    db.add(passkey)
    return require_found(await accounts.find_by_id(db, passkey.account_id, lock=True), error=InvalidPasskey)
