"""Page with all messages for review. Each service writes a part of it (`make mail-preview`)."""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from chassis.mail.texts import RenderedEmail


@dataclass(frozen=True)
class Preview:
    """A message with example values. `facts` are shown beside it: recipients, channels, and the target of its link."""

    name: str
    title: str
    message: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    email: RenderedEmail | None = None


def write_part(folder: Path, service: str, previews: Iterable[Preview]) -> Path:
    """Write the messages of one service as a part of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{service}.part.html"
    part.write_text("\n".join([f"<h2>{escape(service)}</h2>", *map(_describe, previews)]), encoding="utf-8")
    return part


def write_requested_part(service: str, previews: Iterable[Preview]) -> None:
    """Write the part of one service into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=f"Write the messages of {service} as a part of the page.")
    parser.add_argument("folder", type=Path)
    write_part(parser.parse_args().folder, service, previews)


def _describe(preview: Preview) -> str:
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in preview.facts.items())
    message = f"<h3>{escape(preview.title)}</h3><p>{escape(preview.message)}</p>" if preview.message else ""
    email = ""
    if preview.email:
        email = (
            f"<p class='subject'>Письмо: {escape(preview.email.subject)}</p>"
            f"<details><summary>Текстом</summary><pre>{escape(preview.email.text)}</pre></details>"
            f'<iframe srcdoc="{escape(preview.email.html)}" loading="lazy"></iframe>'
        )
    return f"<section><code>{escape(preview.name)}</code><dl>{facts}</dl>{message}{email}</section>"


STYLE = """
body { margin: 2rem auto; padding: 0 1rem; max-width: 45rem; font: 16px/1.5 system-ui, sans-serif; color: #16181a; }
section { margin: 0 0 2.5rem; padding: 1rem 1.25rem; border: 1px solid #d5cfc2; }
h3 { margin: .5rem 0 .25rem; } p { margin: 0 0 .5rem; white-space: pre-line; }
.subject { margin-top: 1rem; font-weight: 600; }
dl { margin: .25rem 0; display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; font-size: 13px; color: #47484a; }
dd { margin: 0; } code { font-size: 13px; color: #47484a; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; }
iframe { width: 100%; height: 30rem; border: 1px solid #d5cfc2; }
"""


def write_page(folder: Path) -> Path:
    """Join the parts into the page. Returns its path."""
    parts = [part.read_text("utf-8") for part in sorted(folder.glob("*.part.html"))]
    page = folder / "index.html"
    head = (
        "<!doctype html><html lang=ru><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>Все сообщения</title><style>{STYLE}</style>"
    )
    page.write_text(f"{head}<h1>Все сообщения</h1>{''.join(parts)}</html>", encoding="utf-8")
    return page


def main() -> None:
    """Join the parts in a folder and print the path of the page."""
    parser = argparse.ArgumentParser(description="Join the parts of the services into one page.")
    parser.add_argument("folder", type=Path)
    page = write_page(parser.parse_args().folder)
    sys.stdout.write(f"{page.resolve()}\n")


if __name__ == "__main__":
    main()
