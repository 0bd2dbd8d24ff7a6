"""Converts an uploaded picture to a square WebP of 512 pixels without metadata."""

import io
import warnings

from auth.profile.errors import InvalidImage

SIDE = 512
FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
# A small compressed file may decode into gigabytes.
MAX_PIXELS = 50_000_000


def square(content: bytes) -> bytes:
    """Re-encode a PNG, JPEG or WebP picture. Raises InvalidImage for anything else."""
    # A heavy library for a rare request: imported when one comes (decision 0146).
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=list(FORMATS.values())) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    raise InvalidImage("Слишком большая картинка")
                upright = ImageOps.exif_transpose(picture).convert("RGB")
                fitted = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    except InvalidImage:
        raise
    except Image.DecompressionBombWarning as error:
        raise InvalidImage("Слишком большая картинка") from error
    except Exception as error:  # the decoders raise many types for damaged files
        raise InvalidImage from error
    output = io.BytesIO()
    fitted.save(output, "WEBP", quality=82, method=4)
    return output.getvalue()
