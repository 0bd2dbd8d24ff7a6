"""Pages and files at the root of the site, for browsers and robots."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated

from chassis.web.caches import CachedBytes
from chassis.web.errors import NotFound, documented
from chassis.web.http import has_current
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel

from content.articles import service as articles
from content.cars import service as cars
from content.pages import feeds, page_template, queries, rendering
from content.pages.page_template import PageNotBuilt
from content.pages.rendering import PageContent
from content.pages.site_values import SiteValues
from content.runtime import ReadDb, Rt, Session
from content.site import service as site
from content.site.schemas import SiteSettingsRead
from content.slugs import redirect_to

router = APIRouter(tags=["pages"])
cache = CachedBytes("pages", seconds=5)
PAGE = "text/html; charset=utf-8"
ANSWERS = documented(PageNotBuilt) | {404: {"description": "the page of a wrong address", "content": {"text/html": {}}}}
Slug = Annotated[str, Path(max_length=200)]
ReadRecord = Callable[[Session, str], Awaitable[BaseModel]]
FindMoved = Callable[[Session, str], Awaitable[str | None]]
RenderRecord = Callable[..., PageContent]


def _page(
    request: Request,
    content: PageContent,
    template: page_template.PageTemplate,
    settings: SiteSettingsRead,
    *,
    status: int = 200,
) -> Response:
    """The response for a page: revalidated each time, with the Content-Security-Policy of its build and settings."""
    page = SiteValues(template.built_in, settings).fill(template.page)
    body = template.fill(page, head=content.head, data=content.data, text=content.text).encode()
    etag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": template.policy_with(settings.widgets),
        "ETag": etag,
    }
    if status == 200 and has_current(request, etag):
        return Response(status_code=304, headers=headers)
    return Response(body, status, media_type=PAGE, headers=headers)


async def _record_page(
    slug: str,
    request: Request,
    db: ReadDb,
    runtime: Rt,
    *,
    name: str,
    read: ReadRecord,
    find_moved: FindMoved,
    render: RenderRecord,
) -> Response:
    """The page of the record with this slug, as the API answers about it.

    A former slug redirects; an unknown one gets the page of a wrong address.
    """
    settings = await site.read_settings(db)
    try:
        answer = await read(db, slug) if slug.isprintable() else None
    except NotFound:
        answer = None
    moved = await find_moved(db, slug) if answer is None and slug.isprintable() else None
    if moved:
        folder = request.url.path.rpartition("/")[0]
        return redirect_to(request, f"{folder}/{moved}")
    if answer is None:
        template = page_template.load(runtime)
        return _page(request, rendering.render_missing(settings), template, settings, status=404)
    template = page_template.load_for_record(runtime, name)
    content = render(answer, settings=settings, root=runtime.settings.public_url, drawings=template.drawings)
    return _page(request, content, template, settings)


@router.get("/blog/{slug}", response_class=Response, responses=ANSWERS)
@router.head("/blog/{slug}", include_in_schema=False)
async def show_article_page(slug: Slug, request: Request, db: ReadDb, runtime: Rt) -> Response:
    """The web app's page with an article in it."""
    return await _record_page(
        slug,
        request,
        db,
        runtime,
        name=page_template.ARTICLE_PAGE,
        read=articles.read_for_page,
        find_moved=articles.find_moved_post,
        render=rendering.render_article,
    )


@router.get("/cars/{slug}", response_class=Response, responses=ANSWERS)
@router.head("/cars/{slug}", include_in_schema=False)
async def show_car_page(slug: Slug, request: Request, db: ReadDb, runtime: Rt) -> Response:
    """The web app's page with a car in it."""
    return await _record_page(
        slug,
        request,
        db,
        runtime,
        name=page_template.CAR_PAGE,
        read=cars.read_for_page,
        find_moved=cars.find_moved_car,
        render=rendering.render_car,
    )


async def show_prerendered_page(request: Request, db: ReadDb, runtime: Rt) -> Response:
    """A page of the web app's build with the site settings in force."""
    path = request.url.path.strip("/")
    template = page_template.load(runtime, f"{path}/index.html" if path else "index.html")
    settings = await site.read_settings(db)

    async def produce() -> bytes:
        return SiteValues(template.built_in, settings).fill(template.page).encode()

    key = f"{path}:{settings.version}:{hash(template)}"
    response = await cache.answer(request, key, produce, media_type=PAGE, cache_control="no-cache")
    response.headers["Content-Security-Policy"] = template.policy_with(settings.widgets)
    return response


# Pages of the web app, not a part of the API: the gateway takes the web server's copy while this service is down.
for address in feeds.STATIC:
    router.add_api_route(address, show_prerendered_page, methods=["GET", "HEAD"], include_in_schema=False)


@router.get("/sitemap.xml", response_class=Response)
@router.head("/sitemap.xml", include_in_schema=False)
async def show_sitemap(request: Request, db: ReadDb, runtime: Rt) -> Response:
    """All public addresses, for search engines."""

    async def produce() -> bytes:
        return feeds.build_sitemap(runtime.settings.public_url, await queries.list_addresses(db))

    # A change of what is listed empties these caches, in all replicas.
    key = f"sitemap:{articles.cache.drops}:{cars.cache.drops}"
    return await cache.answer(request, key, produce, media_type="application/xml")


@router.get("/robots.txt", response_class=Response)
@router.head("/robots.txt", include_in_schema=False)
async def show_robots_rules(runtime: Rt) -> Response:
    """The rules for robots."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(feeds.build_robots(runtime.settings.public_url), media_type="text/plain", headers=headers)


@router.get(feeds.SECURITY_CONTACT, response_class=Response)
@router.head(feeds.SECURITY_CONTACT, include_in_schema=False)
async def show_security_contact(db: ReadDb, runtime: Rt) -> Response:
    """Whom to write to about a vulnerability (RFC 9116)."""
    text = feeds.build_security_contact(runtime.settings.public_url, await site.read_settings(db), now=db.now())
    return Response(text, media_type="text/plain", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/rss.xml", response_class=Response)
@router.head("/rss.xml", include_in_schema=False)
async def show_feed(request: Request, db: ReadDb, runtime: Rt) -> Response:
    """The newest articles as RSS."""

    async def produce() -> bytes:
        posts = await queries.list_newest(db, 20)
        return feeds.build_rss(runtime.settings.public_url, posts, await site.read_settings(db))

    key = f"rss:{articles.cache.drops}:{site.cache.drops}"
    return await cache.answer(request, key, produce, media_type="application/rss+xml; charset=utf-8")
