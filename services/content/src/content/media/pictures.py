"""Decodes and re-encodes pictures, so that no byte of the sender's file is kept. Its functions are pure."""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chassis.features.pictures import PictureTooLarge, decode, encode_webp, flatten, may_be_accepted

from content.media.errors import ImageTypeRefused, InvalidImage

if TYPE_CHECKING:
    from PIL import Image

WIDTHS = (480, 960, 1920)
# Only these decoders of Pillow are used, whatever the file claims to be.
FORMATS = ("PNG", "JPEG", "WEBP", "AVIF")
# The first bytes of picture types that are recognized but not accepted.
REFUSED_SIGNATURES = (b"GIF8", b"BM", b"II*\0", b"MM\0*")
ACCEPTED_TYPES = frozenset({"image/png", "image/jpeg", "image/webp", "image/avif"})
JPEG_QUALITY = 82
# The size that Open Graph recommends.
PREVIEW_SIZE = (1200, 630)


@dataclass(frozen=True)
class ResizedPicture:
    """The picture at one width."""

    width: int
    height: int
    content: bytes


def open_image(content: bytes, kind: str) -> "Image.Image":
    """Decode a picture: upright, in 8-bit sRGB, without metadata. Raises ImageTypeRefused, InvalidImage.

    The type is detected from the content. `kind` is the type that the sender claims; many systems claim none.
    """
    # The library is large and rarely needed, so it is imported at its first use (decision 0146).
    from PIL import UnidentifiedImageError

    if not may_be_accepted(kind, ACCEPTED_TYPES):
        raise ImageTypeRefused
    try:
        return decode(content, formats=FORMATS)
    except PictureTooLarge:
        raise InvalidImage("Картинка слишком велика") from None
    except UnidentifiedImageError:
        if content.startswith(REFUSED_SIGNATURES):
            raise ImageTypeRefused from None
        raise InvalidImage from None
    except Exception as error:  # the decoders raise many types for damaged files
        raise InvalidImage from error


def convert(content: bytes, kind: str) -> list[ResizedPicture]:
    """Convert a picture to WebP at up to three widths, never enlarged, the widest last.

    CPU-bound: call it in a thread. Raises ImageTypeRefused, InvalidImage.
    """
    image = open_image(content, kind)
    widths = sorted({min(width, image.width) for width in WIDTHS})
    return [_resize(image, width) for width in widths]


def make_preview(content: bytes) -> bytes:
    """Convert a stored picture to the JPEG that messengers show beside a link, because some do not support WebP."""
    from PIL import ImageOps
    from PIL.Image import Resampling

    picture = flatten(decode(content, formats=FORMATS))
    fitted_picture = ImageOps.fit(picture, PREVIEW_SIZE, Resampling.LANCZOS)
    buffer = io.BytesIO()
    fitted_picture.save(buffer, "JPEG", quality=JPEG_QUALITY, optimize=True)
    return buffer.getvalue()


def _resize(image: "Image.Image", width: int) -> ResizedPicture:
    from PIL.Image import Resampling

    height = max(1, round(image.height * width / image.width))
    resized_picture = image if width == image.width else image.resize((width, height), Resampling.LANCZOS)
    return ResizedPicture(width, height, encode_webp(resized_picture))
