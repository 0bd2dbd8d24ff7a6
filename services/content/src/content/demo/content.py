"""Demo content: settings, tags, articles with comments, team, cars. Adds only missing rows."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from chassis.formats import MOSCOW
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlmodel import col

from content.articles.tables import Post, Tag
from content.cars.tables import Car
from content.comments.tables import Comment
from content.demo import factories, files
from content.runtime import Session
from content.site import service as site
from content.site.schemas import SiteSettingsRead
from content.site.tables import SiteSettings
from content.team.tables import TeamMember

# Namespace of commenters' ids (UUID version 5), so that a name gets the same id at every seed.
COMMENTER_NAMESPACE = UUID("01900000-0000-7000-8000-0000000000ff")


def make_staff_id(number: int) -> UUID:
    """Return the account id of a member of the demo team. Auth's seed uses the same ids."""
    return UUID(f"01900000-0000-7000-8000-0000000000{10 + number}")


async def add_settings(db: Session) -> None:
    """Add the site's settings once. An event sends them to the other services."""
    now = db.now()
    insertion = insert(SiteSettings).values(id=1, values=files.read("settings.yaml"), version=1, updated_at=now)
    result = await db.execute(insertion.on_conflict_do_nothing().returning(col(SiteSettings.id)))
    if result.first():
        settings: SiteSettingsRead = await site.read_settings(db)
        await site.record_change(db, settings)


async def add_tags(db: Session) -> None:
    """Add the fixed tags and their translations."""
    rows = [
        {"slug": tag["slug"], "name": tag["label"], "kind": kind}
        for kind, tags in files.read("tags.yaml").items()
        for tag in tags
    ]
    await db.execute(insert(Tag).values(rows).on_conflict_do_nothing())


async def add_team(db: Session) -> None:
    """Add the six members of the team, each with an account."""
    handles = set(await db.scalars(select(col(TeamMember.handle))))
    for number, fields in enumerate(files.read("team.yaml")["team"], start=1):
        if fields["handle"] not in handles:
            await factories.make_member(db, **fields, user_id=make_staff_id(number), sort_order=number)


async def add_cars(db: Session) -> None:
    """Add the catalogue. Prices in Russia come from the calculator."""
    slugs = set(await db.scalars(select(col(Car.slug))))
    now = db.now()
    cars = files.read("cars.yaml")["cars"]
    for number, fields in enumerate(cars):
        if fields["slug"] in slugs:
            continue
        created_at = now - timedelta(days=2 * (len(cars) - number))
        volume = fields.get("engine_volume_l")
        fields = fields | {"engine_volume_l": Decimal(str(volume)) if volume else None, "featured_rank": number}
        inspection = fields.pop("inspection", None)
        prices = fields.pop("prices", [])
        car = await factories.make_car(
            db, id=factories.make_id_at(created_at), created_at=created_at, updated_at=created_at, **fields
        )
        for price in prices:
            day = (now - timedelta(days=price["days_ago"])).astimezone(MOSCOW).date()
            await factories.make_price(db, car, day=day, **_omit(price, "days_ago"))
        if inspection:
            day = (now - timedelta(days=inspection["days_ago"])).astimezone(MOSCOW).date()
            await factories.make_inspection(db, car, inspected_on=day, **_omit(inspection, "days_ago"))


def _omit(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}


async def add_articles(db: Session) -> None:
    """Add the articles, each with its date."""
    slugs = set(await db.scalars(select(col(Post.slug))))
    for article in files.read_articles():
        fields = dict(article.front_matter)
        if fields["slug"] in slugs:
            continue
        created_at = datetime.fromisoformat(str(fields.pop("published_at")))
        category: Any = fields.pop("category")
        await factories.make_post(
            db,
            **fields,
            content=article.content,
            categories=category if isinstance(category, list) else [category],
            id=factories.make_id_at(created_at),
            publish_at=created_at,
            published_at=created_at,
            announced_at=created_at,
            created_at=created_at,
            updated_at=created_at,
        )


async def add_comments(db: Session) -> None:
    """Add comments to articles that have none."""
    now = db.now()
    commented_post_ids = set(await db.scalars(select(col(Comment.post_id)).distinct()))
    posts = {post.slug: post for post in await db.scalars(select(Post))}
    for fields in files.read("comments.yaml")["comments"]:
        post = posts.get(fields["post"])
        if post is None or post.id in commented_post_ids:
            continue
        await factories.make_comment(
            db,
            post,
            user_id=uuid5(COMMENTER_NAMESPACE, f"{fields['first_name']} {fields['last_name']}"),
            first_name=fields["first_name"],
            last_name=fields["last_name"],
            content=fields["content"],
            status=fields["status"],
            rejection_reason=fields.get("rejection_reason"),
            created_at=now - timedelta(days=float(fields["days_ago"])),
        )


async def load(db: Session) -> None:
    """Load all demo content in the order of its dependencies."""
    for load_part in (add_settings, add_tags, add_team, add_cars, add_articles, add_comments):
        await load_part(db)
