"""The files of the editions are complete and in order, and do not change after their publication."""

from datetime import date

import pytest
from calculator.duty.tariffs import Bands, ClearanceTable, FeeRow
from calculator.editions.registry import load_editions
from pydantic import ValidationError

# A published edition is never changed: a new figure belongs in a new edition. A fingerprint covers every figure, mark
# and source of an edition. If one differs, a published edition was changed.
FINGERPRINTS = {
    "ru-2024-01": "1f3ad88c3f3f6ff3",
    "ru-2024-10": "d1b5d46775a7e667",
    "ru-2025-01": "daeb4ffdb572cf4f",
    "ru-2025-12": "eece511f3ba5af4b",
    "ru-2026-01": "082b186c8cdca73b",
    "ru-2027-01": "4bf958b091ef1479",
}


def test_published_editions_never_change() -> None:
    assert {edition.id: load_editions().get_fingerprint(edition)[:16] for edition in load_editions()} == FINGERPRINTS


@pytest.mark.parametrize(
    ("day", "id"),
    [
        (date(2023, 12, 31), None),
        (date(2024, 1, 1), "ru-2024-01"),
        (date(2024, 9, 30), "ru-2024-01"),
        (date(2024, 10, 1), "ru-2024-10"),
        (date(2024, 12, 31), "ru-2024-10"),
        (date(2025, 1, 1), "ru-2025-01"),
        (date(2025, 11, 30), "ru-2025-01"),
        (date(2025, 12, 1), "ru-2025-12"),
        (date(2025, 12, 31), "ru-2025-12"),
        (date(2026, 1, 1), "ru-2026-01"),
        (date(2026, 12, 31), "ru-2026-01"),
        (date(2027, 1, 1), "ru-2027-01"),
        (date(2031, 1, 1), "ru-2027-01"),
    ],
)
def test_each_day_has_its_edition(day: date, id: str | None) -> None:
    edition = load_editions().find_in_force(day)
    assert (edition.id if edition else None) == id


def test_each_edition_names_its_successor() -> None:
    ids = [edition.id for edition in load_editions()]
    for edition, next_id in zip(load_editions(), [*ids[1:], None], strict=True):
        successor = load_editions().find_successor(edition)
        assert (successor.id if successor else None) == next_id


def test_only_the_last_edition_is_prepared() -> None:
    assert [edition.id for edition in load_editions() if edition.status == "prepared"] == ["ru-2027-01"]


def test_values_have_their_marks_of_verification() -> None:
    editions_by_id = {edition.id: edition for edition in load_editions()}
    assert editions_by_id["ru-2024-01"].excise.mark == "1"
    assert editions_by_id["ru-2027-01"].clearance.mark == "M"
    assert editions_by_id["ru-2026-01"].clearance.mark == "V"
    small_engine_row = editions_by_id["ru-2024-10"].recycling.by_volume.find_row(900).rows[0]
    assert small_engine_row.not_over_3.mark == "D"
    assert editions_by_id["ru-2025-12"].recycling.by_volume.find_row(1500).rows[0].over_3.mark == "1"
    assert editions_by_id["ru-2025-12"].recycling.by_volume.find_row(900).rows[0].over_3.mark == "D"
    assert editions_by_id["ru-2025-12"].recycling.by_volume.find_row(1500).rows[1].over_3.mark is None


class TestSchema:
    SOURCE = {"act": "Акт", "in_force": "с 2025 года", "mark": "V"}  # noqa: RUF012

    def make_table(self, rows: list[dict[str, str]]) -> ClearanceTable:
        content = {"kind": "clearance", "source": self.SOURCE, "mark": "V", "rows": rows}
        return ClearanceTable.model_validate(content)

    def test_a_cell_may_carry_its_mark(self) -> None:
        table = self.make_table([{"up_to": "10", "fee": "1.50 D"}, {"fee": "2"}])
        cell = table.rows[0].fee
        assert (str(cell.value), cell.mark) == ("1.50", "D")

    @pytest.mark.parametrize(
        "rows",
        [
            [],
            [{"up_to": "10", "fee": "1"}],
            [{"fee": "1"}, {"fee": "2"}],
            [{"up_to": "10", "fee": "1"}, {"fee": "2"}, {"up_to": "20", "fee": "2"}, {"fee": "3"}],
            [{"up_to": "10", "fee": "1"}, {"up_to": "10", "fee": "2"}, {"fee": "3"}],
            [{"up_to": "10", "fee": "1", "note": "?"}, {"fee": "2"}],
            [{"up_to": "10", "fee": "1 X"}, {"fee": "2"}],
        ],
    )
    def test_an_invalid_table_is_refused(self, rows: list[dict[str, str]]) -> None:
        with pytest.raises(ValidationError):
            self.make_table(rows)

    def test_a_row_includes_its_upper_bound(self) -> None:
        rows = self.make_table([{"up_to": "10", "fee": "1"}, {"up_to": "20", "fee": "2"}, {"fee": "3"}]).rows
        bands: Bands[FeeRow] = Bands(rows, "up_to")
        assert [bands.find_row(value).fee.value for value in (1, 10, 11, 20, 21)] == [1, 1, 2, 2, 3]
