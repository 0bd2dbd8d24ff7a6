from calculator.policy.tables import POLICY_ROW_ID, PolicyRow
from calculator.runtime import Session


async def get_policy_row(db: Session, *, for_update: bool = False) -> PolicyRow | None:
    """Return the row of the policy, or None while the defaults apply."""
    return await db.get(PolicyRow, POLICY_ROW_ID, with_for_update=for_update or None)
