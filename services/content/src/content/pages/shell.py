"""The built page of the web app, with one article or one car put into it.

The text stands in a `noscript` beside the empty sheet, directly in the body: there React skips what it did not draw
itself, so a search engine reads the text and the app still starts without a mismatch.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from chassis.app import Runtime
from chassis.errors import Unavailable
from jinja2 import Environment, PackageLoader

from content.settings import Settings, settings_of

templates = Environment(loader=PackageLoader("content.pages"), autoescape=True, trim_blocks=True, lstrip_blocks=True)
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
# The empty shell is hidden from search engines; a filled one is not.
HIDDEN = re.compile(r'<meta name="robots" content="noindex"\s*/?>')
BETWEEN = re.compile(r">\s+<")
SHEET = re.compile(r'<main id="main"[^>]*></main>')


class NoShell(Unavailable):
    message = "Страница ещё не собрана. Попробуйте через минуту"


@dataclass(frozen=True)
class Shell:
    """What one build of the web app left: the empty page and its policy."""

    page: str
    policy: str

    def filled(self, *, head: str, data: str, text: str) -> str:
        """The page with its own head, linked data and text.

        The data stands last in the head, since React takes the first script there for its own, and there is no
        white space between the elements, since a text node there is none of React's.
        """
        titled = TITLE.sub(lambda _: _close(head), HIDDEN.sub("", self.page), count=1)
        with_data = titled.replace("</head>", _close(data) + "</head>", 1)
        noscript = f"<noscript>{text}</noscript>"
        if SHEET.search(with_data):
            return SHEET.sub(lambda found: found.group(0) + noscript, with_data, count=1)
        return with_data.replace("</body>", noscript + "</body>", 1)


def _close(html: str) -> str:
    """Elements one after another, nothing between them."""
    return BETWEEN.sub("><", html.strip())


def _read(root: Path, settings: Settings) -> Shell:
    policy = (root.parent / "csp.txt").read_text(encoding="utf-8").strip()
    # The web server fills the same two places in its copy.
    for place, origin in (("CSP_BOT_CHECK", settings.csp_bot_check), ("CSP_TELEGRAM", settings.csp_telegram)):
        policy = policy.replace(f"{{${place}}}", origin)
    return Shell(page=(root / "__spa-fallback.html").read_text(encoding="utf-8"), policy=policy)


def current(runtime: Runtime) -> Shell:
    """The shell of the newest build; read again when the build has changed. Raises NoShell."""
    root = Path(runtime.settings.web_root)
    try:
        stamp = (root / "__spa-fallback.html").stat().st_mtime_ns
        kept: tuple[int, Shell] | None = runtime.state.get("shell")
        if kept is None or kept[0] != stamp:
            kept = (stamp, _read(root, settings_of(runtime)))
            runtime.state["shell"] = kept
    except OSError:
        raise NoShell from None
    return kept[1]
