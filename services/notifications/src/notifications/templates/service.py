"""Wordings: the built-in ones of `facts`, and what administrators put in their place."""

import string
from uuid import UUID

from chassis.database import runtime_of
from chassis.errors import Invalid, NotFound, StaleVersion
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from notifications.facts.catalogue import CATALOGUE
from notifications.facts.fact import Fact
from notifications.templates.schemas import TemplateChange, TemplateRead
from notifications.templates.tables import Template

TITLE_LENGTH, MESSAGE_LENGTH = 200, 2000


async def filled(db: AsyncSession, fact: Fact, values: dict[str, str]) -> tuple[str, str]:
    """Title and message with their values in."""
    own = await db.get(Template, fact.key)
    title, message = (own.title, own.message) if own else (fact.title, fact.message)
    return _cut(title.format_map(values), TITLE_LENGTH), _cut(message.format_map(values), MESSAGE_LENGTH)


def _cut(text: str, length: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


async def listed(db: AsyncSession) -> list[TemplateRead]:
    """Every wording as it is in force."""
    own = {row.key: row for row in await db.scalars(select(Template))}
    return [_read(fact, own.get(fact.key)) for fact in CATALOGUE.values()]


def _read(fact: Fact, own: Template | None) -> TemplateRead:
    return TemplateRead(
        key=fact.key,
        type=fact.type,
        title=own.title if own else fact.title,
        message=own.message if own else fact.message,
        variables=list(fact.variables),
        is_changed=own is not None,
        version=own.version if own else 0,
    )


async def change(db: AsyncSession, key: str, asked: TemplateChange, *, by: UUID) -> TemplateRead:
    """Put another wording in force. Raises NotFound, StaleVersion; Invalid for a variable this fact does not have."""
    fact = _fact(key)
    faults = {name: _fault(text, fact.variables) for name, text in (("title", asked.title), ("message", asked.message))}
    if found := {name: fault for name, fault in faults.items() if fault}:
        raise Invalid(**found)
    own = await db.get(Template, key, with_for_update=True)
    if asked.version is not None and asked.version != (own.version if own else 0):
        raise StaleVersion
    values = {"title": asked.title, "message": asked.message, "changed_by": by, "changed_at": runtime_of(db).clock()}
    row = insert(Template).values(key=key, **values)
    await db.execute(row.on_conflict_do_update(index_elements=[col(Template.key)], set_=values))
    return _read(fact, Template(key=key, **values))


async def reset(db: AsyncSession, key: str) -> TemplateRead:
    """Go back to the built-in wording. Raises NotFound."""
    fact = _fact(key)
    await db.execute(delete(Template).where(col(Template.key) == key))
    return _read(fact, None)


def _fact(key: str) -> Fact:
    if key not in CATALOGUE:
        raise NotFound("Такого шаблона нет")
    return CATALOGUE[key]


def _fault(text: str, variables: tuple[str, ...]) -> str | None:
    """What is wrong with a wording: only plain `{name}` of a known name may stand in it."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return "Скобки {} не закрыты"
    for _, name, detail, conversion in parts:
        if name is None:
            continue
        if name not in variables or detail or conversion:
            known = ", ".join(f"{{{variable}}}" for variable in variables) or "нет"
            return f"Неизвестная переменная {{{name}}}. Доступны: {known}"
    return None
