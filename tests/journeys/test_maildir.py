"""The index of the emails that the stack has sent."""

from email.message import EmailMessage
from pathlib import Path

from tests.journeys.users import Maildir


def deliver(folder: Path, name: str, to: str, text: str) -> None:
    message = EmailMessage()
    message["To"] = to
    message.set_content(text)
    (folder / name).write_bytes(message.as_bytes())


def list_texts(mail: Maildir, address: str) -> list[str]:
    return [message.get_content().strip() for message in mail.list_emails(address)]


def test_each_file_is_read_once_and_new_ones_are_found(tmp_path: Path) -> None:
    mail = Maildir(tmp_path)
    assert list_texts(mail, "anna@example.com") == []
    deliver(tmp_path, "z", "Анна <Anna@example.com>", "первое")
    deliver(tmp_path, "y", "petr@example.com", "чужое")
    assert list_texts(mail, "anna@EXAMPLE.com") == ["первое"]
    # Read once: its file is not needed any more.
    (tmp_path / "z").unlink()
    deliver(tmp_path, "a", "anna@example.com", "второе")
    assert list_texts(mail, "anna@example.com") == ["первое", "второе"]
    assert list_texts(mail, "petr@example.com") == ["чужое"]


def test_a_missing_mail_folder_has_no_emails(tmp_path: Path) -> None:
    assert Maildir(tmp_path / "new").list_emails("anna@example.com") == []
