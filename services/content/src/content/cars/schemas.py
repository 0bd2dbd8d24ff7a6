from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from chassis.features.lists import PageQuery
from chassis.fields import PRINTABLE_CHECK, Search, Word, limit_length
from chassis.lookalikes import unmix
from contracts.envelopes import Answer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer

from content.cars.inspection_schemas import FLOAT_IN_JSON, InspectionRead
from content.fields import (
    Flag,
    Line,
    OptionalLine,
    OptionalNote,
    OptionalVideoAddress,
    OptionalWebAddress,
    Roubles,
    ShortLine,
    Slug,
    WebAddress,
    WholeNumber,
)
from content.records import Changes
from content.restoring import FormerValues

BodyType = Literal[
    "sedan", "estate", "coupe", "cabriolet", "suv", "hatchback", "van", "liftback", "crossover", "wagon", "minivan",
    "pickup", "convertible", "roadster",
]  # fmt: skip
Fuel = Literal["petrol", "diesel", "electric", "hybrid"]
CarStatus = Literal["published", "hidden", "sold"]
Sort = Literal[
    "newest", "price_asc", "price_desc", "year_desc", "year_asc", "mileage_asc", "mileage_desc", "relevance",
    "price", "-price", "year", "-year", "mileage", "-mileage", "created_at", "-created_at",
]  # fmt: skip
# Responses have prices in whole euros: cents do not matter here.
Euro = Annotated[Decimal, PlainSerializer(lambda value: int(value), return_type=int)]
JsonFloat = Annotated[Decimal, FLOAT_IN_JSON]
Text = Annotated[str, limit_length(None, 10_000), PRINTABLE_CHECK]
# A brand or a model typed with letters of the other alphabet would not be found by its name.
SingleAlphabetLine = Annotated[ShortLine, AfterValidator(unmix)]


class CarFilters(BaseModel):
    """Filters of the catalogue. Several values of one filter are separated by commas.

    `price_min` and `price_max` limit the price with customs, `turnkey_min` and `turnkey_max` the turnkey price.
    """

    brand: Word | None = None
    body_type: Word | None = None
    fuel: Word | None = None
    price_min: Annotated[int, Field(ge=0, le=10**12)] | None = None
    price_max: Annotated[int, Field(ge=0, le=10**12)] | None = None
    turnkey_min: Annotated[int, Field(ge=0, le=10**12)] | None = None
    turnkey_max: Annotated[int, Field(ge=0, le=10**12)] | None = None
    year_min: Annotated[int, Field(ge=1900, le=2100)] | None = None
    year_max: Annotated[int, Field(ge=1900, le=2100)] | None = None
    mileage_max: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    tag: Word | None = None
    q: Search | None = None


class CarQuery(CarFilters, PageQuery):
    """Request for a page of the catalogue."""

    sort: Sort | None = None


class CarBasics(BaseModel):
    """Fields of a car in every list. `price_rub` is the price in Russia with customs, at the rate of `rate_date`."""

    id: UUID
    slug: str
    brand: str
    model: str
    mileage_km: int
    engine: str
    engine_volume_l: JsonFloat | None
    power_hp: int
    power_kw: JsonFloat | None = None
    transmission: str | None
    drive: str | None
    country: str
    city: str | None
    length_mm: int | None
    price_rub: int | None
    price_eur: Euro | None
    eur_rate: JsonFloat | None
    rate_date: date | None
    image_url: str | None
    tags: list[str]
    status: CarStatus
    # Until when a buyer has reserved the car; null when it is free.
    reserved_until: datetime | None = None


class CarSummary(CarBasics):
    """A car in a list of the site."""

    year: int
    body_type: str
    fuel: str


class CarOffer(CarSummary):
    """A car in the catalogue. `turnkey_rub` is `price_rub` plus delivery, work and laboratory at the site's prices."""

    turnkey_rub: int | None = None
    inspected_on: date | None = Field(
        None, description="The day of the inspection, or null if the car has no inspection record yet."
    )


class Turnkey(BaseModel):
    """The turnkey price (`total_rub`), and the services that it adds to the price with customs, in roubles."""

    delivery_rub: int
    work_rub: int
    laboratory_rub: int
    total_rub: int


class PricePoint(BaseModel):
    """The price with customs from a day on. `price_eur` is the seller's price of that day."""

    model_config = ConfigDict(from_attributes=True)
    day: date
    price_rub: int
    price_eur: Euro | None


