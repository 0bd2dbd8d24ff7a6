"""Pages and files at the root of the site, for browsers and robots."""

import hashlib
from collections.abc import Awaitable, Callable

from chassis.web.caches import CachedBytes
from chassis.web.errors import NotFound, document_errors
from chassis.web.http import client_has_current_version
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from content.articles import service as articles
from content.cars import service as cars
from content.orders import sharing
from content.pages import feeds, page_template, queries, rendering, saved_calculations
from content.pages.page_template import PageNotBuilt
from content.pages.rendering import PageContent
from content.pages.site_values import SiteValues
from content.runtime import CurrentRuntime, ReadDb, Session
from content.site import service as site
from content.site.schemas import SiteSettingsRead
from content.slugs import redirect_to

router = APIRouter(tags=["pages"])
cache = CachedBytes("pages", seconds=5)
HTML_TYPE = "text/html; charset=utf-8"
PAGE_RESPONSES = document_errors(PageNotBuilt) | {
    404: {"description": "page not found (HTML)", "content": {"text/html": {}}}
}
# No record has a longer key. Such an address gets the 404 page and not 422, because people follow links to it.
MAX_KEY_LENGTH = 200
RecordReader = Callable[[Session, str], Awaitable[BaseModel]]
SlugFinder = Callable[[Session, str], Awaitable[str | None]]
RecordRenderer = Callable[..., PageContent]


def _build_page_response(
    request: Request,
    content: PageContent,
    template: page_template.PageTemplate,
    settings: SiteSettingsRead,
    *,
    status: int = 200,
) -> Response:
    """Return the response for a page with this content."""
    page = SiteValues(template.built_in_settings, settings).fill(template.page)
    filled_page = template.fill(page, head=content.head, data=content.data, text=content.text)
    return _build_html_response(request, filled_page, template, settings, status=status)


def _build_html_response(
    request: Request,
    page: str,
    template: page_template.PageTemplate,
    settings: SiteSettingsRead,
    *,
    status: int = 200,
) -> Response:
    """Return HTML that is revalidated each time, with the Content-Security-Policy of its build and settings."""
    body = page.encode()
    etag = f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    headers = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": template.build_policy(settings.widgets),
        "ETag": etag,
    }
    if status == 200 and client_has_current_version(request, etag):
        return Response(status_code=304, headers=headers)
    return Response(body, status, media_type=HTML_TYPE, headers=headers)


def _can_exist(key: str) -> bool:
    """Return False for a key that no record can have, so that no query is sent."""
    return key.isprintable() and len(key) <= MAX_KEY_LENGTH


async def _show_record_page(
    slug: str,
    request: Request,
    db: ReadDb,
    runtime: CurrentRuntime,
    *,
    name: str,
    read: RecordReader,
    find_current_slug: SlugFinder,
    render: RecordRenderer,
) -> Response:
    """Return the page of the record with this slug, rendered from the API's response.

    A former slug redirects. An unknown slug gets the 404 page.
    """
    settings = await site.read_settings_of_pages(db)
    answer = None
    current_slug = None
    if _can_exist(slug):
        try:
            answer = await read(db, slug)
        except NotFound:
            current_slug = await find_current_slug(db, slug)

    if current_slug:
        folder = request.url.path.rpartition("/")[0]
        return redirect_to(request, f"{folder}/{current_slug}")
    if answer is None:
        template = page_template.load(runtime)
        return _build_page_response(request, rendering.render_missing(settings), template, settings, status=404)
    template = page_template.load_for_record(runtime, name)
    content = render(answer, settings=settings, root=runtime.settings.public_url, drawings=template.drawings)
    return _build_page_response(request, content, template, settings)


