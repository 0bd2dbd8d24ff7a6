"""Encrypted objects in a folder or an S3-compatible store. Writing them needs only public keys."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyrage
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from deploy.backup.sources import BackupError

SUFFIX = ".age"


class Archive:
    """Store of encrypted objects by name.

    `identity` is needed only to read. Every method raises BackupError if the store does not answer, if an object cannot
    be decrypted, or if it is to be read without the identity.
    """

    def __init__(self, store: LocalStore | S3Store, *, recipients: Iterable[str], identity: str = "") -> None:
        self._store = store
        self._recipients = [pyrage.x25519.Recipient.from_str(recipient) for recipient in recipients]
        self._identity = pyrage.x25519.Identity.from_str(identity) if identity else None

    def put(self, name: str, content: bytes) -> None:
        """Encrypt the content and store it under the name. An object of this name is replaced."""
        self._write(name, pyrage.encrypt(content, self._recipients))

    def put_file(self, name: str, file: Path) -> None:
        """Encrypt and store a file of any size."""
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            encrypted_file = Path(folder) / "encrypted"
            pyrage.encrypt_file(str(file), str(encrypted_file), self._recipients)
            self._write(name, encrypted_file)

    def _write(self, name: str, content: bytes | Path) -> None:
        try:
            self._store.put(name + SUFFIX, content)
        except (BaseError, OSError) as error:
            raise BackupError(f"{name} could not be archived: {error}") from error

    def get(self, name: str) -> bytes:
        """Read an object and decrypt it."""
        try:
            content = bytes(self._store.get(name + SUFFIX).bytes())
        except (BaseError, OSError) as error:
            raise BackupError(f"{name} could not be read from the archive: {error}") from error
        return self._decrypt(name, content)

    def _decrypt(self, name: str, content: bytes) -> bytes:
        try:
            return bytes(pyrage.decrypt(content, [self._require_identity()]))
        except pyrage.DecryptError as error:
            raise BackupError(f"{name} cannot be decrypted with ARCHIVE_IDENTITY: {error}") from error

    def get_file(self, name: str, file: Path) -> None:
        """Decrypt an object of any size into a file."""
        encrypted_file = file.with_name(f"{file.name}{SUFFIX}")
        try:
            with encrypted_file.open("wb") as output:
                for chunk in self._store.get(name + SUFFIX).stream():
                    output.write(chunk)
            pyrage.decrypt_file(str(encrypted_file), str(file), [self._require_identity()])
        except pyrage.DecryptError as error:
            raise BackupError(f"{name} cannot be decrypted with ARCHIVE_IDENTITY: {error}") from error
        except (BaseError, OSError) as error:
            raise BackupError(f"{name} could not be read from the archive: {error}") from error
        finally:
            encrypted_file.unlink(missing_ok=True)

    def list_names(self, prefix: str) -> list[str]:
        """Return all names that begin with the prefix, sorted."""
        try:
            paths = [str(entry["path"]) for page in self._store.list(prefix) for entry in page]
        except (BaseError, OSError) as error:
            raise BackupError(f"the archive could not be listed: {error}") from error
        return sorted(name.removesuffix(SUFFIX) for name in paths if name.endswith(SUFFIX))

    def delete(self, names: Iterable[str]) -> None:
        """Delete objects. An object that is missing already is not an error."""
        for name in names:
            try:
                self._store.delete(name + SUFFIX)
            except FileNotFoundError:
                continue
            except (BaseError, OSError) as error:
                raise BackupError(f"{name} could not be deleted from the archive: {error}") from error

    def _require_identity(self) -> "pyrage.x25519.Identity":
        if self._identity is None:
            raise BackupError("ARCHIVE_IDENTITY is missing: the archive can only be read with the secret key")
        return self._identity


def open_archive(environment: Mapping[str, str]) -> Archive:
    """Open the archive by its settings. Raises BackupError if they are wrong.

    ARCHIVE_URL is a folder or s3://bucket/prefix. ARCHIVE_ENDPOINT, ARCHIVE_REGION, ARCHIVE_ACCESS_KEY and
    ARCHIVE_SECRET_KEY belong to an object store. ARCHIVE_RECIPIENTS are public keys of age, separated by commas.
    ARCHIVE_IDENTITY is the secret key of one of them, which is needed only to read.
    """
    recipients = [
        recipient.strip() for recipient in environment.get("ARCHIVE_RECIPIENTS", "").split(",") if recipient.strip()
    ]
    if not recipients:
        raise BackupError("ARCHIVE_RECIPIENTS is missing: nothing is archived without encryption")
    try:
        return Archive(
            _open_store(environment), recipients=recipients, identity=environment.get("ARCHIVE_IDENTITY", "")
        )
    except (pyrage.RecipientError, pyrage.IdentityError, BaseError) as error:
        raise BackupError(f"the settings of the archive are wrong: {error}") from error


def _open_store(environment: Mapping[str, str]) -> LocalStore | S3Store:
    url = environment.get("ARCHIVE_URL") or "/archive"
    if not url.startswith("s3://"):
        return LocalStore(url, mkdir=True)
    endpoint = environment.get("ARCHIVE_ENDPOINT", "")
    options: dict[str, Any] = {"endpoint": endpoint} if endpoint else {}
    return S3Store.from_url(
        url,
        **options,
        region=environment.get("ARCHIVE_REGION") or "us-east-1",
        access_key_id=environment.get("ARCHIVE_ACCESS_KEY", ""),
        secret_access_key=environment.get("ARCHIVE_SECRET_KEY", ""),
        client_options={"allow_http": endpoint.startswith("http://")},
    )


def create_key_pair() -> tuple[str, str]:
    """Create a key pair of age. Returns the secret key and the public key."""
    identity = pyrage.x25519.Identity.generate()
    return str(identity), str(identity.to_public())
