"""Names of stored files."""

import pytest
from content.media.uploads import build_file_name


@pytest.mark.parametrize(
    ("sent_name", "stored_name"),
    [
        ("паспорт.jpg", "паспорт.webp"),
        ("Договор", "Договор.webp"),
        ("отчёт.v2.pdf", "отчёт.v2.webp"),
        ("C:\\Users\\anna\\скан.png", "скан.webp"),
        ("/home/anna/скан.png", "скан.webp"),
        ("1: скан.png", "1: скан.webp"),
        ("..", "document.webp"),
        ("", "document.webp"),
        ("я" * 300 + ".png", "я" * 100 + ".webp"),
    ],
)
def test_a_file_keeps_the_name_that_its_sender_gave_it_without_folders(sent_name: str, stored_name: str) -> None:
    assert build_file_name(sent_name, "webp", default="document") == stored_name
