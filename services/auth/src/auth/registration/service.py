"""Registration. The answer is the same for new, waiting and taken addresses; only the mailbox shows the difference."""

from uuid import UUID

from chassis.events import outbox
from contracts.auth import UserRegistered, UserVerified

from auth.accounts import emails, hashing
from auth.accounts import queries as accounts
from auth.accounts.schemas import UserRead
from auth.accounts.tables import Account, Consent
from auth.fields import email_key
from auth.registration import codes, queries
from auth.registration.errors import CodeExpired
from auth.registration.schemas import Register, VerifyEmail
from auth.registration.tables import Registration
from auth.runtime import Runtime, Session

# What a registration and its account are named by.
PERSON = {"email", "first_name", "last_name", "phone"}


async def register(runtime: Runtime, form: Register, *, address: str, own: list[UUID]) -> UserRead:
    """Store the registration and mail its code. The result reveals nothing about the address."""
    password_hash = await hashing.hash_password(runtime, form.password)
    now = runtime.now()
    registration = Registration(
        **form.model_dump(include=PERSON),
        email_key=email_key(form.email),
        password_hash=password_hash,
        marketing=form.accept_marketing,
        consent_version=runtime.settings.consent_version,
        ip=address,
        created_at=now,
    )
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, form.email)
        await _begin(db, registration, await accounts.by_email(db, form.email), is_repeated=bool(own))
    return _as_user(registration)


async def _begin(db: Session, registration: Registration, owner: Account | None, *, is_repeated: bool) -> None:
    """Store the registration and send its code; the `owner` of a taken address gets an email without one.

    Within the pause no code is sent: a browser that registers the address for the first time (not `is_repeated`)
    requests its own code later, and a repeated registration changes nothing. A taken address is the same work: what is
    stored for a new one is stored here too, and deleted at once.
    """
    # Real codes and decoys have separate pauses: a just verified owner still gets the next email.
    may_send = not await codes.seconds_to_wait(db, "registration", registration.email, real=owner is None)
    if is_repeated and not may_send:
        return
    db.add(registration)
    await db.flush()
    if may_send:
        subject = {"decoy_id" if owner else "subject_id": registration.id}
        email, address = registration.email, registration.ip
        code = await codes.issue(db, "registration", email, **subject, anew=True, address=address)
        if owner:
            await emails.queue_for_account(db, "already_registered", owner)
        else:
            await emails.queue_email(db, "registration_code", to=email, code=code)
    if owner:
        await db.delete(registration)
    else:
        await outbox.record(db, UserRegistered.about(registration))


def _as_user(registration: Registration) -> UserRead:
    """The same shape for every address; the id is the registration's, unused until it is verified."""
    return UserRead(
        **registration.model_dump(include=PERSON | {"id", "created_at"}),
        avatar_url=None,
        email_verified=False,
        role="user",
        is_admin=False,
        account_status="active",
    )


async def resend(runtime: Runtime, email: str, *, address: str, own: list[UUID]) -> int:
    """Send one more code to a waiting registration. Returns the pause before the next.

    `own` are the ids of this browser's registrations of the address: it gets a code for one of them, or a decoy, and
    never one for another browser's registration. A client without any, such as a second device, gets the newest.
    """
    await codes.limit_sending(runtime, address=address)
    async with runtime.database.transaction() as db:
        await accounts.lock_email(db, email)
        await codes.require_pause(db, "registration", email)
        own = await _own(db, email, own, address)
        waiting = await queries.newest(db, email, among=own)
        subject_id = waiting.id if waiting else None
        decoy_id = own[-1] if own and not waiting else None
        code = await codes.issue(db, "registration", email, subject_id=subject_id, decoy_id=decoy_id, address=address)
        await emails.queue_email(db, "registration_code", to=waiting.email if waiting else None, code=code)
    return runtime.settings.resend_seconds


async def _own(db: Session, email: str, by_cookie: list[UUID], address: str) -> list[UUID]:
    """The registrations that this client made: by its cookie, or by its network for programs that keep no cookies."""
    from_network = await queries.ids_from_network(db, email, address)
    return by_cookie or from_network


async def verify_email(runtime: Runtime, proof: VerifyEmail, *, own: list[UUID], address: str) -> None:
    """Turn the registration that the code was sent for into an account. Raises InvalidCode, CodeExpired.

    A browser that registered this address itself (`own`) verifies only its own registrations.
    """
    async with codes.guess(runtime, proof.email, address=address) as db:
        subjects = await _own(db, proof.email, own, address) or None
        challenge = await codes.redeem(db, "registration", proof.email, proof.code, address=address, subjects=subjects)
        registration = await db.get(Registration, challenge.subject_id)
        if registration is None or await accounts.by_email(db, proof.email):
            raise CodeExpired
        now, marketing = db.now(), registration.marketing
        fields = registration.model_dump(include=PERSON | {"id", "email_key", "password_hash", "created_at"})
        account = Account(**fields, verified_at=now, updated_at=now)
        version, ip = registration.consent_version, registration.ip
        await open_account(db, account, version=version, ip=ip, marketing=marketing)


async def open_account(db: Session, account: Account, *, version: str, ip: str, marketing: bool = False) -> None:
    """Store an account, whose e-mail is verified, and publish it: the consents with which it is opened, to the texts of
    this version, begin; what waits for the address ends."""
    db.add(account)
    await db.flush()
    for purpose in ("terms", "privacy", *(["marketing"] if marketing else [])):
        given_at = account.created_at
        db.add(Consent(account_id=account.id, purpose=purpose, version=version, ip=ip, given_at=given_at))
    await codes.close_all(db, "registration", account.email)
    await queries.delete_all(db, account.email)
    await outbox.record(db, UserVerified.about(account, marketing=marketing))
