from datetime import timedelta
from typing import Any

from content.orders.tables import SavedCalculation
from contracts.calculator import CalculationCopied, CalculationSaved
from persistence.tables import new_id


class TestCalculations:
    async def test_a_replay_brings_back_what_is_missing_and_changes_nothing_else(
        self, deliver: Any, db: Any, runtime: Any
    ) -> None:
        lost, kept, others = new_id(), new_id(), new_id()
        figures = {"edition": "2026", "total_customs": 1, "total": "2.50"}
        await deliver(CalculationSaved(calculation_id=kept, **figures))
        saved_at = runtime.now() - timedelta(days=40)
        for id, audience in ((lost, "content"), (kept, "content"), (others, "status")):
            changed = figures | {"total_customs": 7}
            await deliver(CalculationCopied(calculation_id=id, saved_at=saved_at, audience=audience, **changed))
        restored, same = await db.get(SavedCalculation, lost), await db.get(SavedCalculation, kept)
        assert (restored.total_customs, restored.total, restored.saved_at) == (7, 3, saved_at)
        assert same.total_customs == 1
        assert await db.get(SavedCalculation, others) is None
