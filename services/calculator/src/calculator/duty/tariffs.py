"""Tables of rates as the law writes them: rows with an upper bound, which is included."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from typing import Annotated, ClassVar, Generic, Literal, NamedTuple, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

# How a figure was verified: V by two or more sources, 1 by one source, M from memory, D derived by arithmetic.
VerificationMark = Literal["V", "1", "M", "D"]


class Figure(NamedTuple):
    """One table cell, with its verification mark. Without a mark of its own it has the mark of the table."""

    value: Decimal
    mark: VerificationMark | None


def _parse_cell(cell: object) -> object:
    """Read `66.00` or, with its mark, `66.00 D`."""
    if not isinstance(cell, str):
        return cell
    value, _, mark = cell.partition(" ")
    return value, mark or None


Cell = Annotated[Figure, BeforeValidator(_parse_cell)]
Bound = Annotated[Decimal, Field(gt=0)]


class FrozenModel(BaseModel):
    """Base of tariff models: immutable, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="after")
    def compute_cached_properties(self) -> Self:
        """Compute every cached property now, so that unsorted rows are refused when the file is read."""
        for name, attribute in vars(type(self)).items():
            if isinstance(attribute, cached_property):
                getattr(self, name)
        return self


class Row(FrozenModel):
    """One row of a table."""


RowT = TypeVar("RowT", bound=Row)


class Bands(Generic[RowT]):
    """Rows sorted by upper bound, the field `bound_field`. The bound is included; the last row has none."""

    def __init__(self, rows: Sequence[RowT], bound_field: str) -> None:
        bounds = [getattr(row, bound_field) for row in rows]
        if not bounds or bounds[-1] is not None or None in bounds[:-1]:
            raise ValueError(f"{bound_field}: every row but the last needs a bound, the last has none")
        if any(low >= high for low, high in pairwise(bounds[:-1])):
            raise ValueError(f"{bound_field}: the bounds must grow")
        self.rows = tuple(rows)
        self.bounds = tuple(bounds[:-1])
        self._bound_field = bound_field

    def find_row(self, value: Decimal | int) -> RowT:
        """Return the first row whose bound is at least the value."""
        return self.rows[bisect_left(self.bounds, value)]

    def find_scaled_row(self, value: Decimal, unit: Decimal) -> RowT:
        """Like `find_row`, with the bounds converted to another unit.

        Converting the value instead could move it across a bound.
        """
        return self.rows[bisect_left(self.bounds, value, key=lambda bound: bound * unit)]

    def get_bound(self, row: RowT) -> Decimal | None:
        bound: Decimal | None = getattr(row, self._bound_field)
        return bound


def cache_bands(row_type: type[RowT], rows_field: str, bound_field: str) -> cached_property[Bands[RowT]]:
    """Return the cached property with the rows of a table as `Bands`. Both fields are given by their names."""
    return cached_property(lambda table: Bands[RowT](getattr(table, rows_field), bound_field))


class Source(FrozenModel):
    """The legal act that a figure comes from."""

    act: str
    article: str | None = None
    in_force: str
    mark: VerificationMark

    @cached_property
    def citation(self) -> str:
        return f"{self.act}, {self.article}" if self.article else self.act


class Table(FrozenModel):
    source: Source
    mark: VerificationMark


class FeeRow(Row):
    up_to: Bound | None = None
    fee: Cell


class ClearanceTable(Table):
    kind: Literal["clearance"]
    rows: tuple[FeeRow, ...]

    by_price: ClassVar = cache_bands(FeeRow, "rows", "up_to")


class ValueTier(Row):
    up_to_eur: Bound | None = None
    percent: Cell
    minimum_eur_per_cc: Cell


class VolumeRow(Row):
    up_to_cc: Bound | None = None
    eur_per_cc: Cell


class UnifiedTable(Table):
    kind: Literal["unified"]
    up_to_3_years: tuple[ValueTier, ...]
    over_3_years: tuple[VolumeRow, ...]
    over_5_years: tuple[VolumeRow, ...]

    by_value: ClassVar = cache_bands(ValueTier, "up_to_3_years", "up_to_eur")
    over_3_by_volume: ClassVar = cache_bands(VolumeRow, "over_3_years", "up_to_cc")
    over_5_by_volume: ClassVar = cache_bands(VolumeRow, "over_5_years", "up_to_cc")


class TariffRow(Row):
    up_to_cc: Bound | None = None
    # Code of the Commodity Nomenclature of the EAEU (ТН ВЭД).
    tn_ved: str
    new_percent: Cell
    used_minimum_eur_per_cc: Cell
    old_eur_per_cc: Cell


class TariffTable(Table):
    kind: Literal["tariff"]
    used_percent: Cell
    rows: tuple[TariffRow, ...]

    by_volume: ClassVar = cache_bands(TariffRow, "rows", "up_to_cc")


class ElectricTable(Table):
    kind: Literal["electric"]
    tn_ved: str
    percent: Cell


class ExciseRow(Row):
    up_to_hp: Bound | None = None
    up_to_kw: Bound | None = None
    rate: Cell


class ExciseTable(Table):
    kind: Literal["excise"]
    rows: tuple[ExciseRow, ...]

    by_hp: ClassVar = cache_bands(ExciseRow, "rows", "up_to_hp")
    by_kw: ClassVar = cache_bands(ExciseRow, "rows", "up_to_kw")


class RecyclingRow(Row):
    up_to_kw: Bound | None = None
    not_over_3: Cell
    over_3: Cell


class VolumeClass(Row):
    up_to_cc: Bound | None = None
    rows: tuple[RecyclingRow, ...]

    by_power: ClassVar = cache_bands(RecyclingRow, "rows", "up_to_kw")


class RecyclingTable(Table):
    kind: Literal["recycling"]
    base: Bound
    combustion: tuple[VolumeClass, ...]
    electric: tuple[RecyclingRow, ...]

    by_volume: ClassVar = cache_bands(VolumeClass, "combustion", "up_to_cc")
    electric_by_power: ClassVar = cache_bands(RecyclingRow, "electric", "up_to_kw")

    @property
    def uses_power(self) -> bool:
        """True since 2025-12-01, when the fee began to depend on power."""
        return len(self.electric) > 1


class PreferentialTable(Table):
    kind: Literal["preferential"]
    max_engine_cc: Bound
    max_power_kw: Bound | None = None
    max_electric_power_kw: Bound | None = None
    not_over_3: Cell
    over_3: Cell


class Vat(Table):
    percent: Cell


class Edition(FrozenModel):
    """Tables that are in force together. An edition is never changed, only superseded."""

    id: str = Field(pattern=r"^ru-\d{4}-\d{2}$")
    title: str
    status: Literal["adopted", "prepared"]
    starts: date
    ends: date | None = None
    vat: Vat
    clearance: ClearanceTable
    unified: UnifiedTable
    petrol: TariffTable
    diesel: TariffTable
    electric: ElectricTable
    excise: ExciseTable
    recycling: RecyclingTable
    preferential: PreferentialTable

    def is_in_force_on(self, day: date) -> bool:
        return self.starts <= day and (self.ends is None or day <= self.ends)

    def list_tables(self) -> tuple[Table, ...]:
        """Return every table of the edition, in the order of the calculation."""
        return (
            self.clearance,
            self.unified,
            self.petrol,
            self.diesel,
            self.electric,
            self.excise,
            self.vat,
            self.recycling,
            self.preferential,
        )
