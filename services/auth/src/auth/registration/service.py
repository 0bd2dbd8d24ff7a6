"""Registration of an email address.

The answer is the same for an unknown address, an address with an unverified registration, and an address with an
account. Only the mailbox shows the difference.
"""

import contextlib
from typing import NamedTuple
from uuid import UUID

from chassis.events import outbox
from chassis.web.errors import RateLimited, raises
from contracts.auth import UserRegistered, UserVerified

from auth.accounts import emails, hashing
from auth.accounts import queries as accounts
from auth.accounts.errors import ConfirmationRequired, InvalidPassword
from auth.accounts.schemas import UserRead
from auth.accounts.tables import Account, Consent
from auth.fields import get_email_key
from auth.registration import code_limits, codes, queries
from auth.registration.code_requests import CodeClient
from auth.registration.codes import CodeRefused
from auth.registration.errors import CodeExpired, InvalidCode
from auth.registration.schemas import Register, ResendCode, VerifyEmail
from auth.registration.tables import Registration
from auth.runtime import AuthRuntime, Session

# The fields that a registration and its account share.
PERSON_FIELDS = {"email", "first_name", "last_name", "phone"}
PURPOSE: code_limits.Purpose = "registration"


class StoredRegistration(NamedTuple):
    """A registration as the response shows it, and the challenge of its code."""

    user: UserRead
    challenge_id: UUID


class SentCode(NamedTuple):
    """The seconds until the next code may be requested, and the challenge of the sent code."""

    retry_after: int
    challenge_id: UUID


@raises(RateLimited)
async def register(runtime: AuthRuntime, form: Register, *, client: CodeClient) -> StoredRegistration:
    """Store the registration and mail its code. The result reveals nothing about the address."""
    password_hash = await hashing.hash_password(runtime, form.password)
    registration = Registration(
        **form.model_dump(include=PERSON_FIELDS),
        email_key=get_email_key(form.email),
        password_hash=password_hash,
        marketing=form.accept_marketing,
        consent_version=runtime.settings.consent_version,
        ip=client.address,
        created_at=runtime.now(),
    )
    is_paused = not await _begin_pauses(runtime, form.email, client)
    async with codes.open_sending_transaction(runtime, form.email, client=client) as db:
        await codes.require_common_budget(db, PURPOSE, form.email, client=client)
        owner = await accounts.find_by_email(db, form.email)
        challenge_id = await _store_registration(db, registration, owner, client=client, is_paused=is_paused)
    return StoredRegistration(_show_as_user(registration), challenge_id)


async def _begin_pauses(runtime: AuthRuntime, email: str, client: CodeClient) -> bool:
    """Begin two pauses: until the next registration and until the next code.

    Returns False if the first pause still runs, because this network has just registered this email address.
    """
    try:
        await codes.begin_pause(runtime, "register", email, client=client)
    except RateLimited:
        return False
    # The pause of codes may already run, because of a request for another code.
    with contextlib.suppress(RateLimited):
        await codes.begin_pause(runtime, PURPOSE, email, client=client)
    return True


async def _store_registration(
    db: Session, registration: Registration, owner: Account | None, *, client: CodeClient, is_paused: bool
) -> UUID:
    """Store the registration, send its code, and return the id of the challenge.

    The `owner` of a taken address gets an email without a code. During the pause no code is sent. A browser that
    registers the address for the first time can request a code later, and a repeated registration changes nothing. A
    taken address causes the same work as a new one: its registration is stored too, and deleted at once.
    """
    email = registration.email
    is_exhausted = await codes.is_budget_exhausted(db, PURPOSE, email, client=client)
    challenges = await queries.lock_challenges(db, PURPOSE, email)
    own_challenges = [
        challenge for challenge in challenges if challenge.id in client.challenge_ids and not challenge.needs_password
    ]
    if own_challenges and is_paused:
        return own_challenges[-1].id
    db.add(registration)
    await db.flush()
    challenge = await codes.open_request(
        db,
        PURPOSE,
        email,
        client=client,
        subject_id=None if owner else registration.id,
        decoy_id=registration.id if owner else None,
        is_new=True,
    )
    if not is_paused and not is_exhausted:
        code = await codes.add_code(db, challenge)
        if owner:
            await emails.queue_for_account(db, "already_registered", owner)
        else:
            await emails.queue_email(db, "registration_code", to=email, code=code)
    if owner:
        await db.delete(registration)
    else:
        event = UserRegistered(
            user_id=registration.id,
            email=registration.email,
            first_name=registration.first_name,
            last_name=registration.last_name,
            phone=registration.phone,
        )
        await outbox.record(db, event)
    return challenge.id


