from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlmodel import col

from content.articles.tables import Post
from content.cars.tables import Car
from content.runtime import Session

# Maximum number of articles, and maximum number of cars. The sitemap protocol allows 50,000 addresses in a file.
MAX_ADDRESSES = 24_000


async def list_addresses(db: Session) -> list[tuple[str, datetime]]:
    """Return the addresses of the newest articles and cars, each with the time of its last change."""
    posts = select(col(Post.slug), col(Post.updated_at)).where(col(Post.status) == "published")
    cars = select(col(Car.slug), col(Car.updated_at)).where(col(Car.status) == "published")
    article_rows = await db.execute(
        posts.order_by(col(Post.published_at).desc(), col(Post.id).desc()).limit(MAX_ADDRESSES)
    )
    car_rows = await db.execute(cars.order_by(col(Car.id).desc()).limit(MAX_ADDRESSES))
    return [(f"/blog/{slug}", at) for slug, at in article_rows] + [(f"/cars/{slug}", at) for slug, at in car_rows]


async def list_newest_posts(db: Session, limit: int) -> Sequence[Post]:
    """Return the newest articles with their text."""
    published_posts = select(Post).where(col(Post.status) == "published")
    return (
        await db.scalars(published_posts.order_by(col(Post.published_at).desc(), col(Post.id).desc()).limit(limit))
    ).all()
