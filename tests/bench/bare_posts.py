"""Reference of bench_posts: the blog's first page with SQLModel entities and a response model, and no cache."""

import os
from collections.abc import AsyncIterator
from typing import Annotated

from content.articles.schemas import PostSummary
from content.articles.service import serialize_summary
from content.articles.tables import Post
from fastapi import Depends, FastAPI
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlmodel import col, func, select

engine = create_async_engine(os.environ["DATABASE_URL"])
app = FastAPI()


class PostPage(BaseModel):
    posts: list[PostSummary]
    total: int


async def open_session() -> AsyncIterator[AsyncSession]:
    """Yield one session for each request, as in the tutorials of FastAPI and SQLModel."""
    async with AsyncSession(engine) as opened:
        yield opened


@app.get("/posts", response_model=PostPage)
async def list_posts(db: Annotated[AsyncSession, Depends(open_session)], limit: int = 6) -> dict[str, object]:
    """List the newest published articles, with their total number."""
    is_published = col(Post.status) == "published"
    rows = await db.scalars(select(Post).where(is_published).order_by(col(Post.published_at).desc()).limit(limit))
    total = await db.scalar(select(func.count()).select_from(Post).where(is_published))
    return {"posts": [serialize_summary(row) for row in rows], "total": total}
