"""Wrong clocks: a part runs under libfaketime (a Debian package), and its time jumps while it runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.changed_environment import Environment, change_environment
from tests.faults.stack import get_state_folder

# Programs that read the clock through the C library. NATS and Traefik, written in Go, do not.
LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
RIGHT_TIME = "+0"


class Clock:
    """The clock of one part. `jump` moves it."""

    def __init__(self, part: str) -> None:
        self._part = part

    @property
    def _file(self) -> Path:
        return get_state_folder("run") / f"{self._part}.clock"

    @contextmanager
    def install(self) -> Iterator[None]:
        """Run the part with this clock inside the block. The clock is right at first."""
        self._write(RIGHT_TIME)
        with change_environment(self._part, self._preload):
            yield
        self._file.unlink()

    def _preload(self, environment: Environment) -> Environment:
        return environment | {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            # The file is read at each call, so a jump takes effect immediately in every process of the part.
            "FAKETIME_NO_CACHE": "1",
            # Only the time of day jumps. Timers of the kernel are not affected.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_RESET": "1",
        }

    def jump(self, seconds: float) -> None:
        """Set the part's time to `seconds` after the right time."""
        self._write(f"{seconds:+.0f}")

    def _write(self, text: str) -> None:
        self._file.write_text(f"{text}\n")
        self._file.chmod(0o644)
