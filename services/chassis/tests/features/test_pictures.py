import io
from typing import Any

import pytest
from chassis.features.pictures import MAX_SIDE, PictureTooLarge, decode, encode_webp, flatten, may_be_accepted
from PIL import Image, ImageCms, PngImagePlugin

FORMATS = ("PNG", "JPEG", "WEBP")


def encode(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def is_near(left: Any, right: Any, *, tolerance: int = 4) -> bool:
    return all(abs(left_value - right_value) <= tolerance for left_value, right_value in zip(left, right, strict=True))


def test_grey_of_16_bits_is_scaled() -> None:
    grey = Image.new("I;16", (2, 1))
    grey.putpixel((0, 0), 0x8000)
    grey.putpixel((1, 0), 0x0100)
    decoded_picture = decode(encode(grey), formats=FORMATS)
    assert decoded_picture.mode == "RGB"
    assert decoded_picture.getpixel((0, 0)) == (128, 128, 128)
    assert decoded_picture.getpixel((1, 0)) == (1, 1, 1)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_transparency_becomes_white(mode: str) -> None:
    image = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    image.putpixel((1, 1), (0, 0, 0, 255))
    flattened_picture = flatten(decode(encode(image.convert(mode)), formats=FORMATS))
    assert flattened_picture.mode == "RGB"
    assert flattened_picture.getpixel((0, 0)) == (255, 255, 255)
    assert flattened_picture.getpixel((1, 1)) == (0, 0, 0)


def test_a_colour_profile_that_does_not_fit_is_ignored() -> None:
    lab_profile = ImageCms.createProfile("LAB")
    srgb = ImageCms.createProfile("sRGB")
    red = Image.new("RGB", (4, 4), (200, 30, 30))
    # An RGB picture cannot have a LAB profile.
    picture_with_lab_profile = encode(red, icc_profile=ImageCms.ImageCmsProfile(lab_profile).tobytes())
    assert decode(picture_with_lab_profile, formats=FORMATS).getpixel((0, 0)) == (200, 30, 30)
    picture_with_srgb_profile = encode(red, icc_profile=ImageCms.ImageCmsProfile(srgb).tobytes())
    assert is_near(decode(picture_with_srgb_profile, formats=FORMATS).getpixel((0, 0)), (200, 30, 30))
    damaged_picture = encode(red, icc_profile=b"damaged")
    assert decode(damaged_picture, formats=FORMATS).getpixel((0, 0)) == (200, 30, 30)


def test_wide_colours_keep_their_look() -> None:
    # sRGB with red and green exchanged: a profile that visibly changes the colours.
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red = profile.index(b"rXYZ")
    green = profile.index(b"gXYZ")
    profile[red : red + 4] = b"gXYZ"
    profile[green : green + 4] = b"rXYZ"
    image = Image.new("RGB", (4, 4), (200, 30, 30))
    assert is_near(
        decode(encode(image, icc_profile=bytes(profile)), formats=FORMATS).getpixel((0, 0)), (30, 200, 30), tolerance=12
    )


def test_a_picture_with_long_texts_is_decoded() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("History", "x" * 2_000_000, zip=True)
    assert decode(encode(Image.new("RGB", (4, 4)), pnginfo=info), formats=FORMATS).size == (4, 4)


@pytest.mark.parametrize("size", [(MAX_SIDE + 1, 1), (8_000, 6_251)])
def test_too_large_pictures_are_not_decoded(size: tuple[int, int]) -> None:
    with pytest.raises(PictureTooLarge):
        decode(encode(Image.new("1", size)), formats=FORMATS)


def test_a_picture_of_a_phone_with_48_megapixels_is_decoded() -> None:
    assert decode(encode(Image.new("1", (8_064, 6_048))), formats=FORMATS).size == (8_064, 6_048)


def test_encoding_removes_exif() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Camera"
    picture = Image.open(io.BytesIO(encode(Image.new("RGB", (4, 4)), "JPEG", exif=exif)))
    assert not Image.open(io.BytesIO(encode_webp(picture))).getexif()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("image/jpeg", True), ("image/jpg", True), ("", True), ("application/octet-stream", True), ("text/plain", False)],
)
def test_only_a_file_that_is_declared_as_another_type_is_refused_unread(kind: str, expected: bool) -> None:
    assert may_be_accepted(kind, ("image/jpeg",)) is expected
