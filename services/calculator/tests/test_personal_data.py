"""Every table that names a user is in the list of personal data, and an erasure does what its features say."""

from calculator.calculations import handlers as calculations
from calculator.calculations.tables import OrderCopy
from calculator.personal_data import PERSONAL_DATA
from calculator.runtime import CalculatorRuntime, Session
from chassis.database.tables import new_id
from chassis.events.registry import EventContext, Handlers
from chassis.features.personal_data import answer_requests
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.personal_data import find_differences_after_event, find_unregistered
from contracts.auth import UserErased
from contracts.content import OrderCreated
from fastapi import FastAPI


def test_every_table_that_names_a_user_is_registered(app: FastAPI) -> None:
    assert find_unregistered("calculator", PERSONAL_DATA) == []


async def test_an_erasure_removes_the_user_from_each_registered_column(
    runtime: CalculatorRuntime, deliver: EventDelivery
) -> None:
    assert await find_differences_after_event(runtime, PERSONAL_DATA, deliver) == []


async def test_an_order_created_in_the_transaction_of_the_erasure_names_nobody(
    runtime: CalculatorRuntime, db: Session
) -> None:
    user_id = new_id()
    order_id = new_id()
    order = OrderCreated(order_id=order_id, user_id=user_id, title="BMW", number="МА-1")
    by_type = Handlers(calculations.on, answer_requests(PERSONAL_DATA)).by_type
    async with runtime.database.transaction() as session:
        for event in (order, UserErased(user_id=user_id, erasure_id=new_id())):
            for _, handler in by_type[event.type]:
                await handler(event, session, EventContext(new_id(), runtime.now(), "/services/test"))
    saved_order_copy = await db.get(OrderCopy, order_id)
    assert saved_order_copy is None or saved_order_copy.user_id != user_id
