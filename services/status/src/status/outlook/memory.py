"""What a replica remembers: it must go on seeing and answering while its own database is down."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from chassis.app import Runtime

from status.board import service as board
from status.board.believing import Belief
from status.board.names import NAMES
from status.board.tables import ServiceState
from status.outlook.schemas import Snapshot
from status.probes.finding import Round
from status.settings import Settings

KEY = "outlook"
# At one round in five seconds, more than half a day.
ROUNDS_KEPT = 10_000


@dataclass
class Outlook:
    """The states last read from the database, the rounds that it does not have yet, the last whole snapshot."""

    settings: Settings
    known: dict[str, ServiceState] = field(default_factory=dict)
    unsaved: deque[Round] = field(default_factory=lambda: deque(maxlen=ROUNDS_KEPT))
    last: Snapshot | None = None
    # The last rounds could not be written: until they are, the database knows less than this memory.
    is_ahead: bool = False

    def add(self, one: Round) -> None:
        self.unsaved.append(one)

    def saved(self, rounds: list[Round]) -> None:
        """These are in the database now."""
        done = {one.at for one in rounds}
        self.unsaved = deque((one for one in self.unsaved if one.at not in done), maxlen=ROUNDS_KEPT)

    def believed(self, states: Mapping[str, ServiceState]) -> None:
        """What the database says is believed."""
        self.known = {name: ServiceState(**state.model_dump()) for name, state in states.items()}

    def states(self) -> dict[str, ServiceState]:
        """What is believed now: the database's states, moved on by the rounds it does not have."""
        moved = {name: ServiceState(**state.model_dump()) for name, state in self.known.items()}
        for one in self.unsaved:
            for service in NAMES:
                state = moved.setdefault(service, ServiceState(id=service, since=one.at))
                board.checked(state, one.findings[service], at=one.at, settings=self.settings)
        return moved

    @property
    def in_doubt(self) -> bool:
        """Whether the last check of any service spoke against what is believed of it."""
        beliefs = (Belief(state.status, state.failures, state.successes) for state in self.states().values())
        return any(belief.in_doubt for belief in beliefs)


def outlook_of(runtime: Runtime) -> Outlook:
    """The replica's own."""
    found: Outlook = runtime.state.setdefault(KEY, Outlook(runtime.settings))  # type: ignore[arg-type]
    return found
