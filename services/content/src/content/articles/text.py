"""An author's text as safe HTML and as plain text, and its reading time. Pure."""

import math
import re
from html import unescape

import nh3
from markdown_it import MarkdownIt

WORDS_A_MINUTE = 180
MARKS = re.compile(r"^(#{1,6} |[-*+] |\d+[.)] |> |\|)|\n\s*\n|\*\*|\]\(", re.MULTILINE)
TAGS = {
    "p", "br", "h2", "h3", "h4", "strong", "em", "a", "ul", "ol", "li", "blockquote", "code", "pre", "hr",
    "table", "thead", "tbody", "tr", "th", "td", "img", "del",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "img": {"src", "alt", "title"}, "th": {"style"}, "td": {"style"}}

_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def render_html(content: str) -> str:
    """Safe HTML: allowed tags and attributes only; links send no referrer."""
    # A text without marks of Markdown is of lines, and each is a paragraph, as the specification says.
    if MARKS.search(content):
        html = _markdown.render(content)
    else:
        html = "\n".join(f"<p>{nh3.clean_text(line)}</p>" for line in content.splitlines() if line.strip())
    # The only <h1> of the page is the title of the article.
    html = html.replace("<h1>", "<h2>").replace("</h1>", "</h2>")
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        # On a narrow screen a table scrolls, so the keyboard has to reach it (WCAG 2.1.1).
        set_tag_attribute_values={"table": {"tabindex": "0"}},
        url_schemes={"https", "http", "mailto", "tel"},
        # Markdown writes the alignment of a column; nothing else of CSS is an author's.
        filter_style_properties={"text-align"},
        link_rel="noopener noreferrer",
    )


def extract_text(html: str) -> str:
    """The plain text, for the search index and the page description."""
    spaced = re.sub(r"</(p|h\d|li|td|th|tr|blockquote|pre)>|<br>", r"\g<0> ", html)
    return " ".join(unescape(nh3.clean(spaced, tags=set())).split())


def minutes_to_read(words: str) -> int:
    """Whole minutes, one at least."""
    return max(1, math.ceil(len(words.split()) / WORDS_A_MINUTE))
