"""Templates: the built-in texts of `rules/texts.yaml`, and the texts that administrators changed."""

from typing import Any

from chassis.web.auth import Principal
from chassis.web.errors import Invalid, NotFound, StaleVersion, check_version, raises
from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from notifications.audit.service import record_audit
from notifications.rules.registry import RULES
from notifications.rules.rule import NotificationRule
from notifications.rules.texts import MessageText, fill_in_message, refuse_wrong_variables
from notifications.runtime import Session
from notifications.templates import queries
from notifications.templates.schemas import TemplateChange, TemplateRead
from notifications.templates.tables import Template


def render(rule: NotificationRule, template: Template | None, values: dict[str, Any]) -> tuple[str, str]:
    """Render title and message of a rule, built-in or changed by an administrator."""
    source = template or rule.text
    return fill_in_message(source.title, source.message, values)


async def list_templates(db: Session) -> list[TemplateRead]:
    templates = await queries.list_changed_templates(db)
    return [_serialize_template(rule, templates.get(rule.key)) for rule in RULES.values()]


def _serialize_template(rule: NotificationRule, template: Template | None) -> TemplateRead:
    return TemplateRead(
        key=rule.key,
        type=rule.text.type,
        **_get_texts(template or rule.text),
        variables=list(rule.text.variables),
        is_changed=template is not None,
        version=template.version if template else 0,
    )


@raises(NotFound, StaleVersion, Invalid)
async def change(db: Session, key: str, body: TemplateChange, *, caller: Principal) -> TemplateRead:
    """Change a template. A variable that the rule does not have is refused."""
    rule = _get_rule(key)
    texts = {"title": body.title, "message": body.message}
    refuse_wrong_variables(texts, rule.text.variables)
    template = await db.get(Template, key, with_for_update=True)
    check_version(body.version, template.version if template else 0)
    now = db.now()
    values: dict[str, Any] = {**texts, "changed_by": caller.id, "changed_at": now}
    details = {"before": _get_texts(template or rule.text), "after": texts}
    row = insert(Template).values(key=key, **values)
    await db.execute(row.on_conflict_do_update(index_elements=[col(Template.key)], set_=values))
    record_audit(db, "template.change", caller=caller, changes={"key": key, **details})
    return _serialize_template(rule, Template(key=key, **values))


@raises(NotFound)
async def reset(db: Session, key: str, *, caller: Principal) -> TemplateRead:
    """Restore the built-in text."""
    rule = _get_rule(key)
    template = await db.get(Template, key, with_for_update=True)
    if template is not None:
        details = {"before": _get_texts(template), "after": _get_texts(rule.text)}
        record_audit(db, "template.reset", caller=caller, changes={"key": key, **details})
        await db.execute(delete(Template).where(col(Template.key) == key))
    return _serialize_template(rule, None)


def _get_texts(source: Template | MessageText) -> dict[str, str]:
    return {"title": source.title, "message": source.message}


def _get_rule(key: str) -> NotificationRule:
    if key not in RULES:
        raise NotFound("Такого шаблона нет")
    return RULES[key]
