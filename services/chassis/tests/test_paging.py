import pytest
from chassis.paging import ordering
from emails.mail import QueuedEmail
from sqlmodel import col


@pytest.mark.parametrize("fields", [QueuedEmail, {"subject": col(QueuedEmail.subject)}])
@pytest.mark.parametrize(("sort", "order"), [("subject", "ASC"), ("-subject", "DESC")])
def test_minus_turns_an_order_round(fields: type | dict[str, object], sort: str, order: str) -> None:
    assert str(ordering(fields, sort)).endswith(f".subject {order}")
