"""Tabs with an open stream during faults. Each reconnects with its last id, like EventSource."""

from contextlib import suppress
from threading import Event, Lock, Thread

from tests.faults.ledger import Violation, check_stream
from tests.journeys.streams import open_stream_of
from tests.journeys.users import Person

LOOK_SECONDS = 0.3


class Follower:
    """One tab of a user. Its thread opens the stream again whenever it has ended."""

    def __init__(self, person: Person, name: str) -> None:
        self.person = person
        self.name = name
        self.reconnections = 0
        self._revisions: list[int] = []
        self._stopping = Event()
        self._lock = Lock()
        self._stream = open_stream_of(person)
        self.first = int(self._stream.wait_for("authenticated")[0]["revision"])
        self._thread = Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while not self._stopping.wait(LOOK_SECONDS):
            if self._stream.is_open:
                continue
            self._keep_revisions()
            self._stream.close()
            # The stream is refused while a part is down. The next attempt continues from the same id.
            with suppress(AssertionError, OSError):
                self._stream = open_stream_of(self.person, last_id=self._stream.parser.last_id)
                self.reconnections += 1

    def _keep_revisions(self) -> None:
        with self._lock:
            self._revisions += [data["revision"] for data in self._stream.list_events("notification")]
            self._stream.parser.events.clear()

    def list_revisions(self) -> list[int]:
        """Return the revisions of all received notifications, in the order of their arrival."""
        with self._lock:
            return self._revisions + [data["revision"] for data in self._stream.list_events("notification")]

    def find_violations(self, last: int) -> list[Violation]:
        """Return the revisions that this tab missed or received twice, if `last` is the newest stored revision."""
        return check_stream(self.name, self.list_revisions(), first=self.first, last=last)

    def stop(self) -> None:
        """Close the tab."""
        self._stopping.set()
        self._thread.join(60)
        self._stream.close()
