"""Inputs for the property tests of parsers: JSON values, pictures, and nearly valid bytes."""

import io
from typing import Any

from hypothesis import strategies as st

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def make_picture(kind: str) -> bytes:
    """Make a small picture. `kind` is a format of Pillow: PNG, JPEG, WEBP or AVIF."""
    # Services that accept no pictures do not have this library.
    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (24, 16), (200, 30, 30)).save(buffer, kind)
    return buffer.getvalue()


@st.composite
def mutate(draw: st.DrawFn, *samples: bytes) -> bytes:
    """Generate one of the samples with a few bytes replaced, and perhaps its end cut off.

    Such bytes reach deep into a parser. No sample may be empty.
    """
    content = bytearray(draw(st.sampled_from(samples)))
    for _ in range(draw(st.integers(1, 5))):
        content[draw(st.integers(0, len(content) - 1))] = draw(st.integers(0, 255))
    end = draw(st.just(len(content)) | st.integers(1, len(content)))
    return bytes(content[:end])
