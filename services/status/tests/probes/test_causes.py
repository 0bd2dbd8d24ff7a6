"""What broke because of what."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st
from status.board.names import NAMES, PARTS
from status.probes.causes import TOGETHER, Open, attribute
from status.probes.finding import Finding

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LONG_AGO = NOW - TOGETHER - timedelta(seconds=1)
ID = UUID("01900000-0000-7000-8000-0000000000aa")


def down(*parts: str) -> Finding:
    return Finding("down", frozenset(parts))


def known(*affected: str, cause: str = "mail", at: datetime = LONG_AGO) -> Open:
    return Open(ID, cause, frozenset(affected), at)


class TestAttribute:
    def test_rows_that_blame_one_part_are_one_cause(self) -> None:
        findings = {"api": down("content"), "storage": down("content"), "email": down("mail")}
        made = attribute(findings, findings, [], now=NOW)  # type: ignore[arg-type]
        assert made.opens == {"content": {"api", "storage"}, "mail": {"email"}}

    def test_a_silent_database_explains_what_answers_with_errors(self) -> None:
        findings = {"database": down("database"), "api": down("content"), "auth": down("auth"), "email": down("mail")}
        made = attribute(findings, findings, [], now=NOW)  # type: ignore[arg-type]
        assert made.opens == {"database": {"database", "api", "auth"}, "mail": {"email"}}

    def test_what_breaks_moments_later_belongs_to_it(self) -> None:
        findings = {"email": down("mail"), "api": down("calculator")}
        fresh = attribute(findings, findings, [known("email", at=NOW - timedelta(seconds=20))], now=NOW)  # type: ignore[arg-type]
        assert (fresh.opens, fresh.joins) == ({}, {ID: {"api"}})
        later = attribute(findings, findings, [known("email")], now=NOW)  # type: ignore[arg-type]
        assert (later.opens, later.joins) == ({"calculator": {"api"}}, {})

    def test_an_incident_ends_with_its_last_service(self) -> None:
        assert attribute(["email"], {"email": down("mail")}, [known("email", "api")], now=NOW).closes == []
        assert attribute([], {}, [known("email", "api")], now=NOW).closes == [ID]

    @given(
        st.dictionaries(st.sampled_from(list(NAMES)), st.frozensets(st.sampled_from(list(PARTS)), max_size=3)),
        st.lists(st.tuples(st.frozensets(st.sampled_from(list(NAMES)), min_size=1), st.integers(0, 300)), max_size=3),
        st.sampled_from(list(PARTS)),
    )
    def test_every_broken_service_has_exactly_one_home(
        self, broken: dict[str, frozenset[str]], incidents: list[tuple[frozenset[str], int]], cause: str
    ) -> None:
        findings = {name: Finding("down", parts) for name, parts in broken.items()}
        opened = [Open(uuid4(), cause, names, NOW - timedelta(seconds=age)) for names, age in incidents]
        made = attribute(broken, findings, opened, now=NOW)  # type: ignore[arg-type]
        homes = [*made.opens.values(), *made.joins.values()]
        already = {name for one in opened for name in one.affected} & set(broken)
        placed = [name for home in homes for name in home]
        assert sorted(placed) == sorted(set(broken) - already)
        assert set(made.closes) == {one.id for one in opened if not one.affected & set(broken)}
        assert not set(made.closes) & set(made.joins)
