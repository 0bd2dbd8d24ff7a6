"""Content of a large site, for performance checks: generated from the sentences of the demo articles."""

import asyncio
import random
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import text

from content.articles import text as article_text
from content.articles.categories import CATEGORY_NAMES
from content.cars.service import describe_engine
from content.demo import files
from content.demo.factories import make_id_at
from content.runtime import Session

POSTS = 10_000
COMMENTS = 200_000
CARS = 5_000
USERS = 2_000
MAX_VACUUM_ATTEMPTS = 20
VACUUM_CHECK = text("SELECT relallvisible > relpages / 2 FROM pg_class WHERE relname = :name")
SENTENCE = re.compile(r"[А-ЯЁ][^.!?|#\n]{20,200}[.!?]")
MODELS = {
    "BMW": ("318d", "320i", "530d", "X3", "X5", "M240i"),
    "Mercedes-Benz": ("C 200", "E 220 d", "GLC 300", "S 400 d", "V 250 d"),
    "Audi": ("A4 Avant", "A5", "A6", "Q5", "Q7", "e-tron"),
    "Porsche": ("911 Carrera", "Macan", "Cayenne", "Taycan"),
    "Volkswagen": ("Golf", "Passat", "Tiguan", "Multivan"),
    "Volvo": ("V60", "XC60", "XC90", "S90"),
    "Land Rover": ("Defender", "Discovery", "Range Rover"),
    "Lexus": ("ES 300h", "NX 350h", "RX 450h"),
}
BODIES = ("sedan", "estate", "coupe", "cabriolet", "suv", "hatchback", "van")
POST_COLUMNS = (
    "id", "slug", "title", "excerpt", "content", "content_html", "body_text", "categories", "tags", "featured",
    "author_first_name", "author_last_name", "read_minutes", "status", "publish_at", "published_at", "version",
    "created_at", "updated_at",
)  # fmt: skip
COMMENT_COLUMNS = (
    "id", "post_id", "user_id", "content", "status", "first_name", "last_name", "version", "created_at", "updated_at",
)  # fmt: skip
CAR_COLUMNS = (
    "id", "slug", "brand", "model", "year", "body_type", "mileage_km", "engine", "engine_volume_l", "power_hp", "fuel",
    "country", "description", "tags", "images", "price_eur", "price_rub", "price_is_manual", "featured",
    "featured_rank", "status", "version", "created_at", "updated_at",
)  # fmt: skip


class DemoText:
    """Random text from the demo articles. The generator has a fixed seed, so every run creates the same site."""

    def __init__(self) -> None:
        articles = files.read_articles()
        self.random = random.Random(20261120)
        self.sentences = [sentence for article in articles for sentence in SENTENCE.findall(article.content)]
        self.words = sorted({word for line in self.sentences for word in re.findall(r"[а-яё]{5,}", line.lower())})
        self.tags = sorted({tag for article in articles for tag in article.front_matter["tags"]})

    def generate_title(self) -> str:
        return " ".join(self.random.sample(self.words, 5)).capitalize()

    def generate_paragraphs(self) -> list[str]:
        return [" ".join(self.random.sample(self.sentences, 4)) for _ in range(6)]


def _generate_posts(demo_text: DemoText, posts: list[tuple[UUID, datetime]]) -> Iterator[tuple[Any, ...]]:
    """Generate rows of the table `posts`. The argument `posts` has the id and the publication time of each article."""
    generator = demo_text.random
    for number, (id, at) in enumerate(posts):
        paragraphs = demo_text.generate_paragraphs()
        content = "\n\n".join(paragraphs)
        html = "".join(f"<p>{line}</p>" for line in paragraphs)
        body = " ".join(paragraphs)
        tags = generator.sample(demo_text.tags, 3)
        category = generator.choice(list(CATEGORY_NAMES))
        is_featured = number % 50 == 0
        minutes = article_text.estimate_minutes_to_read(body)
        yield (
            id, f"large-{number}", demo_text.generate_title(), paragraphs[0][:200], content, html, body, [category],
            tags, is_featured, "Марта", "Ильинская", minutes, "published", at, at, 1, at, at,
        )  # fmt: skip


