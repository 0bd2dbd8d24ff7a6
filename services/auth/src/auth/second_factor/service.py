"""The second factor: codes of an authenticator app (TOTP, RFC 6238) and recovery codes."""

import hmac
import secrets
from datetime import timedelta
from uuid import UUID

import pyotp
from chassis import encryption
from chassis.web import limits
from chassis.web.errors import TokenInvalid, raises
from sqlalchemy import delete
from sqlmodel import col

from auth.accounts import emails
from auth.accounts import queries as accounts
from auth.accounts.tables import Account
from auth.registration.errors import InvalidCode
from auth.runtime import AuthRuntime, Session
from auth.second_factor import queries, removals
from auth.second_factor.errors import LastSecondFactor, SecondFactorAlreadyOn
from auth.second_factor.schemas import TotpSetup
from auth.second_factor.setup import FactorSetup
from auth.second_factor.tables import RecoveryCode, TotpSecret
from auth.sessions import service as sessions
from auth.sessions.devices import Device
from auth.sessions.queries import is_known_device
from auth.sessions.sign_in import SignInResult

STEP_SECONDS = 30
RECOVERY_CODE_COUNT = 10
# Characters of recovery codes, without the similar ones: i, l, o, 0 and 1.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


@raises(SecondFactorAlreadyOn)
async def begin_totp(db: Session, owner: FactorSetup) -> TotpSetup:
    """Create a secret for an authenticator app. The app is on after its first code."""
    account = owner.account
    await accounts.find_by_id(db, account.id, lock=True)  # Two simultaneous requests would both add the first row.
    existing_row = await db.get(TotpSecret, account.id, with_for_update=True)
    if existing_row and existing_row.confirmed_at:
        raise SecondFactorAlreadyOn
    secret = pyotp.random_base32()
    now = db.now()
    encrypted_secret = encryption.encrypt(db.runtime.settings, "totp", secret.encode())
    row = existing_row or TotpSecret(account_id=account.id, encrypted_secret=encrypted_secret, created_at=now)
    row.encrypted_secret = encrypted_secret
    row.created_at = now
    owner.record_in(row)
    db.add(row)
    issuer = (await accounts.get_site_settings(db)).site_name
    url = pyotp.TOTP(secret).provisioning_uri(name=account.email, issuer_name=issuer)
    return TotpSetup(secret=secret, otpauth_url=url)


async def confirm_totp(db: Session, owner: FactorSetup, code: str) -> list[str]:
    """Turn the app on with its first code. Returns the recovery codes. Raises SecondFactorAlreadyOn, InvalidCode."""
    account = owner.account
    row = await db.get(TotpSecret, account.id, with_for_update=True)
    if row and row.confirmed_at:
        raise SecondFactorAlreadyOn
    if row is None or not _use_totp_code(db, row, code):
        raise InvalidCode
    row.confirmed_at = db.now()
    owner.record_in(row)
    await emails.queue_sign_in_change(db, account, "включены коды из приложения")
    return await _create_codes(db, account.id)


@raises(LastSecondFactor)
async def remove_totp(db: Session, account: Account) -> None:
    """Turn the app off and delete the recovery codes.

    Raises LastSecondFactor for an administrator who needs a second factor and has no other.
    """
    for table in (TotpSecret, RecoveryCode):
        await db.execute(delete(table).where(col(table.account_id) == account.id))
    await require_remaining_factor(db, account)
    await removals.refresh_removal_time(db, account)
    await emails.queue_sign_in_change(db, account, "выключены коды из приложения")


async def require_remaining_factor(db: Session, account: Account) -> None:
    """Raise LastSecondFactor if an administrator needs a second factor and would have none left."""
    if db.runtime.settings.admin_2fa != "required" or not account.is_admin:
        return
    if not await queries.has_factor(db, account.id):
        raise LastSecondFactor


async def create_recovery_codes(db: Session, account: Account) -> list[str]:
    """Create a new set of recovery codes. The old set becomes invalid."""
    await emails.queue_sign_in_change(db, account, "созданы новые коды восстановления")
    return await _create_codes(db, account.id)


