from sqlalchemy import select

from notifications.runtime import Session
from notifications.templates.tables import Template


async def list_changed_templates(db: Session) -> dict[str, Template]:
    """Return the templates that administrators have changed, by key."""
    return {row.key: row for row in await db.scalars(select(Template))}
