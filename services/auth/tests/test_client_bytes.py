"""Whatever bytes a client sends, each parser of auth (listed in docs/threat-model.md) accepts or refuses them."""

import base64
import csv
import io
import json
import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import pyseto
import pytest
from auth.administration.csv_export import build_csv
from auth.fields import Code, Name, NewPassword, OpaqueText, Phone
from auth.profile.avatars import InvalidImage, crop_to_square
from auth.registration.botcheck import _verify_altcha
from auth.runtime import AuthRuntime
from auth.second_factor.steps import read_step_token
from auth.sessions.devices import describe_user_agent
from auth.settings import Settings
from chassis import encryption
from chassis.testing.client_bytes import JSON, make_picture, mutate
from chassis.testing.examples import count_examples
from chassis.testing.fixture_types import ApiClient
from chassis.web.errors import ServiceError
from chassis.web.limits import get_counted_network
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from services.auth.tests.fixture_types import LogInFunction, MemberFactory

SETTINGS = Settings()
few_examples = settings(max_examples=count_examples(40), deadline=None, suppress_health_check=list(HealthCheck))


@given(st.text(max_size=400) | st.text("Mozilla/5.0 ()AppleWebKitChromeSafariVersion;.0123456789", max_size=400))
def test_any_user_agent_is_described(agent: str) -> None:
    assert describe_user_agent(agent)


@given(st.ip_addresses(v=4) | st.ip_addresses(v=6))
def test_any_address_has_a_network(address: IPv4Address | IPv6Address) -> None:
    counted_address = address
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        counted_address = address.ipv4_mapped
    network = ip_network(get_counted_network(str(address)))
    assert counted_address in network
    assert network.prefixlen == (32 if counted_address.version == 4 else 64)


@given(st.text(max_size=64).filter(lambda text: not is_address(text)))
def test_text_that_is_no_address_is_counted_by_itself(text: str) -> None:
    assert get_counted_network(text) == text


def is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


@given(st.sampled_from([Phone, Name, Code, NewPassword, OpaqueText]), st.text(max_size=60) | JSON)
def test_any_field_is_accepted_or_refused(field_type: Any, value: object) -> None:
    try:
        accepted_value = TypeAdapter(field_type).validate_python(value)
    except ValidationError:
        return
    assert accepted_value is None or "\x00" not in accepted_value
    json.dumps(accepted_value).encode()


@given(st.text(max_size=120) | st.text("v4.localAZaz09-_=", max_size=200))
def test_any_forged_encrypted_token_is_refused(token: str) -> None:
    with pytest.raises((pyseto.PysetoError, ValueError)):
        encryption.decrypt(SETTINGS, "confirmation", token)


@few_examples
@given(token=st.text(max_size=120) | st.text("v4.localAZaz09-_=", max_size=200))
async def test_any_forged_step_token_is_refused(runtime: AuthRuntime, token: str) -> None:
    with pytest.raises(ServiceError):
        read_step_token(runtime, token, "second_factor_required")


@given(st.lists(st.lists(st.text(max_size=30), min_size=1, max_size=4), max_size=4))
def test_any_cell_of_a_csv_export_comes_back_and_is_not_a_formula(rows: list[list[str]]) -> None:
    written_csv = build_csv(["x"], rows).decode("utf-8-sig")
    cells_read = list(csv.reader(io.StringIO(written_csv, newline=""), delimiter=";"))[1:]
    assert [[cell.removeprefix("'") for cell in row] for row in cells_read] == [
        [cell.removeprefix("'") for cell in row] for row in rows
    ]
    # A cell may begin like a formula only if it is a number, with or without white space before it.
    safe_cell = re.compile(r"[^=+@\t\r-]|[+-]?[\d\s.,]*$")
    for row in cells_read:
        assert all(safe_cell.match(cell) for cell in row if cell)


