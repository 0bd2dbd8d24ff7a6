"""The check of a signed-in user's current password; its guesses are counted apart from those at sign-in."""

from datetime import timedelta

from chassis import limits

from auth import failure_limits
from auth.accounts import hashing
from auth.accounts.errors import InvalidPassword, NoPassword
from auth.accounts.tables import Account
from auth.runtime import Runtime


async def require_password(runtime: Runtime, account: Account, password: str) -> None:
    """Raise InvalidPassword, NoPassword or RateLimited unless this is the account's password."""
    if account.password_hash is None:
        raise NoPassword
    settings, who = runtime.settings, str(account.id)
    await failure_limits.check(runtime, "password-proof", who, limit=settings.login_failures_per_account)
    fits, _ = await hashing.verify_password(runtime, password, account.password_hash)
    if not fits:
        per = timedelta(seconds=settings.login_window_seconds)
        await limits.hit(runtime, "password-proof", who, limit=settings.login_failures_per_account, per=per)
        raise InvalidPassword
    await failure_limits.check(runtime, "password-proof", who, limit=settings.login_failures_per_account)
    await failure_limits.clear(runtime, "password-proof", who)
