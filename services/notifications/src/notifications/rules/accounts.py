"""Rules for events of accounts. The auth service sends its own emails about devices, passwords and blocks."""

from datetime import datetime

from contracts import auth

from notifications.rules.formats import format_moment
from notifications.rules.rule import build_rules


def _build_time_values(event: auth.PasswordChanged | auth.TokenReuseDetected, at: datetime) -> dict[str, str]:
    return {"time": format_moment(at)}


RULES = [
    *build_rules(auth.UserVerified),
    *build_rules(auth.UserUnblocked),
    *build_rules(
        auth.SessionCreated,
        # A sign-in from a known device, or the first sign-in of an account, needs no notification.
        variants=lambda event: [""] if event.new_device else [],
        values=lambda event, at: {"time": format_moment(event.created_at)},
    ),
    *build_rules(auth.PasswordChanged, values=_build_time_values),
    *build_rules(auth.TokenReuseDetected, values=_build_time_values),
]
