"""State in memory, with which a replica probes and answers while the database is down."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from status.components import service as components
from status.components.health_state import HealthState, ProbeRound
from status.components.names import NAMES
from status.components.tables import ServiceState
from status.settings import Settings
from status.summary.schemas import Snapshot

# With a round every five seconds these are the rounds of more than half a day.
MAX_UNSAVED_ROUNDS = 10_000


@dataclass
class LocalState:
    """States last read from the database, rounds that are not saved yet, and the last complete snapshot."""

    settings: Settings
    saved_states: dict[str, ServiceState] = field(default_factory=dict)
    unsaved_rounds: deque[ProbeRound] = field(default_factory=lambda: deque(maxlen=MAX_UNSAVED_ROUNDS))
    last_snapshot: Snapshot | None = None
    # True while the last rounds are not saved: this memory is then newer than the database.
    is_ahead: bool = False

    def remove_saved(self, rounds: list[ProbeRound]) -> None:
        """Drop rounds that are in the database now."""
        saved_times = {probe_round.at for probe_round in rounds}
        self.unsaved_rounds = deque(
            (probe_round for probe_round in self.unsaved_rounds if probe_round.at not in saved_times),
            maxlen=MAX_UNSAVED_ROUNDS,
        )

    def set_saved_states(self, states: Mapping[str, ServiceState]) -> None:
        """Copy the states that are in the database."""
        self.saved_states = {name: ServiceState(**state.model_dump()) for name, state in states.items()}

    def compute_current_states(self) -> dict[str, ServiceState]:
        """Return the states of the database with unsaved rounds applied."""
        states = {name: ServiceState(**state.model_dump()) for name, state in self.saved_states.items()}
        for probe_round in self.unsaved_rounds:
            for service in NAMES:
                state = states.setdefault(service, ServiceState(id=service, since=probe_round.at))
                components.apply_result(state, probe_round.results[service], at=probe_round.at, settings=self.settings)
        return states

    @property
    def is_in_doubt(self) -> bool:
        """True if the last check of any component disagreed with its status."""
        states = (
            HealthState(state.status, state.failures, state.successes)
            for state in self.compute_current_states().values()
        )
        return any(state.is_in_doubt for state in states)
