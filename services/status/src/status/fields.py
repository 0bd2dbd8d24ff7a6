"""Texts of incidents and maintenance: printable, of limited length, without NUL."""

from typing import Annotated

from chassis.fields import PRINTABLE, sized

Message = Annotated[str, sized(1, 4000), PRINTABLE]
Description = Annotated[str, sized(None, 4000), PRINTABLE]
Postmortem = Annotated[str, sized(None, 20_000), PRINTABLE]
