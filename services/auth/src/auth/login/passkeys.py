"""Passkeys: discoverable WebAuthn credentials, so that sign-in needs no e-mail.

User verification is required, so a passkey counts as two factors.
"""

import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import webauthn
from chassis.errors import NotFound
from sqlalchemy import delete
from sqlmodel import col
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.login import queries
from auth.login.errors import InvalidPasskey, TooManyPasskeys
from auth.login.schemas import NewPasskey
from auth.login.tables import PasskeyChallenge
from auth.runtime import Runtime, Session
from auth.second_factor import queries as factors
from auth.second_factor.service import require_other_factor
from auth.second_factor.tables import Passkey
from auth.social import queries as social
from auth.social.errors import LastLoginMethod

VALID = timedelta(minutes=5)
MAX_PER_MINUTE = 60
MAX_PASSKEYS = 20
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{1,200}")


def _party(runtime: Runtime) -> tuple[str, str]:
    """The relying party id (domain) and the origin of our passkeys."""
    parts = urlsplit(runtime.settings.public_url)
    return parts.hostname or "localhost", f"{parts.scheme}://{parts.netloc}"


async def creation_options(db: Session, account: Account) -> dict[str, Any]:
    """The WebAuthn options to create a passkey for this account."""
    known = await queries.passkeys_of_account(db, account.id)
    options = webauthn.generate_registration_options(
        rp_id=_party(db.runtime)[0],
        rp_name=(await accounts.site_settings(db)).site_name,
        user_id=account.id.bytes,
        user_name=account.email,
        user_display_name=f"{account.first_name} {account.last_name}",
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=key.credential_id) for key in known],
    )
    _store_challenge(db, options.challenge, account.id)
    return _as_json(options)


async def sign_in_options(db: Session) -> dict[str, Any]:
    """The WebAuthn options to sign in with any passkey of this site."""
    options = webauthn.generate_authentication_options(
        rp_id=_party(db.runtime)[0], user_verification=UserVerificationRequirement.REQUIRED
    )
    _store_challenge(db, options.challenge, None)
    return _as_json(options)


def _as_json(options: Any) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return read


def _store_challenge(db: Session, challenge: bytes, account_id: UUID | None) -> None:
    until = db.now() + VALID
    db.add(PasskeyChallenge(challenge=bytes_to_base64url(challenge), account_id=account_id, expires_at=until))


async def _spend_challenge(db: Session, credential: dict[str, Any], account_id: UUID | None) -> bytes:
    """Use the challenge that this credential answers. Raises InvalidPasskey."""
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
    return base64url_to_bytes(challenge)


async def add(db: Session, account: Account, answer: NewPasskey) -> Passkey:
    """Verify and store a new passkey. Raises InvalidPasskey, TooManyPasskeys."""
    await accounts.by_id(db, account.id, lock=True)
    if len(await queries.passkeys_of_account(db, account.id)) >= MAX_PASSKEYS:
        raise TooManyPasskeys
    challenge = await _spend_challenge(db, answer.credential, account.id)
    domain, origin = _party(db.runtime)
    try:
        verified = webauthn.verify_registration_response(
            credential=answer.credential,
            expected_challenge=challenge,
            expected_rp_id=domain,
            expected_origin=origin,
            require_user_verification=True,
        )
    except Exception as error:  # the library raises many types for malformed input
        raise InvalidPasskey from error
    if await queries.passkey_by_credential(db, verified.credential_id):
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


async def prove(db: Session, credential: dict[str, Any]) -> Account:
    """The account of the passkey that answered the challenge. Raises InvalidPasskey."""
    challenge = await _spend_challenge(db, credential, None)
    domain, origin = _party(db.runtime)
    try:
        credential_id = base64url_to_bytes(str(credential["rawId"]))
    except (ValueError, KeyError) as error:
        raise InvalidPasskey from error
    passkey = await queries.passkey_by_credential(db, credential_id)
    if passkey is None:
        raise InvalidPasskey
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=domain,
            expected_origin=origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except Exception as error:  # the library raises many types for malformed input
        raise InvalidPasskey from error
    passkey.sign_count, passkey.last_used_at = verified.new_sign_count, db.now()
    db.add(passkey)
    account = await accounts.by_id(db, passkey.account_id, lock=True)
    if account is None:
        raise InvalidPasskey
    return account


async def remove(db: Session, account: Account, passkey_id: UUID) -> None:
    """Delete a passkey. Raises NotFound, StillRequired, LastLoginMethod."""
    mine = await queries.passkeys_of_account(db, account.id)
    if passkey_id not in {key.id for key in mine}:
        raise NotFound
    has_totp = await factors.has_totp(db, account.id)
    await require_other_factor(db, account, passkeys_left=len(mine) - 1, totp_left=has_totp)
    if len(mine) == 1 and account.password_hash is None and not await social.of_account(db, account.id):
        raise LastLoginMethod
    await db.execute(delete(Passkey).where(col(Passkey.id) == passkey_id))
    await emails.queue_sign_in_change(db, account, "удалён ключ доступа")