@router.get("/blog/{slug}", response_class=Response, responses=PAGE_RESPONSES)
async def show_article_page(slug: str, request: Request, db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Show the web app's page of an article."""
    return await _show_record_page(
        slug,
        request,
        db,
        runtime,
        name=page_template.ARTICLE_PAGE,
        read=articles.read_for_page,
        find_current_slug=articles.find_slug_of_moved_post,
        render=rendering.render_article,
    )


@router.get("/cars/{slug}", response_class=Response, responses=PAGE_RESPONSES)
async def show_car_page(slug: str, request: Request, db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Show the web app's page of a car."""
    return await _show_record_page(
        slug,
        request,
        db,
        runtime,
        name=page_template.CAR_PAGE,
        read=cars.read_for_page,
        find_current_slug=cars.find_slug_of_moved_car,
        render=rendering.render_car,
    )


def _build_client_page(
    request: Request, runtime: CurrentRuntime, settings: SiteSettingsRead, *, is_missing: bool
) -> Response:
    """Return the empty page, which the app fills, or the 404 page."""
    template = page_template.load(runtime)
    if is_missing:
        return _build_page_response(request, rendering.render_missing(settings), template, settings, status=404)
    page = SiteValues(template.built_in_settings, settings).fill(template.page)
    return _build_html_response(request, page, template, settings)


@router.get("/calc/{calculation_id}", response_class=Response, responses=PAGE_RESPONSES)
async def show_calculation_page(calculation_id: str, request: Request, runtime: CurrentRuntime) -> Response:
    """Show the web app's page of a saved calculation."""
    is_missing = await saved_calculations.is_missing(runtime, calculation_id)
    # No connection is held while the calculator answers.
    async with runtime.database.reading() as db:
        settings = await site.read_settings(db)
    return _build_client_page(request, runtime, settings, is_missing=is_missing)


@router.get("/shared/orders/{token}", response_class=Response, responses=PAGE_RESPONSES)
async def show_shared_order_page(token: str, request: Request, db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Show the web app's page of an order that its buyer shares."""
    is_missing = not _can_exist(token) or not await sharing.is_active(db, token)
    return _build_client_page(request, runtime, await site.read_settings(db), is_missing=is_missing)


async def show_prerendered_page(request: Request, db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Return a page of the web app's build with the current site settings."""
    path = request.url.path.strip("/")
    template = page_template.load(runtime, f"{path}/index.html" if path else "index.html")
    settings = await site.read_settings_of_pages(db)

    async def produce() -> bytes:
        return SiteValues(template.built_in_settings, settings).fill(template.page).encode()

    key = f"{path}:{settings.version}:{hash(template)}"
    response = await cache.answer(request, key, produce, media_type=HTML_TYPE, cache_control="no-cache")
    response.headers["Content-Security-Policy"] = template.build_policy(settings.widgets)
    return response


# These are pages of the web app, not a part of the API. While this service is down, the gateway serves the web server's
# copies.
for address in feeds.STATIC_PATHS:
    router.add_api_route(address, show_prerendered_page, include_in_schema=False)


@router.get("/sitemap.xml", response_class=Response)
async def show_sitemap(request: Request, db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Show all public addresses, for search engines."""

    async def produce() -> bytes:
        return feeds.build_sitemap(runtime.settings.public_url, await queries.list_addresses(db))

    # A change of an article or a car drops these caches in all replicas, which changes the key.
    key = f"sitemap:{articles.cache.drop_count}:{cars.cache.drop_count}"
    return await cache.answer(request, key, produce, media_type="application/xml")


@router.get("/robots.txt", response_class=Response)
async def show_robots_rules(runtime: CurrentRuntime) -> Response:
    """Show the rules for robots."""
    headers = {"Cache-Control": "public, max-age=3600"}
    return Response(feeds.build_robots(runtime.settings.public_url), media_type="text/plain", headers=headers)


@router.get(feeds.SECURITY_CONTACT, response_class=Response)
async def show_security_contact(db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Show the contact for reports of vulnerabilities (RFC 9116)."""
    text = feeds.build_security_contact(runtime.settings.public_url, await site.read_settings(db), now=db.now())
    return Response(text, media_type="text/plain", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/rss.xml", response_class=Response)
async def show_feed(request: Request, db: ReadDb, runtime: CurrentRuntime) -> Response:
    """Show the newest articles as RSS."""

    async def produce() -> bytes:
        posts = await queries.list_newest_posts(db, 20)
        return feeds.build_rss(runtime.settings.public_url, posts, await site.read_settings(db))

    key = f"rss:{articles.cache.drop_count}:{site.cache.drop_count}"
    return await cache.answer(request, key, produce, media_type="application/rss+xml; charset=utf-8")
