"""The settings and the buyers of orders are published again for a service that has lost its copies."""

import asyncio
from typing import Any

import pytest
from chassis.events import outbox
from chassis.testing.fixture_types import ApiClient, EventReader
from chassis.testing.plans import wait_until_blocked
from content.orders.tables import Order
from content.replay import replay_copied_data
from content.runtime import ContentRuntime, Session
from content.runtime_factory import make_runtime
from content.users.tables import UserCopy
from contracts.content import OrderChanged, OrderCopied, SettingsChanged

from services.content.tests.fixture_types import Factory


@pytest.fixture
def own_runtime(runtime: ContentRuntime) -> ContentRuntime:
    """The runtime of the replay, which stops its runtime when it ends."""
    return make_runtime(runtime.settings, now=runtime.now)


async def test_the_settings_and_every_order_that_has_a_buyer_are_published(
    own_runtime: ContentRuntime, make_order: Factory[Order], make_user: Factory[UserCopy], read_events: EventReader
) -> None:
    buyer = await make_user()
    orders = {(await make_order(user_id=buyer.id)).id for _ in range(3)}
    await replay_copied_data(own_runtime, "calculator")
    copied_events = await read_events(OrderCopied)
    assert {(event.order_id, event.user_id, event.audience) for event in copied_events} == {
        (id, buyer.id, "calculator") for id in orders
    }
    assert len(await read_events(SettingsChanged)) == 1


async def test_an_order_that_is_deleted_during_the_replay_is_published_before_its_removal(
    own_runtime: ContentRuntime,
    client: ApiClient,
    admin: dict[str, str],
    make_order: Factory[Order],
    make_user: Factory[UserCopy],
    read_events: EventReader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = await make_order(user_id=(await make_user()).id)
    record = outbox.record
    deletions: list[asyncio.Task[Any]] = []

    async def record_during_deletion(db: Session, event: Any) -> Any:
        if isinstance(event, OrderCopied):
            deletion = client.delete(f"/api/content/admin/orders/{order.id}", headers=admin)
            deletions.append(asyncio.create_task(deletion))
            # The deletion waits for the replay's transaction, which has locked the order.
            await wait_until_blocked(own_runtime)
        return await record(db, event)

    monkeypatch.setattr(outbox, "record", record_during_deletion)
    await replay_copied_data(own_runtime, "calculator")
    assert (await deletions[0]).status_code == 200
    kinds = [type(event) for event in await read_events() if isinstance(event, OrderCopied | OrderChanged)]
    assert kinds == [OrderCopied, OrderChanged]
