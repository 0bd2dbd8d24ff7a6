"""Search cars by the adjectives of their fuels and by more word forms of their body types"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

BODY_NAMES = (
    "CASE body_type WHEN 'sedan' THEN 'седан' WHEN 'estate' THEN 'универсал' WHEN 'wagon' THEN 'универсал' "
    "WHEN 'coupe' THEN 'купе' WHEN 'cabriolet' THEN 'кабриолет' WHEN 'convertible' THEN 'кабриолет' "
    "WHEN 'suv' THEN 'внедорожник' WHEN 'crossover' THEN 'кроссовер' WHEN 'hatchback' THEN 'хэтчбек' "
    "WHEN 'liftback' THEN 'лифтбек' WHEN 'van' THEN 'минивэн' WHEN 'minivan' THEN 'минивэн' "
    "WHEN 'pickup' THEN 'пикап' WHEN 'roadster' THEN 'родстер' ELSE '' END"
)
BODY_AND_FUEL_NAMES = (
    BODY_NAMES.replace("'седан'", "'седан седанов'").replace("'универсал'", "'универсал универсалы'")
    + " || ' ' || CASE fuel WHEN 'petrol' THEN 'бензиновый' WHEN 'diesel' THEN 'дизельный' "
    "WHEN 'electric' THEN 'электрический электромобиль электрокар' WHEN 'hybrid' THEN 'гибридный' ELSE '' END"
)
OTHER_COLUMNS = (
    "engine || ' ' || country || ' ' || coalesce(city, '') || ' ' || coalesce(colour, '') || ' ' || description"
)


def upgrade() -> None:
    _replace_search_column(f"{BODY_AND_FUEL_NAMES} || ' ' || {OTHER_COLUMNS}")


def downgrade() -> None:
    _replace_search_column(f"{BODY_NAMES} || ' ' || {OTHER_COLUMNS}")


def _replace_search_column(text: str) -> None:
    """Replace the column of search terms, because a generated column cannot be changed in place."""
    title = "setweight(to_tsvector('russian'::regconfig, brand || ' ' || model), 'A')"
    words = f"{title} || setweight(to_tsvector('russian'::regconfig, {text}), 'B')"
    op.drop_column("cars", "search")
    op.add_column("cars", sa.Column("search", postgresql.TSVECTOR(), sa.Computed(words, persisted=True)))
    op.create_index("cars_search", "cars", ["search"], unique=False, postgresql_using="gin")
