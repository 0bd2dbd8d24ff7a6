import asyncio
import io
import re
import struct
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from chassis.testing.fixture_types import ApiClient, AuthHeadersBuilder
from chassis.testing.plugin import wait_for
from chassis.web.overload import ConcurrencyLimit
from content.articles.tables import Post
from content.runtime import ContentRuntime
from PIL import Image

from services.content.tests.fixture_types import Factory, PictureFactory

URL = "/api/content/admin/media"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def make_decompression_bomb() -> bytes:
    """Return a small PNG whose header claims fifteen thousand pixels in each direction."""

    def make_png_chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Width, height, 8 bits a sample, RGB, and the only methods of compression, filtering and interlacing.
    header = struct.pack(">IIBBBBB", 15_000, 15_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + make_png_chunk(b"IHDR", header)
        + make_png_chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + make_png_chunk(b"IEND", b"")
    )


class TestUnfinishedUploads:
    async def test_account_has_at_most_four_unfinished_uploads(
        self, client: ApiClient, admin: dict[str, str], picture: PictureFactory
    ) -> None:
        boundary = b"----part"
        upload_may_finish = asyncio.Event()
        head = b"--" + boundary + b'\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'
        form_headers = {**admin, "Content-Type": f"multipart/form-data; boundary={boundary.decode()}"}
        started_uploads = 0

        async def send_slowly() -> AsyncIterator[bytes]:
            nonlocal started_uploads
            yield head + b"Content-Type: image/png\r\n\r\nhalf a"
            started_uploads += 1
            await upload_may_finish.wait()
            yield b" picture\r\n--" + boundary + b"--\r\n"

        async def has_four() -> bool:
            return started_uploads == 4

        slow_uploads = [
            asyncio.ensure_future(client.post(URL, content=send_slowly(), headers=form_headers)) for _ in range(4)
        ]
        await wait_for(has_four)
        refusal = await client.post(URL, files={"file": ("a.jpg", picture(100, 100), "image/jpeg")}, headers=admin)
        upload_may_finish.set()
        assert (refusal.status_code, refusal.json()["code"], refusal.headers["Retry-After"]) == (
            429,
            "rate_limited",
            "5",
        )
        assert {answer.status_code for answer in await asyncio.gather(*slow_uploads)} == {422}
        accept_answer = await client.post(
            URL, files={"file": ("a.jpg", picture(100, 100), "image/jpeg")}, headers=admin
        )
        assert accept_answer.status_code == 201


