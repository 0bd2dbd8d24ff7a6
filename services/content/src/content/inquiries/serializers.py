"""Conversion of messages and requests to the models of the API."""

from collections.abc import Sequence
from typing import TypeVar

from content.inquiries.schemas import InquiryAdmin
from content.inquiries.tables import Inquiry
from content.runtime import Session
from content.users.queries import load_names

A = TypeVar("A", bound=InquiryAdmin)


async def serialize_inquiries(db: Session, kind: type[A], inquiries: Sequence[Inquiry]) -> list[A]:
    """Convert inquiries to the model `kind`, each with the name of its assignee."""
    names = await load_names(db, [inquiry.assignee_id for inquiry in inquiries])
    items = []
    for inquiry in inquiries:
        name = names.get(inquiry.assignee_id) if inquiry.assignee_id else None
        items.append(kind.model_validate(inquiry.model_dump() | {"assignee_name": name}))
    return items
