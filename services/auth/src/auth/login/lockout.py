"""Locks after wrong passwords. They limit guesses, and lock out only the client that guesses.

Wrong passwords are counted for each email address, whether or not it has an account:

- By client: five in a quarter of an hour lock this network for this email. The wider networks around it have two or
  four times this limit.
- By all strangers together: twenty lock all strangers. One wide network adds at most ten to this count.
- A browser is not a stranger if the account has signed in from it before, or if it has just proved access to the
  mailbox by a reset. It has five tries of its own, and the two counts above do not affect it.

The first lock of a client ends a quarter of an hour after the first failure. Each further lock within a day lasts twice
as long as the previous one, up to four hours. A right password from this client resets its locks (decision 0220). The
lock of strangers does not grow: otherwise guessing strangers would lock out the owner's new browser.

The wrong passwords of one network are also counted for all emails together. The API contract sets this limit to 20.
The owner gets at most one email a day, about the first lock.
"""

from datetime import timedelta
from typing import NamedTuple

from chassis import formats
from chassis.web import limits
from chassis.web.errors import RateLimited

from auth.accounts import emails
from auth.accounts.tables import Account
from auth.fields import get_email_key
from auth.runtime import AuthRuntime, Session
from auth.sessions.devices import Device
from auth.sessions.queries import is_known_browser

# Names of the counts of wrong passwords by network: for all emails together, and for one email.
NETWORK_COUNT = "login-address"
EMAIL_COUNT = "login-account"
# One wide network adds at most this number to the count of strangers, so it cannot lock strangers alone.
SHARE_OF_STRANGERS = 10
MAILBOX_PROOF_LIFETIME = timedelta(hours=1)
DAY = timedelta(days=1)
# A quarter of an hour, doubled four times, is four hours.
MAX_DOUBLINGS = 4


def _build_locks_key(key: str) -> str:
    """Return the key that counts the locks of a client within a day."""
    return f"locks:{key}"


def _build_hold_key(key: str) -> str:
    """Return the key of the window that is open while a repeated lock of a client holds."""
    return f"lock-holds:{key}"


class Attempt(NamedTuple):
    """A sign-in with a password, with the key and the limit of each count that applies to it."""

    email: str
    device: Device
    limit_by_key: dict[str, int]
    strangers_key: str | None

    @property
    def client_keys(self) -> list[str]:
        """The keys of this client's counts for this account."""
        return [
            key for key in self.limit_by_key if not key.startswith(f"{NETWORK_COUNT}:") and key != self.strangers_key
        ]


async def build_attempt(db: Session, email: str, device: Device) -> Attempt:
    """Build an attempt with the counts that apply to it."""
    settings = db.runtime.settings
    email_key = get_email_key(email)
    limits_of_keys: dict[str, int] = {}
    for counted_key in limits.list_counted_keys(NETWORK_COUNT, device.ip):
        limits_of_keys[counted_key.key] = settings.login_failures_per_address * counted_key.factor
    account_limit = settings.login_failures_per_account
    if await _is_recognized_browser(db, email, device):
        limits_of_keys[f"login-known:{email_key}:{device.key}"] = account_limit
        return Attempt(email, device, limits_of_keys, None)
    for counted_key in limits.list_counted_keys(EMAIL_COUNT, device.ip, about=email_key):
        limits_of_keys[counted_key.key] = account_limit * counted_key.factor
    strangers_key = f"login-strangers:{email_key}"
    limits_of_keys[strangers_key] = settings.login_failures_of_strangers
    return Attempt(email, device, limits_of_keys, strangers_key)


async def _is_recognized_browser(db: Session, email: str, device: Device) -> bool:
    """Return True if the account has signed in from this browser before, or if a reset was finished in it just now."""
    proof_key = _build_proof_key(email, device)
    has_proof = proof_key in await limits.list_open_windows(db.runtime, db, [proof_key])
    if await is_known_browser(db, email=email, device=device):
        return True
    return device.browser_cookie is not None and has_proof


async def require_unlocked(db: Session, attempt: Attempt) -> None:
    """Raise RateLimited while a lock holds."""
    hold_keys = [_build_hold_key(key) for key in attempt.client_keys]
    windows = await limits.list_open_windows(db.runtime, db, [*attempt.limit_by_key, *hold_keys])
    locking_windows = [
        window for key, window in windows.items() if key in hold_keys or window.hits >= attempt.limit_by_key[key]
    ]
    if locking_windows:
        until = max(window.ends_at for window in locking_windows)
        raise RateLimited(retry_after=(until - db.now()).total_seconds())


