from calculator.policy.tables import THE_ONLY_ROW, PolicyRow
from calculator.runtime import Session


async def get_policy_row(db: Session, *, for_update: bool = False) -> PolicyRow | None:
    """Return the row of the policy, or None while the defaults apply."""
    return await db.get(PolicyRow, THE_ONLY_ROW, with_for_update=for_update or None)
