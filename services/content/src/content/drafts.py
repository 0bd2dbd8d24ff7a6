"""Drafts: an incomplete record can be saved as a draft, and only its publication is refused."""

from collections.abc import Mapping

from chassis.web.errors import Invalid

from content.records import Record


def check_complete(row: Record, required: Mapping[str, str]) -> None:
    """Check that a record has what its public page needs.

    `required` maps the columns to the names that they have in requests. Raises Invalid, which names the missing fields.
    """
    missing_fields = [field for column, field in required.items() if not getattr(row, column)]
    if missing_fields:
        raise Invalid(**dict.fromkeys(missing_fields, "Заполните, чтобы опубликовать"))
