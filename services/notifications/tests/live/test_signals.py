"""Hints of conversations reach their buyer and administrators; hints of cars reach everybody."""

import orjson
from chassis.database.tables import new_id
from notifications.runtime import NotificationsRuntime

from services.notifications.tests.fixture_types import EntryFactory, StreamOpener


async def test_hint_reaches_the_buyer_and_administrators_only(
    listen: StreamOpener, runtime: NotificationsRuntime, add_entry: EntryFactory
) -> None:
    buyer = new_id()
    stranger = new_id()
    buyer_stream = await listen(buyer)
    administrator_stream = await listen(role="admin")
    stranger_stream = await listen(stranger)
    hint = {"order_id": str(new_id()), "kind": "entry", "number": 7}
    payload = orjson.dumps({"user_id": str(buyer), "data": hint})
    await runtime.bus.client.publish("signals.content", payload)
    for stream in (buyer_stream, administrator_stream):
        assert (await stream.wait_for("conversation"))[0] == hint
    # This message would arrive after the hint.
    await add_entry(stranger)
    await stranger_stream.wait_for("notification")
    assert stranger_stream.list_events("conversation") == []


async def test_hint_about_a_car_reaches_everybody(listen: StreamOpener, runtime: NotificationsRuntime) -> None:
    streams = [await listen(new_id()), await listen(role="admin")]
    payload = orjson.dumps({"user_id": None, "event": "car", "data": {"slug": "bmw-320d"}})
    await runtime.bus.client.publish("signals.content", payload)
    for stream in streams:
        assert (await stream.wait_for("car"))[0] == {"slug": "bmw-320d"}
        assert stream.list_events("conversation") == []
