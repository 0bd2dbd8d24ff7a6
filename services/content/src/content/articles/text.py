"""An author's text as safe HTML, as plain words, and how long it takes to read. Pure."""

import math
import re

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


def is_markdown(content: str) -> bool:
    """Whether the text is marked up; else every line is a paragraph, as the specification has it."""
    return bool(MARKS.search(content))


def as_html(content: str) -> str:
    """Safe HTML: no scripts, no foreign attributes, links that give away nothing."""
    if is_markdown(content):
        html = _markdown.render(content)
    else:
        html = "\n".join(f"<p>{nh3.clean_text(line)}</p>" for line in content.splitlines() if line.strip())
    # The page has one first heading, the article's title.
    html = html.replace("<h1>", "<h2>").replace("</h1>", "</h2>")
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        # On a narrow screen a table scrolls, so the keyboard has to reach it (WCAG 2.1.1).
        set_tag_attribute_values={"table": {"tabindex": "0"}},
        url_schemes={"https", "http", "mailto", "tel"},
        link_rel="noopener noreferrer",
    )


def as_words(html: str) -> str:
    """The text alone, for the search and for the HTML of the page's head."""
    spaced = re.sub(r"</(p|h\d|li|td|th|tr|blockquote|pre)>|<br>", r"\g<0> ", html)
    return " ".join(_unescaped(nh3.clean(spaced, tags=set())).split())


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")


def minutes_to_read(words: str) -> int:
    """Whole minutes, one at least."""
    return max(1, math.ceil(len(words.split()) / WORDS_A_MINUTE))
