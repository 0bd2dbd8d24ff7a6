from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import ARRAY, Text, Uuid, any_, cast, literal, select
from sqlmodel import col

from notifications.preferences.tables import Preference
from notifications.runtime import Session


async def load_preferences(db: Session, ids: Iterable[UUID]) -> dict[UUID, Preference]:
    """Return the stored preferences by user. Users without a choice are left out.

    The ids are one parameter: a parameter for each of 500 ids costs 20 times more than the search itself.
    """
    # The text is an array literal of PostgreSQL, such as `{id,id}`.
    listed_ids = cast(literal("{" + ",".join(map(str, ids)) + "}", Text), ARRAY(Uuid))
    rows = await db.scalars(select(Preference).where(col(Preference.user_id) == any_(listed_ids)))
    return {row.user_id: row for row in rows}
