from datetime import date, datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from chassis.database.tables import Base, UtcDateTime
from sqlalchemy import BigInteger, Column, Computed, ForeignKey, Index, Numeric, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TSVECTOR
from sqlmodel import Field

from content.cars.labels import BODIES, FUELS, SEARCH_TERMS
from content.records import Record

# Branches of two SQL CASE expressions. The engine text contains the label of the fuel, so `FUEL_CASES` adds only the
# additional search terms.
BODY_CASES = " ".join(f"WHEN '{code}' THEN '{word} {SEARCH_TERMS.get(code, '')}'" for code, word in BODIES.items())
FUEL_CASES = " ".join(f"WHEN '{code}' THEN '{SEARCH_TERMS[code]}'" for code in FUELS)
SEARCHED_TEXT = (
    "setweight(to_tsvector('russian'::regconfig, brand || ' ' || model), 'A') || "
    f"setweight(to_tsvector('russian'::regconfig, CASE body_type {BODY_CASES} ELSE '' END || ' ' || "
    f"CASE fuel {FUEL_CASES} ELSE '' END || ' ' || engine || ' ' || "
    "country || ' ' || coalesce(city, '') || ' ' || coalesce(colour, '') || ' ' || description), 'B')"
)
IS_PUBLISHED = text("status = 'published'")


class Car(Record, table=True):
    """A car that the company offers. Its price in Russia is computed unless an administrator has set one."""

    entity: ClassVar[str] = "car"
    cached_in: ClassVar = "cars"
    __tablename__ = "cars"
    __table_args__ = (
        Index("cars_shown", text("id DESC"), postgresql_where=IS_PUBLISHED),
        Index("cars_featured", "featured_rank", "id", postgresql_where=text("status = 'published' AND featured")),
        Index("cars_by_price", "price_rub", "id", postgresql_where=IS_PUBLISHED),
        Index("cars_by_year", "year", "id", postgresql_where=IS_PUBLISHED),
        Index("cars_by_mileage", "mileage_km", "id", postgresql_where=IS_PUBLISHED),
        Index("cars_by_brand", text("lower(brand)"), text("id DESC"), postgresql_where=IS_PUBLISHED),
        Index("cars_by_body", "body_type", text("id DESC"), postgresql_where=IS_PUBLISHED),
        Index("cars_by_fuel", "fuel", text("id DESC"), postgresql_where=IS_PUBLISHED),
        Index("cars_all_by_price", text("price_rub DESC NULLS LAST")),
        Index("cars_cheapest", "price_rub"),
        Index("cars_all_by_brand", "brand"),
        Index("cars_all_by_name", text("lower(brand)")),
        Index("cars_made", "created_at"),
        Index("cars_changed", "updated_at"),
        Index("cars_chosen", "id", postgresql_where=text("featured IS true")),
        Index("cars_not_chosen", "id", postgresql_where=text("featured IS false")),
        Index("cars_to_price", text("priced_at NULLS FIRST"), postgresql_where=text("price_is_manual IS false")),
        Index("cars_search", "search", postgresql_using="gin"),
        Index("cars_facets", "brand", "body_type", "fuel", "price_rub", "year", postgresql_where=IS_PUBLISHED),
        # This index counts filtered cars. An index-only scan of an expression also needs the column in the index.
        Index(
            "cars_counted",
            text("lower(brand)"),
            "fuel",
            "body_type",
            "year",
            "price_rub",
            postgresql_include=["brand"],
            postgresql_where=IS_PUBLISHED,
        ),
    )
    slug: str = Field(unique=True)
    brand: str
    model: str
    # A draft may lack its year, body and fuel. A published or sold car has them.
    year: int | None = None
    body_type: str | None = None
    mileage_km: int = 0
    engine: str = ""
    engine_volume_l: Decimal | None = Field(default=None, sa_column=Column(Numeric(5, 3)))
    power_hp: int = 0
    # The power in the documents of the car. Customs payments depend on it. `power_hp` is the power in the catalogue.
    power_kw: Decimal | None = Field(default=None, sa_column=Column(Numeric(6, 2)))
    fuel: str | None = None
    transmission: str | None = None
    drive: str | None = None
    colour: str | None = None
    country: str = ""
    city: str | None = None
    length_mm: int | None = None
    description: str = ""
    tags: list[str] = Field(default_factory=list, sa_column=Column(ARRAY(Text), nullable=False))
    image_url: str | None = None
    images: list[str] = Field(default_factory=list, sa_column=Column(ARRAY(Text), nullable=False))
    # Descriptions of pictures, by address, so that a picture keeps its text when the order of the pictures changes.
    image_alts: dict[str, str] = Field(
        default_factory=dict, sa_column=Column(JSONB, nullable=False, server_default=text("'{}'"))
    )
    # Address of a video file, for example of a cold start.
    video_url: str | None = None
    price_eur: Decimal | None = Field(default=None, sa_column=Column(Numeric(12, 2)))
    price_rub: int | None = Field(default=None, sa_column=Column(BigInteger))
    price_is_manual: bool = False
    eur_rate: Decimal | None = Field(default=None, sa_column=Column(Numeric(12, 4)))
    rate_date: date | None = None
    price_details: dict[str, Any] | None = Field(default=None, sa_column=Column(JSONB))
    priced_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    # Until when a buyer has reserved the car. Each change of a reservation also writes this column.
    reserved_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    featured: bool = False
    featured_rank: int = 0
    status: str = Field(default="published", index=True)

    search: str | None = Field(default=None, sa_column=Column(TSVECTOR, Computed(SEARCHED_TEXT, persisted=True)))

    @property
    def title(self) -> str:
        """The name with the year, for example "BMW 318d, 2022". A draft may have no year."""
        name = f"{self.brand} {self.model}"
        return f"{name}, {self.year}" if self.year else name

    def get_audit_title(self) -> str:
        return self.title


class CarPrice(Base, table=True):
    """The last price of a car on a day in Moscow. A day without a change has no row."""

    __tablename__ = "car_prices"
    car_id: UUID = Field(sa_column=Column(ForeignKey("cars.id", ondelete="CASCADE"), primary_key=True, nullable=False))
    day: date = Field(primary_key=True)
    price_rub: int = Field(sa_column=Column(BigInteger, nullable=False))
    price_eur: Decimal | None = Field(default=None, sa_column=Column(Numeric(12, 2)))


class Favorite(Base, table=True):
    """A car in a user's favourites."""

    __tablename__ = "favorites"
    user_id: UUID = Field(primary_key=True)
    car_id: UUID = Field(
        sa_column=Column(ForeignKey("cars.id", ondelete="CASCADE"), primary_key=True, nullable=False, index=True)
    )
    note: str | None = None
    # Price changes are measured from this price: the first known price, then the price of each published change.
    price_rub: int | None = Field(default=None, sa_column=Column(BigInteger))
    created_at: datetime = Field(sa_type=UtcDateTime)
