"""Types of the fixtures in this service's `conftest.py`."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

Row = TypeVar("Row")
# `await make_post(title=...)`: stores a row with these fields and usual values of the others.
Factory = Callable[..., Awaitable[Row]]
# `picture(800, 600, kind="PNG")`: the bytes of a picture.
PictureFactory = Callable[..., bytes]