async def _create_codes(db: Session, account_id: UUID) -> list[str]:
    await db.execute(delete(RecoveryCode).where(col(RecoveryCode.account_id) == account_id))
    codes = [f"{_generate_five_characters()}-{_generate_five_characters()}" for _ in range(RECOVERY_CODE_COUNT)]
    for code in codes:
        db.add(RecoveryCode(account_id=account_id, code_hash=_hash_recovery_code(db.runtime, code)))
    return codes


def _generate_five_characters() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(5))


@raises(TokenInvalid)
async def begin_session(db: Session, owner: FactorSetup, device: Device) -> SignInResult:
    """Sign an account in once it has set up the second factor that its sign-in required.

    Raises TokenInvalid if the account was deleted or its password was changed meanwhile.
    """
    account = await accounts.find_by_id(db, owner.account.id, lock=True)
    if account is None or account.password_hash != owner.account.password_hash:
        raise TokenInvalid
    return await sessions.begin(db, account, device, second_factor=True)


async def verify_code_at_sign_in(db: Session, account_id: UUID, code: str, *, device: Device) -> bool:
    """Check and use a code of the app or a recovery code, for a sign-in. Raises RateLimited.

    Guesses from a browser that the account has used before are counted separately. A thief of the password cannot
    lock the owner out there. The caller commits even if the code is wrong.
    """
    is_known = device.browser_cookie is not None and await is_known_device(db, account_id=account_id, device=device)
    subject = f"{account_id}:{device.key}" if is_known else str(account_id)
    return await _use_code(db, account_id, code, subject=subject)


async def verify_code(runtime: AuthRuntime, account_id: UUID, code: str, *, subject: str) -> None:
    """Check and use a code of the app or a recovery code. Guesses are counted under the key `subject`.

    Raises InvalidCode, RateLimited.
    """
    async with runtime.database.transaction() as db:
        is_right = await _use_code(db, account_id, code, subject=subject)
    if not is_right:
        raise InvalidCode


async def _use_code(db: Session, account_id: UUID, code: str, *, subject: str) -> bool:
    """Count a guess, then check and use the code. A right code clears the count. Raises RateLimited."""
    settings = db.runtime.settings
    per = timedelta(seconds=settings.login_window_seconds)
    # The guess is counted before it is checked. This locks the row of the count, so parallel guesses are checked one
    # after another.
    await limits.hit(
        db.runtime, "second-factor", subject, limit=settings.login_failures_per_account, per=per, within=db
    )
    if not await _use_matching_code(db, account_id, code):
        return False
    await limits.clear(db, [limits.build_window_key("second-factor", subject)])
    return True


async def _use_matching_code(db: Session, account_id: UUID, code: str) -> bool:
    """Use the code of the app or the recovery code. Returns False if it is neither."""
    row = await db.get(TotpSecret, account_id, with_for_update=True)
    if row and row.confirmed_at and _use_totp_code(db, row, code):
        return True
    recovery_code = await queries.lock_recovery_code(db, account_id, _hash_recovery_code(db.runtime, code))
    if recovery_code is None:
        return False
    recovery_code.used_at = db.now()
    db.add(recovery_code)
    return True


def _use_totp_code(db: Session, row: TotpSecret, code: str) -> bool:
    """Return whether the code is current and unused. Stores its time step."""
    secret = encryption.decrypt(db.runtime.settings, "totp", row.encrypted_secret).decode()
    current_step = int(db.now().timestamp()) // STEP_SECONDS
    totp = pyotp.TOTP(secret)
    # The clock of the user's telephone may be one time step ahead or behind.
    for step in (current_step - 1, current_step, current_step + 1):
        expected_code = totp.at(step * STEP_SECONDS)
        if step > row.last_step and hmac.compare_digest(expected_code.encode(), code.encode()):
            row.last_step = step
            db.add(row)
            return True
    return False


def _hash_recovery_code(runtime: AuthRuntime, code: str) -> str:
    return encryption.compute_keyed_hash(runtime.settings, "recovery-code", code.strip().lower().replace("-", ""))
