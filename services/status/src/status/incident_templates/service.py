"""Templates of incidents."""

from uuid import UUID

from chassis.web.errors import NotFound, StaleVersion, check_version, raises, require_found

from status.incident_templates.schemas import TemplateChange, TemplateCreate, TemplateRead
from status.incident_templates.tables import IncidentTemplate
from status.runtime import Session


async def create_template(db: Session, body: TemplateCreate) -> IncidentTemplate:
    template = IncidentTemplate(
        **body.model_dump(exclude={"affectedServices"}), affected=list(body.affectedServices), created_at=db.now()
    )
    db.add(template)
    await db.flush()
    return template


@raises(NotFound, StaleVersion)
async def change_template(db: Session, id: UUID, body: TemplateChange) -> IncidentTemplate:
    template = await get_template(db, id, lock=True)
    check_version(body.version, template.version)
    changes = body.model_dump(exclude_none=True, exclude={"version", "affectedServices"})
    if body.affectedServices is not None:
        changes["affected"] = list(body.affectedServices)
    for name, value in changes.items():
        setattr(template, name, value)
    template.version += 1
    db.add(template)
    return template


@raises(NotFound)
async def delete_template(db: Session, id: UUID) -> None:
    """Delete a template; incidents that were opened from it stay."""
    await db.delete(await get_template(db, id, lock=True))


@raises(NotFound)
async def get_template(db: Session, id: UUID, *, lock: bool = False) -> IncidentTemplate:
    """Load a template, with `lock` for a change."""
    return require_found(await db.get(IncidentTemplate, id, with_for_update=lock or None))


def serialize_template(template: IncidentTemplate) -> TemplateRead:
    """Return a template as administrators see it."""
    return TemplateRead(**template.model_dump(exclude={"affected", "created_at"}), affectedServices=template.affected)