def _generate_comments(
    demo_text: DemoText, posts: list[tuple[UUID, datetime]], count: int
) -> Iterator[tuple[Any, ...]]:
    generator = demo_text.random
    users = [UUID(int=generator.getrandbits(128), version=4) for _ in range(USERS)]
    statuses = ("approved",) * 18 + ("pending", "rejected")
    for number in range(count):
        # Newer articles get more comments.
        post_id, published_at = posts[min(int(generator.expovariate(3 / len(posts))), len(posts) - 1)]
        at = published_at + timedelta(hours=generator.random() * 48)
        text_of_comment = f"{generator.choice(demo_text.sentences)} {number}"
        status = generator.choice(statuses)
        yield make_id_at(at), post_id, generator.choice(users), text_of_comment, status, "Олег", "Вишня", 1, at, at


def _generate_cars(demo_text: DemoText, now: datetime, count: int) -> Iterator[tuple[Any, ...]]:
    generator = demo_text.random
    for number in range(count):
        brand = generator.choice(list(MODELS))
        fuel = generator.choice(("petrol", "diesel", "diesel", "hybrid", "electric"))
        volume = None if fuel == "electric" else Decimal(generator.choice(("1.498", "1.998", "2.993")))
        price = generator.randrange(12_000, 120_000, 100)
        at = now - timedelta(minutes=30 * (count - number))
        yield (
            make_id_at(at), f"large-{number}", brand, generator.choice(MODELS[brand]), generator.randrange(2016, 2027),
            generator.choice(BODIES), generator.randrange(0, 200_000, 100), describe_engine(volume=volume, fuel=fuel),
            volume, generator.randrange(110, 500), fuel, "Германия",
            " ".join(generator.sample(demo_text.sentences, 3)), [], [], Decimal(price), int(price * 130), True, False,
            0, "published", 1, at, at,
        )  # fmt: skip


async def _copy(db: Session, table: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
    """Insert rows with COPY, which is a hundred times faster than INSERT."""
    connection = await (await db.connection()).get_raw_connection()
    driver: Any = connection.driver_connection
    async with driver.cursor() as cursor, cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
        for row in rows:
            await copy.write_row(row)


async def _remove_statement_timeout(db: Session) -> None:
    """Remove the statement timeout, which is meant for requests: loading may take minutes."""
    await db.execute(text("SET statement_timeout = 0"))


async def load(db: Session, *, posts: int = POSTS, comments: int = COMMENTS, cars: int = CARS) -> None:
    """Load the content once. If the first large article exists, everything is already loaded."""
    if await db.scalar(text("SELECT 1 FROM posts WHERE slug = 'large-0'")):
        return
    await _remove_statement_timeout(db)
    now = db.now()
    demo_text = DemoText()
    # A comment follows its article within 48 hours. So even the newest comments are in the past.
    times = [now - timedelta(hours=number + 49) for number in range(posts)]
    ids_and_times = [(make_id_at(at), at) for at in times]
    await _copy(db, "posts", POST_COLUMNS, _generate_posts(demo_text, ids_and_times))
    await _copy(db, "comments", COMMENT_COLUMNS, _generate_comments(demo_text, ids_and_times, comments))
    await _copy(db, "cars", CAR_COLUMNS, _generate_cars(demo_text, now, cars))


async def vacuum_tables(db: Session) -> None:
    """Update statistics and the visibility map now, as autovacuum would within a minute."""
    await _remove_statement_timeout(db)
    for table in ("posts", "comments", "cars"):
        # Rows that an open transaction may not see are not marked as visible, so VACUUM is repeated.
        for _ in range(MAX_VACUUM_ATTEMPTS):
            await db.execute(text(f"VACUUM ANALYZE {table}"))
            if await db.scalar(VACUUM_CHECK, {"name": table}):
                break
            await asyncio.sleep(0.5)
