"""Passkeys: discoverable WebAuthn credentials, so that sign-in needs no e-mail.

User verification is required, so a passkey counts as two factors. The library is a tenth of a start: it is imported by
the functions that need it (docs/decisions/0146).
"""

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from chassis.web.errors import NotFound, found
from sqlalchemy import delete
from sqlmodel import col

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.login.errors import InvalidPasskey, TooManyPasskeys
from auth.login.schemas import NewPasskey
from auth.runtime import Runtime, Session
from auth.second_factor import queries as factors
from auth.second_factor.service import require_remaining_factor
from auth.second_factor.tables import Passkey, PasskeyChallenge
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.social.accounts import require_remaining_method

VALID = timedelta(minutes=5)
MAX_PER_MINUTE = 60
MAX_PASSKEYS = 20
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{1,200}")


def _party(runtime: Runtime) -> tuple[str, str]:
    """The relying party id (domain) and the origin of our passkeys."""
    parts = urlsplit(runtime.settings.public_url)
    return parts.hostname or "localhost", f"{parts.scheme}://{parts.netloc}"


async def creation_options(db: Session, account: Account) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import structs

    known = await factors.passkeys(db, account.id)
    options = webauthn.generate_registration_options(
        rp_id=_party(db.runtime)[0],
        rp_name=(await accounts.site_settings(db)).site_name,
        user_id=account.id.bytes,
        user_name=account.email,
        user_display_name=account.full_name,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=key.credential_id) for key in known],
    )
    return _with_stored_challenge(db, webauthn.options_to_json(options), account.id)


async def sign_in_options(db: Session) -> dict[str, Any]:
    """The WebAuthn options to sign in with any passkey of this site."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=_party(db.runtime)[0], user_verification=UserVerificationRequirement.REQUIRED
    )
    return _with_stored_challenge(db, webauthn.options_to_json(options), None)


def _with_stored_challenge(db: Session, text: str, account_id: UUID | None) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(text)
    until = db.now() + VALID
    db.add(PasskeyChallenge(challenge=options["challenge"], account_id=account_id, expires_at=until))
    return options


async def _expected(db: Session, credential: dict[str, Any], account_id: UUID | None) -> dict[str, Any]:
    """What the library has to find in this credential; the challenge is used up by it. Raises InvalidPasskey."""
    from webauthn.helpers import base64url_to_bytes

    try:
        client_data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        challenge = str(client_data["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidPasskey from error
    if not CHALLENGE.fullmatch(challenge):  # The database takes neither NUL nor half of a surrogate pair.
        raise InvalidPasskey
    query = delete(PasskeyChallenge).where(
        col(PasskeyChallenge.challenge) == challenge,
        col(PasskeyChallenge.account_id).is_not_distinct_from(account_id),
        col(PasskeyChallenge.expires_at) > db.now(),
    )
    if (await db.execute(query.returning(col(PasskeyChallenge.challenge)))).first() is None:
        raise InvalidPasskey
    domain, origin = _party(db.runtime)
    return {
        "credential": credential,
        "expected_challenge": base64url_to_bytes(challenge),
        "expected_rp_id": domain,
        "expected_origin": origin,
        "require_user_verification": True,
    }


async def add(db: Session, account: Account, answer: NewPasskey) -> Passkey:
    """Verify and store a new passkey. Raises InvalidPasskey, TooManyPasskeys."""
    import webauthn

    await accounts.by_id(db, account.id, lock=True)
    if await factors.passkey_count(db, account.id) >= MAX_PASSKEYS:
        raise TooManyPasskeys
    expected = await _expected(db, answer.credential, account.id)
    try:
        verified = webauthn.verify_registration_response(**expected)
    except Exception as error:  # the library raises many types for malformed input
        raise InvalidPasskey from error
    if await factors.passkey_by_credential(db, verified.credential_id):
        raise InvalidPasskey
    passkey = Passkey(
        account_id=account.id,
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        name=answer.name,
        created_at=db.now(),
    )
    db.add(passkey)
    await emails.queue_sign_in_change(db, account, "добавлен ключ доступа")
    return passkey


async def sign_in(db: Session, credential: dict[str, Any], device: Device) -> sessions.Begun:
    """Begin a session with the passkey that answered the challenge. Raises InvalidPasskey."""
    try:
        account = await _prove(db, credential)
    except InvalidPasskey:
        sessions.record_sign_in("passkey", "invalid_passkey", ip=device.ip)
        raise
    begun = await sessions.begin(db, account, device, second_factor=True)
    sessions.record_sign_in("passkey", "success", ip=device.ip, account_id=account.id)
    return begun


async def _prove(db: Session, credential: dict[str, Any]) -> Account:
    """The account of the passkey that answered the challenge. Raises InvalidPasskey."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    expected = await _expected(db, credential, None)
    try:
        credential_id = base64url_to_bytes(str(credential["rawId"]))
    except (ValueError, KeyError) as error:
        raise InvalidPasskey from error
    passkey = found(await factors.passkey_by_credential(db, credential_id), error=InvalidPasskey)
    try:
        verified = webauthn.verify_authentication_response(
            **expected, credential_public_key=passkey.public_key, credential_current_sign_count=passkey.sign_count
        )
    except Exception as error:  # the library raises many types for malformed input
        raise InvalidPasskey from error
    passkey.sign_count, passkey.last_used_at = verified.new_sign_count, db.now()
    db.add(passkey)
    return found(await accounts.by_id(db, passkey.account_id, lock=True), error=InvalidPasskey)


async def remove(db: Session, account: Account, passkey_id: UUID) -> None:
    """Delete a passkey. Raises NotFound, StillRequired, LastLoginMethod."""
    removed = delete(Passkey).where(col(Passkey.id) == passkey_id, col(Passkey.account_id) == account.id)
    if (await db.execute(removed.returning(col(Passkey.id)))).first() is None:
        raise NotFound
    await require_remaining_factor(db, account)
    await require_remaining_method(db, account)
    await emails.queue_sign_in_change(db, account, "удалён ключ доступа")
