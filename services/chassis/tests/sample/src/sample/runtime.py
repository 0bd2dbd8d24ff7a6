"""Runtime of the sample service, and the types of its database sessions."""

import chassis.database.session
import chassis.runtime

from sample.settings import Settings


class SampleRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of the sample service. It has no shared objects of its own."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("sample", settings)


CurrentRuntime = chassis.runtime.CurrentRuntime[SampleRuntime]
Session = chassis.database.session.Session[SampleRuntime]
Db = chassis.runtime.Db[SampleRuntime]
ReadDb = chassis.runtime.ReadDb[SampleRuntime]
