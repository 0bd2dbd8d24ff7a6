"""No route of this service has the id of a user's resource; a new one needs a row in ownership.yaml."""

from pathlib import Path
from typing import Any

from chassis.testing.ownership import sweep


async def test_no_id_opens_another_persons_things(app: Any, client: Any) -> None:
    assert await sweep(app, client, Path(__file__).parent, {}, owner={}, others={}) == []
