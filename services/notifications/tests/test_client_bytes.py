"""Whatever bytes a client sends, each parser of notifications answers or refuses; none fails."""

import contextlib
from types import SimpleNamespace
from typing import Any, cast

import pytest
from chassis.testing.client_bytes import JSON
from chassis.testing.examples import count_examples
from chassis.web.errors import ServiceError
from chassis.web.public_endpoints import is_allowed_endpoint, is_public
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from notifications.channels.schemas import PushKeys, PushSubscribe
from notifications.live.request import _read_last_event_id, _read_token, authorize
from notifications.runtime import NotificationsRuntime
from notifications.settings import Settings
from pydantic import ValidationError

HEADER = st.binary(max_size=60).filter(lambda value: not set(value) & set(b"\0\r\n"))
PRODUCTION = cast(Settings, SimpleNamespace(environment="production"))


@given(HEADER | st.integers().map(lambda number: str(number).encode()), st.text(max_size=30))
def test_any_last_event_id_is_a_revision_or_nothing(header: bytes, parameter: str) -> None:
    revision = _read_last_event_id({b"last-event-id": header}, {"lastEventId": [parameter]})
    # PostgreSQL compares the value with a bigint.
    assert revision is None or 0 <= revision < 2**63


@given(HEADER, HEADER, st.text(max_size=30))
def test_any_credentials_of_a_stream_are_a_token_or_refused(
    authorization: bytes, cookie: bytes, parameter: str
) -> None:
    for name in (b"authorization", b"cookie"):
        headers = {name: b"Bearer " + authorization if name == b"authorization" else b"session=" + cookie}
        with contextlib.suppress(ServiceError):
            assert isinstance(_read_token(headers, {}, secure_cookies=False), str)
    assert _read_token({}, {"token": [parameter]}, secure_cookies=False) == parameter


@settings(max_examples=count_examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(authorization=HEADER, query=st.binary(max_size=80))
async def test_arbitrary_requests_for_a_stream_are_refused(
    runtime: NotificationsRuntime, authorization: bytes, query: bytes
) -> None:
    hub = SimpleNamespace(is_closing=False, runtime=runtime, settings=runtime.settings)
    with pytest.raises(ServiceError):
        authorize(cast(Any, hub), {b"authorization": authorization}, query)


ADDRESS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["https://", "http://", "//", ""]),
    st.sampled_from(["", "user@", "a:b@"]),
    st.ip_addresses().map(lambda ip: f"[{ip}]" if ip.version == 6 else str(ip)) | st.text(max_size=20),
    st.sampled_from(["", ":443", ":0", ":99999", "/x", "?y"]),
)


@given(st.text(max_size=60) | ADDRESS)
def test_any_push_address_is_accepted_or_refused(endpoint: str) -> None:
    assert is_allowed_endpoint(endpoint, PRODUCTION) in {True, False}


@given(st.ip_addresses())
def test_no_push_address_inside_a_network_is_accepted(ip: Any) -> None:
    host = f"[{ip}]" if ip.version == 6 else str(ip)
    if not is_public(str(ip)):
        assert not is_allowed_endpoint(f"https://{host}/x", PRODUCTION)


@given(st.text(max_size=100) | JSON, st.text(max_size=40) | JSON)
def test_arbitrary_push_keys_are_refused(p256dh: object, auth: object) -> None:
    for schema, body in ((PushKeys, {"p256dh": p256dh, "auth": auth}), (PushSubscribe, {"subscription": p256dh})):
        with pytest.raises(ValidationError):
            schema.model_validate(body)
