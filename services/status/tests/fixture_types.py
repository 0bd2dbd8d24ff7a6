"""Types of the fixtures in this service's `conftest.py`."""

from collections.abc import Awaitable, Callable
from typing import Any

# `await run_probes({"api": "calculator"}, api="degraded")`: one round in which the named components fail.
ProbeRunner = Callable[..., Awaitable[bool]]
# `await read_components()`: the components of the page by id, as they are now.
ComponentReader = Callable[..., Awaitable[dict[str, Any]]]
