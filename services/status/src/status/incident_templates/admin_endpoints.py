from typing import Annotated
from uuid import UUID

from chassis.web.errors import document_errors
from contracts.envelopes import Done, Item, Items
from fastapi import APIRouter, Query

from status.audit.service import Operator, record_audit
from status.incident_templates import queries, service
from status.incident_templates.schemas import TemplateChange, TemplateCreate, TemplateQuery, TemplateRead
from status.runtime import Db, ReadDb

router = APIRouter(prefix="/api/status/admin/incident-templates", tags=["incidents"])


@router.get("")
async def list_incident_templates(
    query: Annotated[TemplateQuery, Query()], _: Operator, db: ReadDb
) -> Items[TemplateRead]:
    """List the templates of incidents."""
    templates, total = await queries.list_page(db, query)
    return Items[TemplateRead].of([service.serialize_template(template) for template in templates], total)


@router.get("/{id}", responses=document_errors(service.get_template))
async def read_incident_template(id: UUID, _: Operator, db: ReadDb) -> Item[TemplateRead]:
    """Return one template."""
    return Item[TemplateRead](item=service.serialize_template(await service.get_template(db, id)))


@router.post("", status_code=201)
async def create_incident_template(body: TemplateCreate, caller: Operator, db: Db) -> Item[TemplateRead]:
    """Store a template."""
    template = await service.create_template(db, body)
    record_audit(db, "template.created", template.id, body, caller=caller, title=template.name)
    return Item[TemplateRead](item=service.serialize_template(template))


@router.patch("/{id}", responses=document_errors(service.change_template))
async def change_incident_template(id: UUID, body: TemplateChange, caller: Operator, db: Db) -> Item[TemplateRead]:
    """Correct a template."""
    template = await service.change_template(db, id, body)
    record_audit(db, "template.changed", id, body, caller=caller, title=template.name)
    return Item[TemplateRead](item=service.serialize_template(template))


@router.delete("/{id}", responses=document_errors(service.delete_template))
async def delete_incident_template(id: UUID, caller: Operator, db: Db) -> Done:
    """Delete a template."""
    template = await service.get_template(db, id)
    await service.delete_template(db, id)
    record_audit(db, "template.deleted", id, caller=caller, title=template.name)
    return Done()
