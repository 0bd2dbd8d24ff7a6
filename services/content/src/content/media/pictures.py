"""Decodes and re-encodes pictures: no byte of the sender's file is kept, so nothing can hide in it. Pure."""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chassis.features.pictures import PictureTooLarge, decode, flatten, is_claim_of

from content.media.errors import InvalidImage, TypeNotOffered

if TYPE_CHECKING:
    from PIL import Image

WIDTHS = (480, 960, 1920)
# No other of Pillow's decoders is ever reached, whatever the file claims to be.
FORMATS = ("PNG", "JPEG", "WEBP", "AVIF")
# GIF, BMP, TIFF: pictures, but of a type that is not accepted.
OTHER_PICTURES = (b"GIF8", b"BM", b"II*\0", b"MM\0*")
TYPES = frozenset({"image/png", "image/jpeg", "image/webp", "image/avif"})
# A small file may decode to gigabytes; 40 megapixels are enough for any camera.
MAX_PIXELS = 40_000_000
MAX_SIDE = 16_000
QUALITY = 82
# The size that Open Graph readers ask for.
PREVIEW_SIZE = (1200, 630)


@dataclass(frozen=True)
class Variant:
    """The picture at one width."""

    width: int
    height: int
    content: bytes


def open_image(content: bytes, kind: str) -> "Image.Image":
    """The picture, upright, in 8-bit sRGB and without its metadata. Raises TypeNotOffered, InvalidImage.

    The content decides: `kind` is what the sender claims, and many systems claim nothing.
    """
    # A heavy library for a rare request: imported when one comes (decision 0146).
    from PIL import UnidentifiedImageError

    if not is_claim_of(kind, TYPES):
        raise TypeNotOffered
    try:
        return decode(content, formats=FORMATS, max_pixels=MAX_PIXELS, max_side=MAX_SIDE)
    except PictureTooLarge:
        raise InvalidImage("Картинка слишком велика") from None
    except UnidentifiedImageError:
        raise (TypeNotOffered if content.startswith(OTHER_PICTURES) else InvalidImage) from None
    except Exception as error:  # the decoders raise many types for damaged files
        raise InvalidImage from error


def convert(content: bytes, kind: str) -> list[Variant]:
    """A picture in WebP at up to three widths, never enlarged, the widest last; CPU work, to be run in a thread."""
    plain = open_image(content, kind)
    widths = sorted({min(width, plain.width) for width in WIDTHS})
    return [_make_variant(plain, width) for width in widths]


def make_preview(content: bytes) -> bytes:
    """A stored picture as the JPEG that messengers show beside a link; some of them know no WebP."""
    from PIL import ImageOps
    from PIL.Image import Resampling

    plain = flatten(decode(content, formats=FORMATS, max_pixels=MAX_PIXELS, max_side=MAX_SIDE))
    fitted = ImageOps.fit(plain, PREVIEW_SIZE, Resampling.LANCZOS)
    buffer = io.BytesIO()
    fitted.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return buffer.getvalue()


def _make_variant(image: "Image.Image", width: int) -> Variant:
    from PIL.Image import Resampling

    height = max(1, round(image.height * width / image.width))
    resized = image if width == image.width else image.resize((width, height), Resampling.LANCZOS)
    return Variant(width, height, encode_webp(resized))


def encode_webp(image: "Image.Image") -> bytes:
    """The pixels alone: no EXIF, no profile, no text."""
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=QUALITY, method=4, exif=b"", icc_profile=b"", xmp=b"")
    return buffer.getvalue()
