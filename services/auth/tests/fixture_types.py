"""Types of the fixtures in this service's `conftest.py`."""

from collections.abc import Awaitable, Callable
from typing import Any

from auth.accounts.tables import Account
from chassis.testing.fixture_types import ApiClient

# `await member(email=..., role="admin")`: an account with the usual password.
MemberFactory = Callable[..., Awaitable[Account]]
# `await log_in(account)`: the body of the answer, and the headers of the new session.
LogInFunction = Callable[..., Awaitable[dict[str, Any]]]
# `override_settings(admin_2fa="required")`: changes settings for one test.
SettingsOverride = Callable[..., None]
# `browser()`: a separate browser with its own cookies.
BrowserFactory = Callable[..., ApiClient]
