from chassis.features.lists import QueryParameters
from chassis.web.caches import CachedRoute
from chassis.web.errors import NotFound, Unavailable, document_errors
from fastapi import APIRouter, Request, Response

from content.articles import service
from content.articles.schemas import CategoryList, PostList, PostQuery, PostRead, TagList
from content.fields import Key
from content.runtime import ReadDb
from content.slugs import redirect_to

router = APIRouter(prefix="/api/blog", tags=["blog"], route_class=CachedRoute)


@router.get("/posts", response_model=PostList, responses=document_errors(Unavailable))
async def list_posts(request: Request, query: QueryParameters[PostQuery], db: ReadDb) -> Response:
    """List the published articles, newest first; a search puts the best matches first."""
    return await service.cache.answer(request, f"posts:{query!r}", lambda: service.list_posts(db, query))


@router.get("/posts/{key}", response_model=PostRead, responses=document_errors(service.read_post))
async def read_post(request: Request, key: Key, db: ReadDb) -> Response:
    """Return one article by its slug or id; a former slug redirects."""
    try:
        return await service.cache.answer(request, f"post:{key}", lambda: service.read_post(db, key))
    except NotFound:
        slug = await service.find_slug_of_moved_post(db, key)
        if slug is None:
            raise
        return redirect_to(request, f"/api/blog/posts/{slug}")


@router.get("/categories", response_model=CategoryList)
async def list_categories(request: Request, db: ReadDb) -> Response:
    """List the categories with the number of articles in each."""
    return await service.cache.answer(request, "categories", lambda: service.list_categories(db))


@router.get("/tags", response_model=TagList)
async def list_tags(request: Request, db: ReadDb) -> Response:
    """List the tags in use, with their Russian names."""
    return await service.cache.answer(request, "tags", lambda: service.list_tags(db))
