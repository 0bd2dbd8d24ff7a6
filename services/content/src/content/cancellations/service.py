"""Cancellation of an order with its open invoices. Payments depend on orders, so this module is above both."""

from uuid import UUID

from chassis.web.auth import Principal
from chassis.web.errors import NotFound, StaleVersion, raises

from content.orders import service as orders
from content.orders.errors import OrderFinished
from content.orders.schemas import Cancellation, OrderAdmin
from content.payments import service as payments
from content.runtime import Session


@raises(OrderFinished, StaleVersion, NotFound)
async def cancel_order(db: Session, id: UUID, body: Cancellation, *, caller: Principal) -> OrderAdmin:
    """Cancel an order at its current step, and its open invoices with it. Received money stays with the order."""
    order = await orders.cancel(db, id, body, caller=caller)
    await payments.cancel_open_invoices(db, order, caller=caller)
    return await orders.read_for_admin(db, id)
