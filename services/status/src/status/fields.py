"""Texts of incidents and maintenance: printable, of limited length, without NUL."""

from typing import Annotated

from chassis.fields import PRINTABLE_CHECK, sized

Message = Annotated[str, sized(1, 4000), PRINTABLE_CHECK]
Description = Annotated[str, sized(None, 4000), PRINTABLE_CHECK]
Postmortem = Annotated[str, sized(None, 20_000), PRINTABLE_CHECK]
