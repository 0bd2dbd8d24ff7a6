"""Reads QR codes back from pictures and PDF pages, as the app of a bank does."""

from io import BytesIO
from pathlib import Path
from urllib.parse import unquote

import typst
import zxingcpp
from PIL import Image

PAGE = '#set page(width: auto, height: auto, margin: 1cm, fill: white)\n#image("{name}")'


def read_qr_codes(content: bytes, folder: Path, *, name: str) -> list[str]:
    """Return the texts of the QR codes in an SVG picture or on the first page of a PDF.

    The extension of `name` tells the format of `content`.
    """
    (folder / name).write_bytes(content)
    page = folder / "page.typ"
    page.write_text(PAGE.format(name=name))
    page_png = typst.compile(str(page), root=str(folder), format="png", ppi=144)
    assert isinstance(page_png, bytes)
    return [code.text for code in zxingcpp.read_barcodes(Image.open(BytesIO(page_png)).convert("L"))]


def decode_data_uri(address: str) -> bytes:
    """Return the SVG of a `data:image/svg+xml` address."""
    head, _, body = address.partition(",")
    assert head.startswith("data:image/svg+xml"), head
    return unquote(body).encode()
