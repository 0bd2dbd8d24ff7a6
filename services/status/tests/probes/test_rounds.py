"""Turns, and rounds that wait for the database."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from contracts.status import IncidentOpened, IncidentResolved
from sqlalchemy.exc import OperationalError
from status.board.names import NAMES
from status.board.queries import days
from status.outlook.memory import outlook_of
from status.probes import rounds
from status.probes.finding import Finding, Round
from status.probes.journeys import look_around


@pytest.fixture
def outage(runtime: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Take the service's database away, and give it back."""

    def refuse() -> Any:
        raise OperationalError("SELECT", {}, Exception("gone"))

    class Switch:
        def on(self) -> None:
            monkeypatch.setattr(runtime.database, "transaction", refuse)
            monkeypatch.setattr(runtime.database, "reading", refuse)

        def off(self) -> None:
            monkeypatch.delattr(runtime.database, "transaction")
            monkeypatch.delattr(runtime.database, "reading")

    return Switch()


class TestTurn:
    async def test_of_many_replicas_one_looks_around(self, runtime: Any, clock: Any) -> None:
        taken = await asyncio.gather(*(rounds.is_our_turn(runtime) for _ in range(8)))
        assert sum(taken) == 1
        clock.move(seconds=15)
        assert await rounds.is_our_turn(runtime)

    async def test_doubt_brings_the_next_turn_sooner(self, runtime: Any, look: Any) -> None:
        await look()
        assert rounds.pause(runtime) == 15
        await look(email="down")
        assert rounds.pause(runtime) == 5
        await look()
        assert rounds.pause(runtime) == 15


class TestWithoutDatabase:
    async def test_the_page_goes_on_and_the_history_is_written_later(
        self, client: Any, look: Any, rows: Any, outage: Any, recorded: Any
    ) -> None:
        await look()
        assert (await rows())["database"]["status"] == "operational"
        outage.on()
        for _ in range(3):
            await look(database="down", auth="down")
        found = await rows()
        assert (found["database"]["status"], found["email"]["status"]) == ("down", "operational")
        assert found["database"]["description"] == "Не отвечает: база данных"
        assert len(found["database"]["history"]) == 90
        outage.off()
        # The database is back, but does not know yet what was seen without it.
        assert (await rows())["database"]["status"] == "down"
        await look()
        await look()
        assert (await rows())["database"]["status"] == "operational"
        [incident] = (await client.get("/api/status/incidents")).json()["data"]
        # Opened and closed at the times when it was seen, half a minute apart.
        assert incident["createdAt"] < incident["resolvedAt"]
        assert len(await recorded(IncidentOpened)) == len(await recorded(IncidentResolved)) == 1

    async def test_two_replicas_write_one_history(self, runtime: Any, db: Any, clock: Any) -> None:
        good = dict.fromkeys(NAMES, Finding("operational"))
        seen = [Round(clock() + timedelta(seconds=15 * n), good) for n in range(4)]
        for batch in (seen[:3], seen[1:]):
            async with runtime.database.transaction() as session:
                await rounds.record(session, batch, settings=outlook_of(runtime).settings)
        counted = await days(db, since=clock().date() - timedelta(days=1))
        assert sum(day.seconds for (service, _), day in counted.items() if service == "email") == 60


class TestLookAround:
    async def test_unreachable_surroundings_are_found_and_not_raised(self, runtime: Any) -> None:
        found = await look_around(runtime)
        assert {name: sorted(one.parts) for name, one in found.items() if one.found != "operational"} == {
            "website": ["gateway"],
            "api": ["gateway"],
            "auth": ["gateway"],
            "storage": ["content"],
            "email": ["mail"],
        }
        assert found["database"].found == "operational"
