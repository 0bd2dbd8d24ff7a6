"""Validation of email addresses. An accepted address is delivered to exactly that mailbox.

Beyond RFC 5321 these are refused: encoded words (RFC 2047, `=?...?=`), which mail libraries decode into another
mailbox; quoted local parts; and non-ASCII local parts, which need a server with SMTPUTF8.
"""

from typing import Annotated

import email_validator
from pydantic import AfterValidator, Field

from chassis.fields import refuse_invisible_characters, trim


def _validate(value: str) -> email_validator.ValidatedEmail:
    value = refuse_invisible_characters(trim(value))
    try:
        # The domain "test" is reserved by RFC 2606: nobody can own such an address, so the tests use it.
        address = email_validator.validate_email(
            value, check_deliverability=False, allow_smtputf8=False, test_environment=True
        )
    except email_validator.EmailNotValidError as error:
        raise ValueError("Проверьте адрес электронной почты") from error
    if "=?" in address.local_part:
        raise ValueError("Проверьте адрес электронной почты")
    return address


def parse_email_address(value: str) -> str:
    """Return the normalized address. Raises ValueError with a message for the user."""
    return _validate(value).normalized


def convert_to_smtp_mailbox(value: str) -> tuple[str, str]:
    """Return the local part and the ASCII domain (RFC 5891) for the SMTP envelope. Raises ValueError."""
    address = _validate(value)
    return address.local_part, str(address.ascii_domain)


EmailAddress = Annotated[
    str, Field(max_length=254, json_schema_extra={"format": "email"}), AfterValidator(parse_email_address)
]
