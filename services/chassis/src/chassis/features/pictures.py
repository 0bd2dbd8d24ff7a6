"""Decoding of uploaded pictures into plain 8-bit sRGB, and their encoding as WebP. It is pure CPU work for a thread.

A service that uses this module lists Pillow among its own dependencies.
"""

import io
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

# Media types that are unspecific, and types that some systems use instead of the common types. The content decides.
UNSPECIFIC_TYPES = frozenset({"", "application/octet-stream", "binary/octet-stream"})
ALIAS_TYPES = frozenset({"image/jpg", "image/pjpeg", "image/x-png"})
# A small file may decode into gigabytes. Phones make pictures of 48 megapixels.
MAX_PIXELS = 50_000_000
# In pixels. WebP allows 16 383.
MAX_SIDE = 16_000
WEBP_QUALITY = 82
# Limit of texts in a picture, such as the history of an editor. The default of Pillow is 1 MB.
MAX_TEXT_CHUNK_BYTES = 8 * 1024 * 1024


class PictureTooLarge(ValueError):
    """The picture has too many pixels. They were not decoded."""


def may_be_accepted(declared_type: str, accepted_types: Sequence[str] | frozenset[str]) -> bool:
    """Return True if a file that is declared as this media type may have one of the accepted types."""
    return declared_type in accepted_types or declared_type in UNSPECIFIC_TYPES or declared_type in ALIAS_TYPES


def decode(content: bytes, *, formats: Sequence[str]) -> "Image":
    """Decode a picture, upright, as 8-bit sRGB: RGB, or RGBA if it has transparency.

    Only these decoders of Pillow are used, whatever the file claims to be.

    Raises PictureTooLarge, PIL.UnidentifiedImageError, and many other errors of the decoders for a damaged file.
    """
    # The library is large and rarely needed, so it is imported at its first use (decision 0146).
    from PIL import Image, ImageOps, PngImagePlugin

    PngImagePlugin.MAX_TEXT_CHUNK = MAX_TEXT_CHUNK_BYTES
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        image = Image.open(io.BytesIO(content), formats=list(formats))
        # The size is checked before the pixels are decoded.
        if image.width * image.height > MAX_PIXELS or max(image.size) > MAX_SIDE:
            raise PictureTooLarge
        image.load()
        return _convert_to_srgb(_convert_to_8_bit(ImageOps.exif_transpose(image)))


def _convert_to_8_bit(image: "Image") -> "Image":
    """Scale 16-bit grey to 8 bits. A plain conversion would make every value above 255 white."""
    if not image.mode.startswith("I"):
        return image
    scaled_image = image.convert("I").point(lambda value: value * (1 / 256))
    return scaled_image.convert("L")


def _convert_to_srgb(image: "Image") -> "Image":
    """Convert the colours by the profile of the picture. The profile is removed."""
    from PIL import ImageCms

    profile = image.info.get("icc_profile")
    has_alpha = image.mode in {"RGBA", "LA", "PA", "La", "RGBa"} or "transparency" in image.info
    alpha = image.convert("RGBA").getchannel("A") if has_alpha else None
    opaque_image = image.convert("RGB") if has_alpha or image.mode not in {"L", "RGB", "CMYK", "LAB"} else image
    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            converted_image = ImageCms.profileToProfile(
                opaque_image, source, ImageCms.createProfile("sRGB"), outputMode="RGB"
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            # The profile is damaged or belongs to another colour space.
            converted_image = None
        opaque_image = converted_image or opaque_image
    rgb = opaque_image.convert("RGB")
    if alpha is not None:
        rgb.putalpha(alpha)
    return rgb


def flatten(image: "Image") -> "Image":
    """Put the picture on white. If its transparency were only removed, transparent areas would be black."""
    from PIL import Image

    if image.mode != "RGBA":
        return image.convert("RGB")
    background = Image.new("RGB", image.size, "white")
    background.paste(image, mask=image.getchannel("A"))
    return background


def encode_webp(image: "Image") -> bytes:
    """Encode the pixels only, without EXIF, colour profile or text."""
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", quality=WEBP_QUALITY, method=4, exif=b"", icc_profile=b"", xmp=b"")
    return buffer.getvalue()
