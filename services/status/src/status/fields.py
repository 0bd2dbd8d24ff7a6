"""Texts of incidents and maintenance: printable, of limited length, without NUL."""

from typing import Annotated

from chassis.fields import PRINTABLE_CHECK, limit_length

Message = Annotated[str, limit_length(1, 4000), PRINTABLE_CHECK]
Description = Annotated[str, limit_length(None, 4000), PRINTABLE_CHECK]
Postmortem = Annotated[str, limit_length(None, 20_000), PRINTABLE_CHECK]