def _show_as_user(registration: Registration) -> UserRead:
    """Show a registration as a user. The id is the registration's, so new and taken addresses look the same."""
    return UserRead(
        **registration.model_dump(include=PERSON_FIELDS | {"id", "created_at"}),
        avatar_url=None,
        email_verified=False,
        role="user",
        is_admin=False,
        account_status="active",
    )


@raises(RateLimited)
async def resend(runtime: AuthRuntime, form: ResendCode, *, client: CodeClient) -> SentCode:
    """Send one more code for an unverified registration.

    A client with the handle of a registration gets a code for that registration, or a decoy. A client without a
    handle, such as a second device, gets a code for the newest registration and must know its password.
    """
    await codes.limit_requests(runtime, PURPOSE, form.email, client=client)
    async with codes.open_sending_transaction(runtime, form.email, client=client) as db:
        await codes.require_budget(db, PURPOSE, form.email, client=client)
        challenges = await queries.lock_challenges(db, PURPOSE, form.email)
        own_challenges = [
            challenge
            for challenge in challenges
            if challenge.id in client.challenge_ids and not challenge.needs_password
        ]
        newest_registration = await queries.find_newest_registration(db, form.email)
        subject_id = newest_registration.id if newest_registration else None
        if own_challenges:
            subject_id = own_challenges[-1].subject_id
        challenge = await codes.open_request(
            db,
            PURPOSE,
            form.email,
            client=client,
            subject_id=subject_id,
            decoy_id=own_challenges[-1].decoy_id if own_challenges else None,
            needs_password=not own_challenges,
        )
        code = await codes.add_code(db, challenge)
        # An address without a registration causes the same query: no registration has the id of the challenge.
        registration = await queries.find_registration(db, subject_id or challenge.id)
        recipient = registration.email if registration else None
        await emails.queue_email(db, "registration_code", to=recipient, code=code)
    return SentCode(runtime.settings.resend_seconds, challenge.id)


@raises(InvalidCode, CodeExpired, InvalidPassword, ConfirmationRequired, RateLimited)
async def verify_email(runtime: AuthRuntime, proof: VerifyEmail, *, client: CodeClient) -> None:
    """Turn the registration that the code was sent for into an account.

    A client without the handle of the registration must also send its password. Otherwise a user could verify a
    registration of someone else, who would know the account's password.
    """
    async with codes.open_redeeming_transaction(runtime, proof.email, client=client) as db:
        match = await codes.find_match(db, PURPOSE, proof.email, proof.code, client=client)
        registration = await db.get(Registration, match.challenge.subject_id)
        if registration is None or await accounts.find_by_email(db, proof.email):
            raise CodeRefused(CodeExpired())
        if not match.has_handle or match.challenge.needs_password:
            await _require_password(db, proof, registration, client=client, has_handle=match.has_handle)
        await codes.spend(db, match.challenge)
        now = db.now()
        marketing = registration.marketing
        fields = registration.model_dump(include=PERSON_FIELDS | {"id", "email_key", "password_hash", "created_at"})
        account = Account(**fields, verified_at=now, updated_at=now)
        version = registration.consent_version
        ip = registration.ip
        await open_account(db, account, version=version, ip=ip, marketing=marketing)


async def _require_password(
    db: Session, proof: VerifyEmail, registration: Registration, *, client: CodeClient, has_handle: bool
) -> None:
    """Raise CodeRefused unless the client also sent the password of the registration.

    Each refusal counts like a wrong code.
    """
    runtime = db.runtime
    is_correct, _ = await hashing.verify_password(runtime, proof.password or "", registration.password_hash)
    if is_correct:
        return
    await code_limits.count_wrong_code(
        db, PURPOSE, proof.email, client=client, has_handle=has_handle, is_known=False, cost=1
    )
    if proof.password is None:
        raise CodeRefused(ConfirmationRequired())
    raise CodeRefused(InvalidPassword())


async def open_account(db: Session, account: Account, *, version: str, ip: str, marketing: bool = False) -> None:
    """Store and publish an account with a verified email address.

    Records the consents to the texts of this version, deletes the registrations of the address and makes their codes
    unusable.
    """
    db.add(account)
    await db.flush()
    purposes = ["terms", "privacy"]
    if marketing:
        purposes.append("marketing")
    for purpose in purposes:
        given_at = account.created_at
        db.add(Consent(account_id=account.id, purpose=purpose, version=version, ip=ip, given_at=given_at))
    await codes.close_challenges(db, PURPOSE, account.email)
    await queries.delete_registrations(db, account.email)
    event = UserVerified(
        user_id=account.id,
        email=account.email,
        first_name=account.first_name,
        last_name=account.last_name,
        phone=account.phone,
        role=account.role,
        avatar_url=account.avatar_url,
        marketing=marketing,
    )
    await outbox.record(db, event)