class TestPreview:
    async def test_preview_is_a_jpeg_of_the_size_that_messengers_show(
        self,
        client: ApiClient,
        admin: dict[str, str],
        picture: PictureFactory,
        make_post: Factory[Post],
        web_root: Path,
        runtime: ContentRuntime,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        settings = runtime.settings.model_copy(update={"web_root": str(web_root)})
        monkeypatch.setattr(runtime, "settings", settings)
        file = {"file": ("a.jpg", picture(800, 800), "image/jpg")}
        media = (await client.post(URL, files=file, headers=admin)).json()
        post = await make_post(image_url=media["url"])
        page = (await client.get(f"/blog/{post.slug}")).text
        [address] = re.findall(r'og:image" content="http://[^/]+([^"]+)"', page)
        assert 'og:image:width" content="1200"' in page
        serve_answer = await client.get(address)
        image = Image.open(io.BytesIO(serve_answer.content))
        assert serve_answer.headers["content-type"] == "image/jpeg"
        assert image.format == "JPEG"
        assert image.size == (1200, 630)
        assert (await client.get(f"/media/{'0' * 32}-preview.jpg")).status_code == 404


class TestUpload:
    async def test_picture_is_encoded_again_in_three_widths(
        self, client: ApiClient, admin: dict[str, str], picture: PictureFactory
    ) -> None:
        content = picture(2400, 1200, exif=True)
        answer = await client.post(URL, files={"file": ("a.jpg", content, "image/jpeg")}, headers=admin)
        body = answer.json()
        assert answer.status_code == 201
        # The EXIF orientation was applied: the picture is upright.
        assert (body["success"], body["width"], body["height"]) == (True, 1200, 2400)
        assert [variant["width"] for variant in body["variants"]] == [480, 960, 1200]
        for variant in body["variants"]:
            serve_answer = await client.get(variant["url"])
            assert serve_answer.headers["content-type"] == "image/webp"
            assert serve_answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            image = Image.open(io.BytesIO(serve_answer.content))
            assert (image.format, image.width) == ("WEBP", variant["width"])
            assert not image.getexif()
            assert b"Secret" not in serve_answer.content
        repeated_answer = await client.get(body["url"], headers={"If-None-Match": serve_answer.headers["etag"]})
        assert repeated_answer.status_code == 304

    async def test_upload_is_refused_when_many_wait(
        self, client: ApiClient, admin: dict[str, str], picture: PictureFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("content.media.service.PICTURES", ConcurrencyLimit(running=1, waiting=0))
        files = {"file": ("a.jpg", picture(64, 32), "image/jpeg")}
        assert (await client.post(URL, files=files, headers=admin)).status_code == 503

    async def test_characters_that_no_file_name_contains_are_left_out(
        self, client: ApiClient, admin: dict[str, str], picture: PictureFactory
    ) -> None:
        disposition = b'Content-Disposition: form-data; name="file"; filename="a\x00b.jpg"\r\n'
        body = b"--part\r\n" + disposition + b"Content-Type: image/jpeg\r\n\r\n" + picture(64, 32) + b"\r\n--part--\r\n"
        form = {"Content-Type": "multipart/form-data; boundary=part"}
        assert (await client.post(URL, content=body, headers=admin | form)).status_code == 201
        [item] = (await client.get(URL, headers=admin)).json()["items"]
        assert item["name"] == "ab.jpg"

    @pytest.mark.parametrize("kind", ["PNG", "WEBP", "AVIF"])
    async def test_small_pictures_of_other_formats_are_not_enlarged(
        self, client: ApiClient, admin: dict[str, str], picture: PictureFactory, kind: str
    ) -> None:
        files = {"file": ("a", picture(64, 32, kind=kind), f"image/{kind.lower()}")}
        body = (await client.post(URL, files=files, headers=admin)).json()
        assert (body["width"], body["height"], len(body["variants"])) == (64, 32, 1)

    @pytest.mark.parametrize(
        ("content", "kind", "expected"),
        [
            (SVG, "image/svg+xml", (415, "unsupported_type")),
            (SVG, "image/png", (422, "invalid_image")),
            (b"GIF89a", "image/gif", (415, "unsupported_type")),
            (b"hello", "text/plain", (415, "unsupported_type")),
            (b"", "image/png", (422, "invalid_image")),
            (b"\x89PNG\r\n\x1a\nbroken", "image/png", (422, "invalid_image")),
            (make_decompression_bomb(), "image/png", (422, "invalid_image")),
            (b"x" * (5 * 1024 * 1024 + 1), "image/png", (413, "too_large")),
            (b"x" * (7 * 1024 * 1024), "image/png", (413, "too_large")),
        ],
    )
    async def test_unreadable_unsupported_and_large_files_are_refused(
        self, client: ApiClient, admin: dict[str, str], content: bytes, kind: str, expected: tuple[int, str]
    ) -> None:
        answer = await client.post(URL, files={"file": ("a", content, kind)}, headers=admin)
        assert (answer.status_code, answer.json()["code"]) == expected

    async def test_an_upload_that_is_not_a_form_is_refused(self, client: ApiClient, admin: dict[str, str]) -> None:
        answer = await client.post(URL, json={"file": "a"}, headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_type")

    async def test_a_gif_that_claims_to_be_a_png_is_refused(self, client: ApiClient, admin: dict[str, str]) -> None:
        buffer = io.BytesIO()
        Image.new("P", (4, 4)).save(buffer, "GIF")
        answer = await client.post(URL, files={"file": ("a", buffer.getvalue(), "image/png")}, headers=admin)
        assert answer.status_code == 415

    async def test_only_administrators_upload_pictures(
        self, client: ApiClient, build_auth_headers: AuthHeadersBuilder, picture: PictureFactory
    ) -> None:
        files = {"file": ("a", picture(4, 4), "image/jpeg")}
        assert (await client.post(URL, files=files)).status_code == 401
        assert (await client.post(URL, files=files, headers=build_auth_headers())).status_code == 403


class TestServe:
    async def test_unknown_pictures_get_404(self, client: ApiClient) -> None:
        for name in ("a.webp", "..%2f..%2fetc%2fpasswd", f"{'0' * 32}-480.webp"):
            assert (await client.get(f"/media/{name}")).status_code == 404

    async def test_same_picture_is_stored_once_and_deleted_with_its_files(
        self, client: ApiClient, admin: dict[str, str], picture: PictureFactory
    ) -> None:
        files = {"file": ("a.jpg", picture(500, 500), "image/jpeg")}
        first_media, second_media = [(await client.post(URL, files=files, headers=admin)).json() for _ in range(2)]
        assert first_media["id"] == second_media["id"]
        name_answer = await client.patch(
            f"{URL}/{first_media['id']}", json={"version": 1, "alt": "Красный лист"}, headers=admin
        )
        assert name_answer.json()["item"]["alt"] == "Красный лист"
        assert (await client.get(URL, headers=admin)).json()["total"] == 1
        assert (await client.delete(f"{URL}/{first_media['id']}", headers=admin)).json() == {"success": True}

        async def is_gone() -> bool:
            return bool((await client.get(first_media["url"])).status_code == 404)

        await wait_for(is_gone)


class TestDecoders:
    async def test_only_accepted_formats_reach_a_decoder(
        self, client: ApiClient, admin: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Pillow has dozens of decoders; a file that only claims to be a PNG must not choose one of them."""
        opened_formats: list[str] = []
        # Pillow loads most decoders only when a file needs them.
        Image.init()
        factory, accepts_prefix = Image.OPEN["TIFF"]

        def open_tiff(*args: Any) -> Any:
            opened_formats.append("TIFF")
            return factory(*args)

        monkeypatch.setitem(Image.OPEN, "TIFF", (open_tiff, accepts_prefix))
        buffer = io.BytesIO()
        Image.new("RGB", (8, 8)).save(buffer, "TIFF")
        answer = await client.post(URL, files={"file": ("a.png", buffer.getvalue(), "image/png")}, headers=admin)
        assert answer.status_code in {415, 422}
        assert opened_formats == []
