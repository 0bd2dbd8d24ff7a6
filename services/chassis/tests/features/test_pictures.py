import io
from typing import Any

import pytest
from chassis.features.pictures import PictureTooLarge, decode, flatten, is_claim_of
from PIL import Image, ImageCms, PngImagePlugin

LIMITS: dict[str, Any] = {"formats": ("PNG", "JPEG", "WEBP"), "max_pixels": 10_000, "max_side": 1_000}


def encode(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def near(left: Any, right: Any, *, by: int = 4) -> bool:
    return all(abs(one - other) <= by for one, other in zip(left, right, strict=True))


def test_grey_of_16_bits_is_scaled() -> None:
    grey = Image.new("I;16", (2, 1))
    grey.putpixel((0, 0), 0x8000)
    grey.putpixel((1, 0), 0x0100)
    decoded = decode(encode(grey), **LIMITS)
    assert (decoded.mode, decoded.getpixel((0, 0)), decoded.getpixel((1, 0))) == ("RGB", (128,) * 3, (1,) * 3)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparency_becomes_white(mode: str) -> None:
    image = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    image.putpixel((1, 1), (0, 0, 0, 255))
    flat = flatten(decode(encode(image.convert(mode)), **LIMITS))
    assert (flat.mode, flat.getpixel((0, 0)), flat.getpixel((1, 1))) == ("RGB", (255,) * 3, (0,) * 3)


def test_colours_are_converted_by_their_profile() -> None:
    lab = ImageCms.createProfile("LAB")
    srgb = ImageCms.createProfile("sRGB")
    red = Image.new("RGB", (4, 4), (200, 30, 30))
    # A profile of another space that the picture cannot have is ignored.
    odd = encode(red, icc_profile=ImageCms.ImageCmsProfile(lab).tobytes())
    assert decode(odd, **LIMITS).getpixel((0, 0)) == (200, 30, 30)
    same = encode(red, icc_profile=ImageCms.ImageCmsProfile(srgb).tobytes())
    assert near(decode(same, **LIMITS).getpixel((0, 0)), (200, 30, 30))
    damaged = encode(red, icc_profile=b"damaged")
    assert decode(damaged, **LIMITS).getpixel((0, 0)) == (200, 30, 30)


def test_wide_colours_keep_their_look() -> None:
    # sRGB with red and green exchanged: a profile that visibly changes the colours.
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red = profile.index(b"rXYZ")
    green = profile.index(b"gXYZ")
    profile[red : red + 4] = b"gXYZ"
    profile[green : green + 4] = b"rXYZ"
    image = Image.new("RGB", (4, 4), (200, 30, 30))
    assert near(decode(encode(image, icc_profile=bytes(profile)), **LIMITS).getpixel((0, 0)), (30, 200, 30), by=12)


def test_long_texts_in_a_picture_are_no_damage() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("History", "x" * 2_000_000, zip=True)
    assert decode(encode(Image.new("RGB", (4, 4)), pnginfo=info), **LIMITS).size == (4, 4)


def test_too_large_ones_are_not_decoded() -> None:
    with pytest.raises(PictureTooLarge):
        decode(encode(Image.new("L", (1001, 1))), **LIMITS)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("image/jpeg", True), ("image/jpg", True), ("", True), ("application/octet-stream", True), ("text/plain", False)],
)
def test_only_a_claim_of_something_else_is_refused_unread(kind: str, expected: bool) -> None:
    assert is_claim_of(kind, ("image/jpeg",)) is expected
