"""PDF pages made by Typst, one at a time: rendering uses one core fully, or concurrent requests would wait."""

import json
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import typst
from chassis.web.overload import ConcurrencyLimit

FOLDER = Path(str(files("content")))
LIMIT = ConcurrencyLimit(running=1, waiting=20)


async def render(template: str, *, made_at: datetime, **inputs: dict[str, Any] | str) -> bytes:
    """The template (a path in this package) as PDF. Its inputs are JSON objects or texts. Raises Unavailable."""
    values = {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in inputs.items()
    }
    return await LIMIT.run_in_thread(_render, template, values, int(made_at.timestamp()))


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(font_paths=[str(FOLDER / "fonts")], include_system_fonts=False)


def _render(template: str, inputs: dict[str, str], made_at: int) -> bytes:
    page = typst.compile(
        str(FOLDER / template),
        root=str(FOLDER),
        font_paths=_fonts(),
        format="pdf",
        sys_inputs=inputs,
        timestamp=made_at,
    )
    assert isinstance(page, bytes)
    return page
