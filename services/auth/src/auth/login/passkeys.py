"""Passkeys: discoverable WebAuthn credentials, so sign-in needs no email address.

User verification is required, so a passkey counts as two factors. The functions that need the WebAuthn library import
it, because its import takes a tenth of the start-up time (docs/decisions/0146).
"""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

from chassis.web.errors import NotFound, raises
from sqlalchemy import delete
from sqlmodel import col

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.login.errors import TooManyPasskeys
from auth.login.schemas import NewPasskey
from auth.runtime import AuthRuntime, Session
from auth.second_factor import queries as factors
from auth.second_factor import removals
from auth.second_factor.errors import InvalidPasskey
from auth.second_factor.passkey_verification import consume_challenge, get_relying_party, verify_assertion
from auth.second_factor.service import require_remaining_factor
from auth.second_factor.setup import FactorSetup
from auth.second_factor.tables import Passkey, PasskeyChallenge
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.sign_in import SignInResult
from auth.social.accounts import require_remaining_method

CHALLENGE_LIFETIME = timedelta(minutes=5)
MAX_CHALLENGES_PER_MINUTE = 60
MAX_PASSKEYS = 20


async def build_creation_options(db: Session, account: Account) -> dict[str, Any]:
    """Create the WebAuthn options for a new passkey of this account. Their challenge is stored."""
    import webauthn
    from webauthn.helpers import structs

    passkeys = await factors.list_passkeys(db, account.id)
    domain, _ = get_relying_party(db.runtime)
    options = webauthn.generate_registration_options(
        rp_id=domain,
        rp_name=(await accounts.get_site_settings(db)).site_name,
        user_id=account.id.bytes,
        user_name=account.email,
        user_display_name=account.full_name,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=key.credential_id) for key in passkeys],
    )
    return _store_challenge(db, webauthn.options_to_json(options), account.id)


async def build_sign_in_options(db: Session) -> dict[str, Any]:
    """Create the WebAuthn options for a sign-in with any passkey of this site. Their challenge is stored."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    domain, _ = get_relying_party(db.runtime)
    options = webauthn.generate_authentication_options(
        rp_id=domain, user_verification=UserVerificationRequirement.REQUIRED
    )
    return _store_challenge(db, webauthn.options_to_json(options), None)


def _store_challenge(db: Session, options_json: str, account_id: UUID | None) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(options_json)
    expires_at = db.now() + CHALLENGE_LIFETIME
    db.add(PasskeyChallenge(challenge=options["challenge"], account_id=account_id, expires_at=expires_at))
    return options


async def add(db: Session, owner: FactorSetup, answer: NewPasskey, verification_arguments: dict[str, Any]) -> Passkey:
    """Verify and store a new passkey. `verification_arguments` come from `consume_challenge`.

    Raises InvalidPasskey, TooManyPasskeys.
    """
    import webauthn

    account = owner.account
    await accounts.find_by_id(db, account.id, lock=True)
    if await factors.count_passkeys(db, account.id) >= MAX_PASSKEYS:
        raise TooManyPasskeys
    try:
        verification = webauthn.verify_registration_response(credential=answer.credential, **verification_arguments)
    except Exception as error:  # the library raises many types for malformed input
        raise InvalidPasskey from error
    if await factors.lock_passkey(db, verification.credential_id):
        raise InvalidPasskey
    passkey = Passkey(
        account_id=account.id,
        credential_id=verification.credential_id,
        public_key=verification.credential_public_key,
        sign_count=verification.sign_count,
        name=answer.name,
        created_at=db.now(),
    )
    owner.record_in(passkey)
    db.add(passkey)
    await emails.queue_sign_in_change(db, account, "добавлен ключ доступа")
    return passkey


@raises(InvalidPasskey)
async def sign_in(runtime: AuthRuntime, credential: dict[str, Any], device: Device) -> SignInResult:
    """Begin a session with the passkey that answered the challenge."""
    try:
        verification_arguments = await consume_challenge(runtime, credential)
        async with runtime.database.transaction() as db:
            account = await verify_assertion(db, credential, verification_arguments)
            result = await sessions.begin(db, account, device, second_factor=True)
    except InvalidPasskey:
        sessions.record_sign_in("passkey", "invalid_passkey", ip=device.ip)
        raise
    sessions.record_sign_in("passkey", "success", ip=device.ip, account_id=account.id)
    return result


async def remove(db: Session, account: Account, passkey_id: UUID) -> None:
    """Delete a passkey. Raises NotFound, LastSecondFactor, LastLoginMethod."""
    deletion = delete(Passkey).where(col(Passkey.id) == passkey_id, col(Passkey.account_id) == account.id)
    deleted_row = (await db.execute(deletion.returning(col(Passkey.id)))).first()
    if deleted_row is None:
        raise NotFound
    await require_remaining_factor(db, account)
    await require_remaining_method(db, account)
    await removals.refresh_removal_time(db, account)
    await emails.queue_sign_in_change(db, account, "удалён ключ доступа")
