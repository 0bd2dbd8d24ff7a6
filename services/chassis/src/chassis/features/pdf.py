"""PDF pages that Typst renders from a template. Only the fonts beside the template are used.

Rendering uses one core fully, so a process renders one page at a time. A service that uses this module lists typst
among its own dependencies.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chassis.web.overload import ConcurrencyLimit

if TYPE_CHECKING:
    from typst import Fonts

LIMIT = ConcurrencyLimit(running=1, waiting=20)


async def render(folder: Path, template: str, *, created_at: datetime, **inputs: Mapping[str, Any] | str) -> bytes:
    """Render a template, a path in `folder`, with the fonts of `folder`/fonts.

    `created_at` becomes the creation date of the document. Inputs are texts, or objects that the template reads as
    JSON. Equal arguments give equal bytes. Raises Unavailable if too many requests wait.
    """
    values = {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in inputs.items()
    }
    return await LIMIT.run_in_thread(_render, folder, template, values, int(created_at.timestamp()))


@cache
def _load_fonts(folder: Path) -> "Fonts":
    # The library is large and rarely needed, so it is imported at its first use (decision 0146).
    import typst

    return typst.Fonts(font_paths=[str(folder / "fonts")], include_system_fonts=False)


def _render(folder: Path, template: str, inputs: dict[str, str], created_at: int) -> bytes:
    import typst

    page = typst.compile(
        str(folder / template),
        root=str(folder),
        font_paths=_load_fonts(folder),
        format="pdf",
        sys_inputs=inputs,
        timestamp=created_at,
    )
    assert isinstance(page, bytes)
    return page
