"""A prerendered page of web/src/app/routeTable.ts is served, cached and listed for search engines."""

import re
from pathlib import Path

import pytest
from content.pages.feeds import STATIC_PATHS

ROOT = Path(__file__).resolve().parents[2]
ROUTE_TABLE = (ROOT / "web/src/app/routeTable.ts").read_text()
# `/blog/:slug?` is the page `/blog`. `/404` is the answer for unknown addresses.
PAGES = [
    path.removesuffix("/:slug?")
    for path in re.findall(r"path: '([^']+)'.*served: 'prerendered'", ROUTE_TABLE)
    if path != "/404"
]


def test_the_sitemap_for_search_engines_lists_every_public_page() -> None:
    assert len(PAGES) > 10
    assert set(STATIC_PATHS) == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_the_gateway_lets_content_render_every_public_page(page: str) -> None:
    """Content puts the settings of the site into the page."""
    routes = (ROOT / "gateway/routes/content.yml").read_text()
    rule = routes.partition("\n    content-pages:\n")[2].partition("middlewares:")[0]
    patterns = re.findall(r"PathRegexp\(`([^`]+)`\)", rule)
    assert any(re.search(pattern, page) for pattern in patterns)


@pytest.mark.parametrize("page", PAGES)
def test_the_service_worker_keeps_every_public_page(page: str) -> None:
    source = (ROOT / "web/src/lib/publicResponses.ts").read_text()
    pattern = source.partition("const pages = new RegExp(")[2].partition("`")[2].partition("`")[0]
    assert re.search(pattern.replace("${slug}", r"[\w-]+"), page)
