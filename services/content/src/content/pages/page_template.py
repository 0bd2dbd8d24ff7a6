"""Fills the built pages of the web app with an article, a car, or the text of a missing page.

The text is in a separate element inside `main`. The app leaves it unchanged and shows it until its own page is loaded
(docs/decisions/0156). The text of a missing page is in a `noscript`, since the app renders its own.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from chassis.typography import typeset
from chassis.web.errors import Unavailable
from jinja2 import Environment, PackageLoader

from content.pages.served_values import format_figure, format_roubles
from content.runtime import ContentRuntime
from content.settings import Settings
from content.site.schemas import Widgets

templates = Environment(loader=PackageLoader("content.pages"), autoescape=True, trim_blocks=True, lstrip_blocks=True)
templates.filters.update(figure=format_figure, roubles=format_roubles, typeset=typeset)
EMPTY_PAGE = "__spa-fallback.html"
ARTICLE_PAGE = "__article.html"
CAR_PAGE = "__car.html"
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
# Origins of a widget in the policy, as web/scripts/pages/pagePolicy.ts writes them.
WIDGET_ORIGINS = re.compile(r"\[(\w+) ([^\]]*)\]")
# The empty page is hidden from search engines; a filled one is not.
NOINDEX = re.compile(r'<meta name="robots" content="noindex"\s*/?>')
SPACE_BETWEEN_TAGS = re.compile(r">\s+<")
RECORD_PLACE = '<div id="served-record"></div>'
# The loading state of the empty page, where it has one, stands after the text.
TEXT_PLACE = re.compile(r'(<main id="main"[^>]*>)(?:<noscript></noscript>|(?=</main>))')


class PageNotBuilt(Unavailable):
    message = "Страница ещё не собрана. Попробуйте через минуту"


@dataclass(frozen=True, eq=False)
class PageTemplate:
    """A page of one build of the web app, with the Content-Security-Policy of that build."""

    page: str
    policy: str
    # The settings that the build rendered its pages with.
    built_in_settings: dict[str, str]
    # The name of the drawing of each body type, and the ratio of its sides on the page of a car and as a cover.
    drawings: dict[str, dict[str, str]]

    def build_policy(self, widgets: Widgets) -> str:
        """Return the Content-Security-Policy with the origins of the widgets that the site settings switch on."""
        return WIDGET_ORIGINS.sub(lambda match: match[2] if getattr(widgets, match[1]) else "", self.policy)

    def fill(self, page: str, *, head: str, data: str, text: str) -> str:
        """Return this page with its own head, linked data and text.

        The data stands last in the head, because React treats the first script of the head as its own. There is no
        white space between the elements, because React does not expect text nodes there.
        """
        page_with_head = TITLE.sub(lambda _: _strip_spaces(head), NOINDEX.sub("", page), count=1)
        page_with_data = page_with_head.replace("</head>", _strip_spaces(data) + "</head>", 1)
        if RECORD_PLACE in page_with_data:
            return page_with_data.replace(RECORD_PLACE, RECORD_PLACE.replace("><", f">{text}<"), 1)
        noscript = f"<noscript>{text}</noscript>"
        if TEXT_PLACE.search(page_with_data):
            return TEXT_PLACE.sub(lambda match: f"{match.group(1)}{noscript}", page_with_data, count=1)
        return page_with_data.replace("</body>", noscript + "</body>", 1)


def _strip_spaces(html: str) -> str:
    return SPACE_BETWEEN_TAGS.sub("><", html.strip())


def _read_template(root: Path, file: Path, settings: Settings) -> PageTemplate:
    policy = (root.parent / "csp.txt").read_text(encoding="utf-8").strip()
    # The web server replaces the same two placeholders in its copy.
    for placeholder, origin in (("CSP_BOT_CHECK", settings.csp_bot_check), ("CSP_TELEGRAM", settings.csp_telegram)):
        policy = policy.replace(f"{{${placeholder}}}", origin)
    built_in_settings = json.loads((root.parent / "settings.json").read_text(encoding="utf-8"))
    drawings = root.parent / "drawings.json"
    return PageTemplate(
        page=file.read_text(encoding="utf-8"),
        policy=policy,
        built_in_settings=built_in_settings,
        # A build of an earlier release has no such file.
        drawings=json.loads(drawings.read_text(encoding="utf-8")) if drawings.exists() else {},
    )


class PageTemplates(dict[str, tuple[int, PageTemplate]]):
    """Cache of page templates by file name, each with the modification time of its file in nanoseconds."""


def load_for_record(runtime: ContentRuntime, name: str) -> PageTemplate:
    """Return the page for records of one kind, or the empty page of a build that has no such page.

    Raises PageNotBuilt.
    """
    return load(runtime, name if (Path(runtime.settings.web_root) / name).exists() else EMPTY_PAGE)


def load(runtime: ContentRuntime, name: str = EMPTY_PAGE) -> PageTemplate:
    """Return a page of the newest build, by default the empty page. A changed file is read again.

    Raises PageNotBuilt.
    """
    root = Path(runtime.settings.web_root)
    pages = runtime.page_templates
    try:
        modified_at_ns = (root / name).stat().st_mtime_ns
        cached_template = pages.get(name)
        if cached_template is None or cached_template[0] != modified_at_ns:
            cached_template = (modified_at_ns, _read_template(root, root / name, runtime.settings))
            pages[name] = cached_template
    except OSError:
        raise PageNotBuilt from None
    return cached_template[1]