async def count_failure(db: Session, attempt: Attempt, account: Account | None) -> None:
    """Count a wrong password. If it locks a client, the owner of the account gets an email, once a day."""
    runtime = db.runtime
    per = timedelta(seconds=runtime.settings.login_window_seconds)
    keys = [key for key in attempt.limit_by_key if key != attempt.strangers_key]
    await limits.count_keys(runtime, db, keys, per=per)
    windows = await limits.list_open_windows(runtime, db, list(attempt.limit_by_key))
    if attempt.strangers_key and windows[_get_widest_key(attempt)].hits <= SHARE_OF_STRANGERS:
        await limits.count_keys(runtime, db, [attempt.strangers_key], per=per)
    windows = await limits.list_open_windows(runtime, db, list(attempt.limit_by_key))
    # Only the failure that reaches a limit of this email begins a lock.
    locked_keys = [key for key, limit in attempt.limit_by_key.items() if key in windows and windows[key].hits == limit]
    for key in locked_keys:
        if key in attempt.client_keys:
            await _prolong_repeated_lock(db, key, per=per)
    if any(not key.startswith(f"{NETWORK_COUNT}:") for key in locked_keys):
        await _notify_owner(db, attempt, account)


async def _prolong_repeated_lock(db: Session, key: str, *, per: timedelta) -> None:
    """Extend a client's lock that is not its first within a day."""
    runtime = db.runtime
    locks_key = _build_locks_key(key)
    await limits.count_keys(runtime, db, [locks_key], per=DAY)
    windows = await limits.list_open_windows(runtime, db, [locks_key])
    earlier_locks = windows[locks_key].hits - 1
    if earlier_locks:
        length = per * 2 ** min(earlier_locks, MAX_DOUBLINGS)
        await limits.count_keys(runtime, db, [_build_hold_key(key)], per=length)


def _get_widest_key(attempt: Attempt) -> str:
    """Return the key of the widest network around the client. The keys of an attempt begin with the narrowest one."""
    email_keys = [key for key in attempt.limit_by_key if key.startswith(f"{EMAIL_COUNT}:")]
    return email_keys[-1]


async def _notify_owner(db: Session, attempt: Attempt, account: Account | None) -> None:
    """Queue the email about a lock. Without an account the same work is done and nothing is sent."""
    runtime = db.runtime
    emails_of_day = await limits.count(runtime, db, "login-lock-email", get_email_key(attempt.email), per=DAY)
    is_canary = get_email_key(attempt.email) == get_email_key(runtime.settings.canary_email)
    is_first_of_day = emails_of_day.hits == 1
    recipient = account if is_first_of_day and not is_canary else None
    wait = formats.format_duration(max(1, runtime.settings.login_window_seconds // 60))
    time_text = emails.format_moscow_time(db.now())
    await emails.queue_for_account(db, "sign_in_locked", recipient, when=time_text, ip=attempt.device.ip, wait=wait)


async def clear(db: Session, attempt: Attempt) -> None:
    """Clear this client's failures and locks for the account after a right password."""
    await limits.clear(db, _add_lock_keys(attempt.client_keys))


def _add_lock_keys(keys: list[str]) -> list[str]:
    """Return the keys of these counts, and the keys of their locks."""
    return [*keys, *map(_build_locks_key, keys), *map(_build_hold_key, keys)]


async def unlock(runtime: AuthRuntime, email: str, device: Device) -> None:
    """Clear the failures of this client and of strangers after a password reset by email.

    For one hour the failures of strangers do not lock the browser.
    """
    email_key = get_email_key(email)
    keys = [counted_key.key for counted_key in limits.list_counted_keys(EMAIL_COUNT, device.ip, about=email_key)]
    browser_key = f"login-known:{email_key}:{device.key}"
    async with runtime.database.autocommit() as db:
        await limits.clear(db, [*_add_lock_keys([*keys, browser_key]), f"login-strangers:{email_key}"])
        if device.browser_cookie:
            await limits.count_keys(runtime, db, [_build_proof_key(email, device)], per=MAILBOX_PROOF_LIFETIME)


def _build_proof_key(email: str, device: Device) -> str:
    return f"mailbox-proof:{get_email_key(email)}:{device.key}"
