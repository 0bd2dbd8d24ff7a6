from datetime import timedelta
from uuid import UUID

from chassis.database.tables import new_id
from chassis.events.registry import EventContext
from chassis.testing.fixture_types import EventDelivery
from chassis.testing.plans import record_statements
from content.orders.handlers import save_calculation
from content.orders.tables import Order, SavedCalculation
from content.runtime import ContentRuntime, Session
from content.users import service as users
from content.users.tables import UserCopy
from contracts.calculator import CalculationCopied, CalculationSaved

from services.content.tests.fixture_types import Factory


class TestCalculations:
    async def test_a_replay_restores_missing_calculations_and_changes_no_others(
        self, deliver: EventDelivery, db: Session, runtime: ContentRuntime
    ) -> None:
        lost_id = new_id()
        existing_id = new_id()
        id_for_another_service = new_id()
        figures = {"edition": "2026", "total_customs": 1, "total": "2.50"}
        await deliver(CalculationSaved(calculation_id=existing_id, **figures))
        saved_at = runtime.now() - timedelta(days=40)
        for id, audience in ((lost_id, "content"), (existing_id, "content"), (id_for_another_service, "status")):
            changed_figures = figures | {"total_customs": 7}
            await deliver(CalculationCopied(calculation_id=id, saved_at=saved_at, audience=audience, **changed_figures))
        restored_calculation = await db.get_one(SavedCalculation, lost_id)
        existing_calculation = await db.get_one(SavedCalculation, existing_id)
        assert (
            restored_calculation.total_customs,
            restored_calculation.total,
            restored_calculation.saved_at,
        ) == (7, 3, saved_at)
        assert existing_calculation.total_customs == 1
        assert await db.get(SavedCalculation, id_for_another_service) is None

    async def test_a_copy_gets_the_user_who_claims_the_calculation(
        self, make_user: Factory[UserCopy], deliver: EventDelivery, db: Session, runtime: ContentRuntime
    ) -> None:
        buyer_id = (await make_user()).id
        other_user_id = (await make_user()).id
        figures = {"edition": "2026", "total_customs": 1, "total": "2.50"}
        earlier_id = new_id()
        await deliver(CalculationSaved(calculation_id=earlier_id, **figures))
        for user_id in (buyer_id, other_user_id):
            await deliver(CalculationSaved(calculation_id=earlier_id, user_id=user_id, **figures))
        assert (await db.get_one(SavedCalculation, earlier_id)).user_id == buyer_id
        id_of_one_batch = new_id()
        async with runtime.database.transaction() as session:
            for claimant_id in (None, buyer_id):
                event = CalculationSaved(calculation_id=id_of_one_batch, user_id=claimant_id, **figures)
                await save_calculation(event, session, EventContext(new_id(), runtime.now(), "/services/calculator"))
        assert (await db.get_one(SavedCalculation, id_of_one_batch)).user_id == buyer_id

    async def test_calculations_of_one_transaction_are_saved_together(
        self, make_user: Factory[UserCopy], make_order: Factory[Order], db: Session, runtime: ContentRuntime
    ) -> None:
        buyer_id = (await make_user()).id
        erased_user_id = new_id()
        async with runtime.database.transaction() as session:
            await users.mark_erased(session, erased_user_id)
        ids = [new_id() for _ in range(20)]
        order = await make_order(user_id=buyer_id, calculation_id=ids[3])
        context = EventContext(new_id(), runtime.now(), "/services/calculator")
        figures = {"edition": "2026", "total": "2.50"}

        async def save(*calculations: tuple[UUID, UUID, int]) -> int:
            """Save calculations in one transaction. Returns the number of statements."""
            with record_statements(runtime) as recorded_statements:
                async with runtime.database.transaction() as session:
                    for id, user_id, customs in calculations:
                        event = CalculationSaved(calculation_id=id, user_id=user_id, total_customs=customs, **figures)
                        await save_calculation(event, session, context)
            return len(recorded_statements)

        calculation_id_of_erased_user = new_id()
        statements_for_one = await save((new_id(), buyer_id, 1))
        calculations = [(id, buyer_id, number) for number, id in enumerate(ids)]
        statements_for_many = await save(*calculations, (ids[3], buyer_id, 77))
        assert statements_for_one == statements_for_many
        await save((calculation_id_of_erased_user, erased_user_id, 1))
        saved_calculation = await db.get_one(SavedCalculation, ids[3])
        assert (
            saved_calculation.user_id,
            saved_calculation.total_customs,
            saved_calculation.total,
        ) == (buyer_id, 3, 3)
        assert (await db.get_one(SavedCalculation, calculation_id_of_erased_user)).user_id is None
        await db.refresh(order)
        assert order.calculation
        assert order.calculation["total_customs"] == 3
