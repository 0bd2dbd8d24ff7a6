from typing import Annotated, Any

from chassis.caches import CachedRoute
from chassis.errors import NotFound, Unavailable, documented
from fastapi import APIRouter, Query, Request, Response

from content.articles import queries, service
from content.articles.schemas import CategoryList, PostList, PostQuery, PostRead, TagList
from content.fields import Key
from content.runtime import ReadDb, Rt

router = APIRouter(prefix="/api/blog", tags=["blog"], route_class=CachedRoute)


@router.get("/posts", response_model=PostList, responses=documented(Unavailable))
async def list_posts(request: Request, query: Annotated[PostQuery, Query()], db: ReadDb, runtime: Rt) -> Response:
    """Published articles, newest first; a search puts the best matches first."""

    async def produce() -> PostList:
        return PostList.model_validate(await service.list_posts(db, query, now=runtime.now()))

    return await service.cache.answer(request, f"posts:{query!r}", produce)


@router.get("/posts/{key}", response_model=PostRead, responses=documented(NotFound))
async def read_post(request: Request, key: Key, db: ReadDb) -> Response:
    """One article by its slug or id."""

    async def produce() -> PostRead:
        return PostRead.model_validate(await service.read_post(db, key))

    return await service.cache.answer(request, f"post:{key}", produce)


@router.get("/categories", response_model=CategoryList)
async def list_categories(request: Request, db: ReadDb) -> Response:
    """The categories with the number of articles in each."""

    async def produce() -> CategoryList:
        return CategoryList.model_validate(await service.list_categories(db))

    return await service.cache.answer(request, "categories", produce)


@router.get("/tags", response_model=TagList)
async def list_tags(request: Request, db: ReadDb) -> Response:
    """The tags in use, with their Russian names."""

    async def produce() -> dict[str, Any]:
        return {"tags": [{"slug": s, "name": n, "count": c} for s, n, c in await queries.count_tags(db)]}

    return await service.cache.answer(request, "tags", produce)
