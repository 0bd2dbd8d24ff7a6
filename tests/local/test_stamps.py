"""Stamps: work is skipped exactly as long as its inputs are the same."""

from pathlib import Path

from deploy.local.state import compute_digest, is_fresh, list_files_below, write_stamp


def write_sources(folder: Path) -> Path:
    (folder / "app").mkdir(parents=True)
    (folder / "app" / "page.tsx").write_text("one")
    return folder


class TestDigest:
    def test_digest_ignores_the_path_of_the_checkout(self, tmp_path: Path) -> None:
        first_folder = write_sources(tmp_path / "a" / "web")
        second_folder = write_sources(tmp_path / "b" / "web")
        assert compute_digest([first_folder]) == compute_digest([second_folder])

    def test_digest_depends_on_contents_names_and_texts(self, tmp_path: Path) -> None:
        folder = write_sources(tmp_path / "web")
        before = compute_digest([folder])
        assert compute_digest([folder], "3.12") != before
        (folder / "app" / "page.tsx").rename(folder / "app" / "other.tsx")
        renamed_digest = compute_digest([folder])
        (folder / "app" / "other.tsx").write_text("two")
        assert len({before, renamed_digest, compute_digest([folder])}) == 3

    def test_digest_ignores_generated_files(self, tmp_path: Path) -> None:
        folder = write_sources(tmp_path / "web")
        before = compute_digest([folder])
        for generated in ("node_modules", "build", ".react-router", "__pycache__"):
            (folder / generated).mkdir()
            (folder / generated / "file").write_text("generated")
        (folder / "module.pyc").write_text("generated")
        assert compute_digest([folder]) == before

    def test_missing_folder_has_no_files(self, tmp_path: Path) -> None:
        assert list_files_below(tmp_path / "absent") == []


class TestStamp:
    def test_stamp_is_fresh_only_for_its_digest(self, tmp_path: Path) -> None:
        stamp = tmp_path / "stamps" / "migrated-auth"
        assert not is_fresh(stamp, "a")
        write_stamp(stamp, "a")
        assert is_fresh(stamp, "a")
        assert not is_fresh(stamp, "b")
