"""Sitemap, robots.txt, security.txt and the RSS feed of the blog."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from feedgenerator import Rss201rev2Feed

from content.articles.tables import Post
from content.site.schemas import SiteSettingsRead

SECURITY_CONTACT = "/.well-known/security.txt"
# RFC 9116, section 2.5.5: the file should expire within a year.
SECURITY_CONTACT_LIFETIME = timedelta(days=180)
XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
STATIC_PATHS = (
    "/",
    "/about",
    "/services",
    "/cars",
    "/blog",
    "/contacts",
    "/privacy",
    "/terms",
    "/developers",
    "/sitemap",
    "/status",
)
PRIVATE_PATHS = (
    "/api/",
    "/admin",
    "/dashboard",
    "/notifications",
    "/debug",
    "/auth/",
    "/login",
    "/unsubscribe",
    "/calc/",
)


def build_sitemap(root: str, pages: Sequence[tuple[str, datetime]]) -> bytes:
    """Return all public addresses (sitemaps.org)."""
    # Slugs contain only a-z, digits and hyphens, so nothing needs escaping; a template would be ten times slower.
    static_entries = "".join(f"<url><loc>{root}{path}</loc></url>\n" for path in STATIC_PATHS)
    entries = "".join(
        f"<url><loc>{root}{path}</loc><lastmod>{at:%Y-%m-%dT%H:%M:%SZ}</lastmod></url>\n" for path, at in pages
    )
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'{XML_DECLARATION}<urlset xmlns="{namespace}">\n{static_entries}{entries}</urlset>\n'.encode()


def build_robots(root: str) -> bytes:
    """Return the rules for robots (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE_PATHS), "", f"Sitemap: {root}/sitemap.xml", ""]
    return "\n".join(lines).encode()


def build_security_contact(root: str, settings: SiteSettingsRead, *, now: datetime) -> bytes:
    """Return security.txt (RFC 9116), with the site's contact address for vulnerabilities, as SECURITY.md says."""
    lines = [
        f"Contact: mailto:{settings.contactEmail}",
        f"Expires: {now + SECURITY_CONTACT_LIFETIME:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: ru, en",
        f"Canonical: {root}{SECURITY_CONTACT}",
        "",
    ]
    return "\n".join(lines).encode()


def build_rss(root: str, posts: Sequence[Post], settings: SiteSettingsRead) -> bytes:
    """Return the newest articles as RSS 2.0."""
    feed = Rss201rev2Feed(
        title=f"{settings.siteName}: блог",
        link=f"{root}/blog",
        description=settings.siteDescription,
        feed_url=f"{root}/rss.xml",
        language="ru",
    )
    for post in posts:
        address = f"{root}/blog/{post.slug}"
        feed.add_item(
            title=post.title,
            link=address,
            # The id stays when the address of an article changes, so feed readers do not show it as new.
            unique_id=f"urn:uuid:{post.id}",
            unique_id_is_permalink=False,
            description=post.excerpt,
            content=post.content_html,
            pubdate=post.published_at,
            updateddate=post.updated_at,
        )
    text: str = feed.writeString("utf-8")
    return text.encode()