@few_examples
@given(content=st.binary(max_size=300) | mutate(make_picture("PNG"), make_picture("JPEG"), make_picture("WEBP")))
def test_any_picture_is_reencoded_or_refused(content: bytes) -> None:
    try:
        assert crop_to_square(content)[:4] == b"RIFF"
    except InvalidImage:
        return


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@few_examples
@given(
    body=st.binary(max_size=300)
    | mutate(b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n')
)
async def test_any_multipart_body_without_a_picture_is_refused(
    client: ApiClient, member_headers: dict[str, str], body: bytes
) -> None:
    headers = member_headers | {"Content-Type": "multipart/form-data; boundary=b"}
    answer = await client.put("/api/auth/me/avatar", content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text


@pytest.fixture
async def member_headers(member: MemberFactory, log_in: LogInFunction) -> dict[str, str]:
    headers: dict[str, str] = (await log_in(await member()))["headers"]
    return headers


def build_credential(client_data: object) -> dict[str, Any]:
    """Return a passkey's answer with this client data."""
    encoded_data = base64.urlsafe_b64encode(json.dumps(client_data).encode()).decode().rstrip("=")
    return {"id": "x", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": encoded_data}}


@few_examples
@given(
    credential=JSON.map(lambda value: {"x": value})
    | JSON.map(build_credential)
    | JSON.map(lambda challenge: build_credential({"challenge": challenge}))
)
async def test_any_forged_passkey_answer_is_refused(client: ApiClient, credential: dict[str, Any]) -> None:
    answer = await client.post("/api/auth/login/passkey", json={"credential": credential})
    assert 400 <= answer.status_code < 500, answer.text


@pytest.mark.parametrize("challenge", ["\x00", "\ud800", ["x"], 5, "x" * 5000])
async def test_malformed_or_too_long_challenge_is_refused(client: ApiClient, challenge: object) -> None:
    answer = await client.post(
        "/api/auth/login/passkey", json={"credential": build_credential({"challenge": challenge})}
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_passkey")


@pytest.mark.parametrize("client_data", [5, None, ["x"], "é", "%%%", {"x": 1}])
async def test_client_data_that_is_not_base64_is_refused(client: ApiClient, client_data: object) -> None:
    sent_credential = {"id": "x", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": client_data}}
    answer = await client.post("/api/auth/login/passkey", json={"credential": sent_credential})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_passkey")


TELEGRAM_DATA = st.dictionaries(
    st.sampled_from(["hash", "id", "auth_date", "first_name", "x\x00"]), st.text(max_size=20) | st.integers()
)


@few_examples
@given(data=TELEGRAM_DATA)
async def test_any_forged_telegram_answer_is_refused(client: ApiClient, data: dict[str, Any]) -> None:
    answer = await client.post("/api/auth/paseto/telegram/callback", json={"telegramData": data})
    assert 400 <= answer.status_code < 500, answer.text


def encode_base64_json(value: object) -> str:
    return base64.b64encode(json.dumps(value).encode()).decode()


ALTCHA_PAYLOAD = st.fixed_dictionaries({"challenge": JSON, "solution": JSON})


@few_examples
@given(token=st.text(max_size=60) | JSON.map(encode_base64_json) | ALTCHA_PAYLOAD.map(encode_base64_json))
async def test_any_forged_proof_of_work_is_refused(runtime: AuthRuntime, token: str) -> None:
    assert not await _verify_altcha(runtime, token)


DEEPLY_NESTED_JSON = "[" * 100_000


async def test_deep_nesting_is_refused(client: ApiClient, runtime: AuthRuntime) -> None:
    nested_token = base64.urlsafe_b64encode(DEEPLY_NESTED_JSON.encode()).decode()
    assert not await _verify_altcha(runtime, nested_token)
    sent_credential = {"id": "x", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": nested_token}}
    answer = await client.post("/api/auth/login/passkey", json={"credential": sent_credential})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_passkey")
    login_answer = await client.post(
        "/api/auth/login", content=DEEPLY_NESTED_JSON, headers={"Content-Type": "application/json"}
    )
    assert 400 <= login_answer.status_code < 500
