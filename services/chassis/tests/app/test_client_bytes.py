"""Whatever bytes a client sends, each parser of the chassis answers or refuses; none fails."""

import ipaddress
from typing import Any
from uuid import UUID

import pytest
from chassis.features.lists import PageQuery
from chassis.fields import FIRST_YEAR, LAST_YEAR, Consent, Moment, refuse_control_characters
from chassis.identity.tokens import BASE64URL, is_canonical
from chassis.mail.signed_links import create_unsubscribe_token, read_subscriber
from chassis.settings import CommonSettings
from chassis.testing.client_bytes import JSON
from chassis.web.caches import CachedBytes
from chassis.web.http import get_client_address
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry import propagate, trace
from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

pytestmark = pytest.mark.anyio
# What httptools accepts in a header: no line break, no NUL.
HEADER = st.binary(max_size=80).filter(lambda value: not set(value) & set(b"\0\r\n"))


def build_request(*headers: tuple[bytes, bytes], peer: str = "127.0.0.1") -> Request:
    scope = {"type": "http", "client": (peer, 1), "path": "/", "query_string": b""}
    return Request(scope | {"headers": list(headers)})


async def get_forwarded_address(header: bytes, *, peer: str = "127.0.0.1") -> str:
    """Return the client's address behind the middleware of `chassis.app`."""
    clients = []

    async def app(scope: Any, *_: Any) -> None:
        clients.append(await get_client_address(Request(scope)))

    proxied_app: Any = ProxyHeadersMiddleware(app, CommonSettings.model_fields["trusted_proxies"].default)
    await proxied_app(build_request((b"x-forwarded-for", header), peer=peer).scope, None, None)
    return clients[0]


@given(HEADER | st.lists(st.ip_addresses().map(str), max_size=4).map(lambda hops: ", ".join(hops).encode()))
async def test_any_forwarded_address_is_bounded(header: bytes) -> None:
    assert len(await get_forwarded_address(header)) <= 64


@given(HEADER)
async def test_no_forwarded_address_of_a_client_itself_counts(header: bytes) -> None:
    assert await get_forwarded_address(header, peer="203.0.113.9") == "203.0.113.9"


@given(HEADER | st.just(b"*"))
async def test_any_if_none_match_gets_the_body_or_304(header: bytes) -> None:
    cache = CachedBytes("any")

    async def produce() -> object:
        return {"a": 1}

    first_answer = await cache.answer(build_request(), "key", produce)
    answer = await cache.answer(build_request((b"if-none-match", header)), "key", produce)
    etag = first_answer.headers["etag"]
    sent_value = header.decode("latin-1").strip()
    if sent_value in {"*", etag}:
        assert answer.status_code == 304
    elif etag not in sent_value:
        assert answer.status_code == 200


@given(HEADER | st.from_regex(rb"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", fullmatch=True))
def test_any_traceparent_is_followed_or_ignored(header: bytes) -> None:
    sent_value = header.decode("latin-1")
    context = propagate.extract({"traceparent": sent_value, "tracestate": sent_value})
    span_context = trace.get_current_span(context).get_span_context()
    if span_context.is_valid:
        assert f"-{span_context.trace_id:032x}-{span_context.span_id:016x}-" in sent_value


@given(st.text(max_size=90) | st.text("0123456789abcdef.-{}", max_size=90))
def test_any_link_token_names_nobody(token: str) -> None:
    assert read_subscriber(token, "secret") is None


@given(st.uuids(), st.integers(0, 72), st.sampled_from("0123456789abcdef."))
def test_a_changed_link_token_never_names_another_user(id: UUID, position: int, character: str) -> None:
    token = create_unsubscribe_token(id, "secret")
    changed_token = token[:position] + character + token[position + 1 :]
    assert read_subscriber(changed_token, "secret") == (id if changed_token == token else None)


@given(st.sampled_from([Moment, Consent, PageQuery]), JSON)
def test_any_value_is_accepted_or_refused(kind: Any, value: object) -> None:
    try:
        accepted_value = TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return
    if kind is Consent:
        assert accepted_value is True
    elif kind is Moment:
        assert accepted_value.tzinfo
        assert FIRST_YEAR <= accepted_value.year <= LAST_YEAR
    else:
        assert isinstance(accepted_value, PageQuery)
        assert 1 <= accepted_value.limit <= 100


@given(st.text(max_size=40))
def test_printable_text_can_be_stored(text: str) -> None:
    try:
        refuse_control_characters(text).encode()
    except ValueError:
        return
    assert "\x00" not in text


@given(st.text(BASE64URL.pattern + "AZaz09-_", max_size=40))
def test_a_canonical_token_part_is_unpadded_base64url(part: str) -> None:
    if is_canonical(part):
        assert BASE64URL.fullmatch(part)


@given(st.ip_addresses())
async def test_an_address_that_a_trusted_proxy_saw_is_used(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    header = f"198.51.100.1, {address}".encode()
    if str(address) not in {"127.0.0.1", "::1"}:
        assert await get_forwarded_address(header) == str(address)
