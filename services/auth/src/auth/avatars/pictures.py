"""A picture as it may be shown: square, 512 points, webp, without a word of what the camera wrote into it."""

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from auth.avatars.errors import InvalidImage

SIDE = 512
OFFERED = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
# Beyond this a small file may unpack into gigabytes.
MOST_POINTS = 50_000_000


def square(content: bytes) -> bytes:
    """Re-encode; whatever is not one of the offered pictures raises InvalidImage."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=list(OFFERED.values())) as picture:
                if picture.width * picture.height > MOST_POINTS:
                    raise InvalidImage("Слишком большая картинка")
                upright = ImageOps.exif_transpose(picture).convert("RGB")
                fitted = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
        raise InvalidImage from error
    except Image.DecompressionBombWarning as error:
        raise InvalidImage("Слишком большая картинка") from error
    output = io.BytesIO()
    fitted.save(output, "WEBP", quality=82, method=4)
    return output.getvalue()
