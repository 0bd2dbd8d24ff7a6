"""Every text of messages about the calculator is sent after an action through the API."""

from calculator.runtime import CalculatorRuntime
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder, EventReader

from services.calculator.tests.cars import build_calculation_request
from services.notifications.tests.messages import assert_all_sent, list_messages


async def test_every_message_is_sent(
    client: ApiClient, build_auth_headers: AuthHeadersBuilder, read_events: EventReader, runtime: CalculatorRuntime
) -> None:
    save_answer = await client.post(
        "/api/calculator/calculations", json=build_calculation_request(), headers=build_auth_headers()
    )
    assert save_answer.status_code == 201
    settings = {"defaultEdition": "ru-2026-01"}
    change_answer = await client.put(
        "/api/calculator/admin/settings", json=settings, headers=build_auth_headers(role="admin")
    )
    assert change_answer.status_code == 200
    messages = list_messages(await read_events(), runtime.now())
    assert_all_sent(messages, "calculator")


async def test_a_calculation_of_a_visitor_notifies_nobody(
    client: ApiClient, read_events: EventReader, runtime: CalculatorRuntime
) -> None:
    assert (await client.post("/api/calculator/calculations", json=build_calculation_request())).status_code == 201
    assert list_messages(await read_events(), runtime.now()) == []
