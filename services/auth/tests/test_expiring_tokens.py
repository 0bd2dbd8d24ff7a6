"""An expiring token is accepted for its own purpose until it expires."""

from datetime import timedelta

import pytest
from auth.expiring_tokens import create_token, open_token
from auth.runtime import AuthRuntime
from chassis.testing.plugin import MovableClock
from chassis.web.errors import TokenInvalid

HOUR = timedelta(hours=1)


class TestOpenToken:
    def test_token_returns_its_fields_until_it_expires(self, runtime: AuthRuntime, clock: MovableClock) -> None:
        clock.freeze(clock())
        token = create_token(runtime, "a-link", valid_for=HOUR, session="7")
        clock.freeze(clock() + HOUR - timedelta(microseconds=1))
        assert open_token(runtime, "a-link", token, refusal=TokenInvalid).fields == {"session": "7"}
        clock.freeze(clock() + timedelta(microseconds=1))
        with pytest.raises(TokenInvalid):
            open_token(runtime, "a-link", token, refusal=TokenInvalid)

    def test_token_of_another_purpose_is_refused(self, runtime: AuthRuntime) -> None:
        token = create_token(runtime, "a-link", valid_for=HOUR)
        with pytest.raises(TokenInvalid):
            open_token(runtime, "another-link", token, refusal=TokenInvalid)

    @pytest.mark.parametrize("token", ["", "v4.local.", "v4.local.AAAA", "nonsense", "v4.public.e30"])
    def test_malformed_token_is_refused(self, runtime: AuthRuntime, token: str) -> None:
        with pytest.raises(TokenInvalid):
            open_token(runtime, "a-link", token, refusal=TokenInvalid)
