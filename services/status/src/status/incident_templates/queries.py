from collections.abc import Sequence

from chassis.features.lists import build_order_by, fetch_page
from sqlalchemy import select
from sqlmodel import col

from status.incident_templates.schemas import TemplateQuery
from status.incident_templates.tables import IncidentTemplate
from status.runtime import Session


async def list_page(db: Session, query: TemplateQuery) -> tuple[Sequence[IncidentTemplate], int]:
    """Return one page of the templates, with the total."""
    order = build_order_by({"name": col(IncidentTemplate.name)}, query.sort)
    return await fetch_page(db, select(IncidentTemplate).order_by(order, col(IncidentTemplate.id)), query)
