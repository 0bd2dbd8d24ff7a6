"""Texts of incidents and maintenance: printable, of limited length, without NUL."""

from typing import Annotated

from contracts.fields import printable
from pydantic import AfterValidator, StringConstraints

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), AfterValidator(printable)]
Message = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000), AfterValidator(printable)
]
Description = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000), AfterValidator(printable)]
Search = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(printable)]
