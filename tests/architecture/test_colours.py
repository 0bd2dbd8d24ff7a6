"""Pages and pictures outside of the app have copies of the colours of web/src/ui/tokens.css."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from status.unavailable import STYLE

ROOT = Path(__file__).resolve().parents[2]
TOKENS = (ROOT / "web/src/ui/tokens.css").read_text()
# The pages behind email links, and the page of an outage. Each has its stylesheet.
STYLESHEETS = {
    "email-link-page.css": (ROOT / "web/public/email-link-page.css").read_text(),
    "unavailable.py": STYLE,
}
# PDF templates, the badge of the status, QR codes and the icon of the site.
COPIES = ("services/*/src/**/*.typ", "services/*/src/**/*.py", "web/public/*.svg")


def read_colours(css: str, selector: str) -> dict[str, str]:
    """Return the colours that the first rule with this selector declares, by name of the token."""
    rule = css.partition(f"{selector} {{")[2].partition("}")[0]
    return dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})\b", rule))


LIGHT = read_colours(TOKENS, "\n:root")
DARK = read_colours(TOKENS, ":root .band")


def list_copies() -> Iterator[tuple[str, str]]:
    """Yield each literal colour with its file."""
    for pattern in COPIES:
        for file in ROOT.glob(pattern):
            for colour in re.findall(r"#[0-9a-fA-F]{6}\b", file.read_text()):
                yield str(file.relative_to(ROOT)), colour


@pytest.mark.parametrize("name", STYLESHEETS)
def test_a_page_without_the_app_has_the_colours_of_both_themes(name: str) -> None:
    light_css, _, dark_css = STYLESHEETS[name].partition("@media (prefers-color-scheme: dark)")
    light = read_colours(light_css, "\n:root")
    dark = read_colours(dark_css, ":root")
    assert light.keys() == dark.keys() != set()
    assert light == {token: LIGHT[token] for token in light}
    assert dark == {token: DARK[token] for token in dark}


def test_colours_of_documents_and_pictures_are_those_of_the_theme() -> None:
    copies = list(list_copies())
    assert len(copies) > 10
    theme = {*LIGHT.values(), *DARK.values()}
    assert [copy for copy in copies if copy[1].lower() not in theme] == []