class CarRead(CarOffer):
    """A car with all its fields."""

    colour: str | None
    description: str
    images: list[str]
    # Descriptions of pictures, by address.
    image_alts: dict[str, str] = {}
    video_url: str | None = None
    price_details: dict[str, Any] | None
    turnkey: Turnkey | None = None
    inspection: InspectionRead | None = None
    # The prices of the last 12 months, the oldest first: a row for each day on which the price changed.
    price_history: list[PricePoint] = []
    related: list[CarOffer]


class FeaturedCars(Answer):
    cars: list[CarOffer]


class Facet(BaseModel):
    value: str
    count: int


class Facets(BaseModel):
    """Counts and ranges of the catalogue, for the filters."""

    brands: list[Facet]
    body_types: list[Facet]
    fuels: list[Facet]
    price_min: int | None
    price_max: int | None
    turnkey_min: int | None = None
    turnkey_max: int | None = None
    year_min: int | None
    year_max: int | None


class CarList(Answer):
    cars: list[CarOffer]
    total: int
    hasMore: bool
    facets: Facets


class CarAnswer(Answer):
    car: CarRead


Year = Annotated[WholeNumber, Field(ge=1900, le=2100)]
Kilometres = Annotated[WholeNumber, Field(ge=0, le=10_000_000)]
Litres = Annotated[Decimal, Field(ge=0, le=20, max_digits=5, decimal_places=3)]
Horsepower = Annotated[WholeNumber, Field(ge=0, le=5000)]
Kilowatts = Annotated[Decimal, Field(gt=0, le=3700, max_digits=6, decimal_places=2)]
EuroInput = Annotated[Decimal, Field(ge=0, le=100_000_000, decimal_places=2)]
CarTags = Annotated[list[Slug], Field(max_length=20)]
Pictures = Annotated[list[WebAddress], Field(max_length=40)]
PictureTexts = Annotated[dict[WebAddress, ShortLine], Field(max_length=41)]
Millimetres = Annotated[WholeNumber, Field(ge=1000, le=20_000)]
Rank = Annotated[WholeNumber, Field(ge=0, le=10_000)]


class CarCreate(BaseModel):
    """A new car. A hidden one is a draft, which may lack its year, body and fuel."""

    brand: SingleAlphabetLine
    model: SingleAlphabetLine
    year: Year | None = None
    body_type: BodyType | None = None
    slug: Slug | None = None
    mileage_km: Kilometres = 0
    engine: OptionalLine = None
    engine_volume_l: Litres | None = None
    power_hp: Horsepower = 0
    power_kw: Kilowatts | None = None
    fuel: Fuel | None = None
    transmission: OptionalLine = None
    drive: OptionalLine = None
    colour: OptionalLine = None
    country: OptionalLine = None
    city: OptionalLine = None
    length_mm: Millimetres | None = None
    description: Text = ""
    tags: CarTags = []
    image_url: OptionalWebAddress = None
    images: Pictures = []
    image_alts: PictureTexts = {}
    video_url: OptionalVideoAddress = None
    price_eur: EuroInput | None = None
    price_rub: Roubles | None = None
    featured: Flag = False
    featured_rank: Rank = 0
    status: CarStatus = "published"


class FormerCar(FormerValues):
    status: CarStatus


class CarUpdate(CarCreate, Changes):
    """`price_rub: null` returns the price to the calculator."""

    slug: Slug
    year: Year
    body_type: BodyType
    fuel: Fuel
    engine: Line
    country: Line


class CarAdmin(CarBasics):
    # A draft may lack these three.
    year: int | None
    body_type: str | None
    fuel: str | None
    colour: str | None
    description: str
    images: list[str]
    image_alts: dict[str, str] = {}
    video_url: str | None = None
    price_is_manual: bool
    priced_at: datetime | None
    featured: bool
    featured_rank: int
    # Whether the car has an inspection record.
    is_inspected: bool = False
    version: int
    created_at: datetime
    updated_at: datetime


class CarAdminQuery(PageQuery):
    status: CarStatus | None = None
    brand: Word | None = None
    featured: bool | None = None
    search: Search | None = None
    sort: Literal["-created_at", "created_at", "price_rub", "-price_rub", "-updated_at", "brand"] = "-created_at"


class FavoriteRead(CarOffer):
    """A car in favourites, with the user's note.

    `seen_price_rub` is the price when the user added the car, or when a change of its price was last published.
    """

    note: str | None
    seen_price_rub: int | None
    added_at: datetime


class FavoriteList(Answer):
    favorites: list[FavoriteRead]
    total: int


class FavoriteNote(BaseModel):
    note: OptionalNote = None


class FavoriteAnswer(Answer):
    favorite: FavoriteRead
