"""What the company says: settings, tags, articles with comments, the team, the cars. Adds only what is missing."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from chassis.database import runtime_of
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from content.articles.tables import Post, Tag
from content.cars.tables import Car
from content.comments.tables import Comment
from content.demo import factories, files
from content.site import service as site
from content.site.schemas import SiteSettingsRead
from content.site.tables import SiteSettings
from content.team.tables import TeamMember

# Names of commenters become the same made-up ids at every seed.
COMMENTERS = UUID("01900000-0000-7000-8000-0000000000ff")


def staff_id(number: int) -> UUID:
    """The account of a member of the demo team: auth's own seed makes the same ones."""
    return UUID(f"01900000-0000-7000-8000-0000000000{10 + number}")


async def settings(db: AsyncSession) -> None:
    """The site's settings, once; they are told to the other services."""
    now = runtime_of(db).clock()
    row = insert(SiteSettings).values(id=1, values=files.read("settings.yaml"), version=1, updated_at=now)
    done = await db.execute(row.on_conflict_do_nothing().returning(col(SiteSettings.id)))
    if done.first():
        shown: SiteSettingsRead = await site.current(db)
        await site.announce(db, shown)


async def tags(db: AsyncSession) -> None:
    """The fixed tags and their translations."""
    rows = [
        {"slug": tag["slug"], "name": tag["label"], "kind": kind}
        for kind, listed in files.read("tags.yaml").items()
        for tag in listed
    ]
    await db.execute(insert(Tag).values(rows).on_conflict_do_nothing())


async def team(db: AsyncSession) -> None:
    """The six people of the company, each with his account."""
    known = set(await db.scalars(select(col(TeamMember.handle))))
    for number, about in enumerate(files.read("team.yaml")["team"], start=1):
        if about["handle"] not in known:
            await factories.make_member(db, **about, user_id=staff_id(number), sort_order=number)


async def cars(db: AsyncSession) -> None:
    """The catalogue; prices in Russia come from the calculator."""
    known = set(await db.scalars(select(col(Car.slug))))
    now = runtime_of(db).clock()
    listed = files.read("cars.yaml")["cars"]
    for number, about in enumerate(listed):
        if about["slug"] in known:
            continue
        at = now - timedelta(days=2 * (len(listed) - number))
        volume = about.get("engine_volume_l")
        fields = about | {"engine_volume_l": Decimal(str(volume)) if volume else None, "featured_rank": number}
        await factories.make_car(db, id=factories.id_at(at), created_at=at, updated_at=at, **fields)


async def articles(db: AsyncSession) -> None:
    """The articles, each at its own date."""
    known = set(await db.scalars(select(col(Post.slug))))
    for article in files.articles():
        about = dict(article.about)
        if about["slug"] in known:
            continue
        at = datetime.fromisoformat(str(about.pop("published_at")))
        category: Any = about.pop("category")
        await factories.make_post(
            db,
            **about,
            content=article.content,
            categories=category if isinstance(category, list) else [category],
            id=factories.id_at(at),
            publish_at=at,
            published_at=at,
            created_at=at,
            updated_at=at,
        )


async def comments(db: AsyncSession) -> None:
    """What readers wrote; an article that has comments is left alone."""
    now = runtime_of(db).clock()
    busy = set(await db.scalars(select(col(Comment.post_id)).distinct()))
    posts = {post.slug: post for post in await db.scalars(select(Post))}
    for about in (files.read("comments.yaml") or {}).get("comments", []):
        post = posts.get(about["post"])
        if post is None or post.id in busy:
            continue
        name = f"{about.get('first_name', '')} {about.get('last_name', '')}"
        await factories.make_comment(
            db,
            post,
            user_id=about.get("user_id") or uuid5(COMMENTERS, name),
            first_name=about.get("first_name", ""),
            last_name=about.get("last_name", ""),
            content=about["content"],
            status=about["status"],
            rejection_reason=about.get("rejection_reason"),
            created_at=now - timedelta(days=float(about["days_ago"])),
        )


async def load(db: AsyncSession) -> None:
    """All of it, in the order in which one part needs another."""
    for part in (settings, tags, team, cars, articles, comments):
        await part(db)
