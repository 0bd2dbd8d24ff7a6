"""Converts an author's text to safe HTML and to plain text, and computes its reading time. Its functions are pure."""

import math
import re
from html import unescape

import nh3
from markdown_it import MarkdownIt

WORDS_PER_MINUTE = 180
# Signs of Markdown: a heading, list item, quotation or table row, a blank line, bold text, a link.
MARKDOWN_SYNTAX = re.compile(r"^(#{1,6} |[-*+] |\d+[.)] |> |\|)|\n\s*\n|\*\*|\]\(", re.MULTILINE)
TAGS = {
    "p", "br", "h2", "h3", "h4", "strong", "em", "a", "ul", "ol", "li", "blockquote", "code", "pre", "hr",
    "table", "thead", "tbody", "tr", "th", "td", "img", "del",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "img": {"src", "alt", "title"}, "th": {"style"}, "td": {"style"}}

_markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def render_html(content: str) -> str:
    """Render safe HTML: allowed tags and attributes only. Links send no referrer."""
    # In a text without Markdown each line is a paragraph, as the product specification says.
    if MARKDOWN_SYNTAX.search(content):
        html = _markdown.render(content)
    else:
        html = "\n".join(f"<p>{nh3.clean_text(line)}</p>" for line in content.splitlines() if line.strip())
    # The only <h1> of the page is the title of the article.
    return sanitize_html(html.replace("<h1>", "<h2>").replace("</h1>", "</h2>"))


def sanitize_html(html: str) -> str:
    """Keep the allowed tags and attributes. Links get `rel="noopener noreferrer"`."""
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        # On a narrow screen a table scrolls, so the keyboard has to reach it (WCAG 2.1.1).
        set_tag_attribute_values={"table": {"tabindex": "0"}},
        url_schemes={"https", "http", "mailto", "tel"},
        # Markdown writes the alignment of a column. Authors may use no other CSS.
        filter_style_properties={"text-align"},
        link_rel="noopener noreferrer",
    )


def extract_text(html: str) -> str:
    """Return the plain text, for the search index and the page description."""
    spaced_html = re.sub(r"</(p|h\d|li|td|th|tr|blockquote|pre)>|<br>", r"\g<0> ", html)
    return " ".join(unescape(nh3.clean(spaced_html, tags=set())).split())


def estimate_minutes_to_read(plain_text: str) -> int:
    """Return the reading time in whole minutes, at least one."""
    return max(1, math.ceil(len(plain_text.split()) / WORDS_PER_MINUTE))
