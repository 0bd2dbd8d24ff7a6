"""Failures are grouped by their cause."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st
from status.components.health_state import ProbeResult
from status.components.names import NAMES, PARTS
from status.probes.incident_causes import SAME_CAUSE_PERIOD, OpenIncident, attribute_failures

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
EARLIER_TIME = NOW - SAME_CAUSE_PERIOD - timedelta(seconds=1)
ID = UUID("01900000-0000-7000-8000-0000000000aa")


def make_down_result(*parts: str) -> ProbeResult:
    return ProbeResult("down", frozenset(parts))


def make_open_incident(*affected: str, cause: str = "mail", at: datetime = EARLIER_TIME) -> OpenIncident:
    return OpenIncident(ID, cause, frozenset(affected), at)


class TestAttributeFailures:
    def test_components_that_share_a_failed_part_have_one_cause(self) -> None:
        results = {
            "api": make_down_result("content"),
            "storage": make_down_result("content"),
            "email": make_down_result("mail"),
        }
        changes = attribute_failures(results, results, [], now=NOW)  # type: ignore[arg-type]
        assert changes.to_open == {"content": {"api", "storage"}, "mail": {"email"}}

    def test_a_failed_database_explains_the_failures_of_its_users(self) -> None:
        results = {
            "database": make_down_result("database"),
            "api": make_down_result("content"),
            "auth": make_down_result("auth"),
            "email": make_down_result("mail"),
        }
        changes = attribute_failures(results, results, [], now=NOW)  # type: ignore[arg-type]
        assert changes.to_open == {"database": {"database", "api", "auth"}, "mail": {"email"}}

    def test_a_component_that_fails_moments_later_belongs_to_the_same_incident(self) -> None:
        results = {"email": make_down_result("mail"), "api": make_down_result("calculator")}
        fresh_incident = make_open_incident("email", at=NOW - timedelta(seconds=20))
        changes_with_fresh_incident = attribute_failures(results, results, [fresh_incident], now=NOW)  # type: ignore[arg-type]
        assert (changes_with_fresh_incident.to_open, changes_with_fresh_incident.to_extend) == ({}, {ID: {"api"}})
        older_incident = make_open_incident("email")
        changes_with_older_incident = attribute_failures(results, results, [older_incident], now=NOW)  # type: ignore[arg-type]
        assert (changes_with_older_incident.to_open, changes_with_older_incident.to_extend) == (
            {"calculator": {"api"}},
            {},
        )

    def test_an_incident_ends_when_its_last_component_recovers(self) -> None:
        incidents = [make_open_incident("email", "api")]
        assert attribute_failures(["email"], {"email": make_down_result("mail")}, incidents, now=NOW).to_close == []
        assert attribute_failures([], {}, incidents, now=NOW).to_close == [ID]

    @given(
        st.dictionaries(st.sampled_from(list(NAMES)), st.frozensets(st.sampled_from(list(PARTS)), max_size=3)),
        st.lists(st.tuples(st.frozensets(st.sampled_from(list(NAMES)), min_size=1), st.integers(0, 300)), max_size=3),
        st.sampled_from(list(PARTS)),
    )
    def test_every_failed_component_has_exactly_one_incident(
        self, failed_parts: dict[str, frozenset[str]], incidents: list[tuple[frozenset[str], int]], cause: str
    ) -> None:
        results = {name: ProbeResult("down", parts) for name, parts in failed_parts.items()}
        opened_incidents = [
            OpenIncident(uuid4(), cause, names, NOW - timedelta(seconds=age)) for names, age in incidents
        ]
        changes = attribute_failures(failed_parts, results, opened_incidents, now=NOW)  # type: ignore[arg-type]
        targets = [*changes.to_open.values(), *changes.to_extend.values()]
        names_with_incident = {name for incident in opened_incidents for name in incident.affected} & set(failed_parts)
        placed_names = [name for target in targets for name in target]
        assert sorted(placed_names) == sorted(set(failed_parts) - names_with_incident)
        assert set(changes.to_close) == {
            incident.id for incident in opened_incidents if not incident.affected & set(failed_parts)
        }
        assert not set(changes.to_close) & set(changes.to_extend)
