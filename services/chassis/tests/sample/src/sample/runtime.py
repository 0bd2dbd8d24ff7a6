"""What one process of the sample service shares between requests, and the types of its database sessions."""

import chassis.database.session
import chassis.runtime

from sample.settings import Settings


class SampleRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of the sample service. An object that a process has once becomes an attribute."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("sample", settings)


Rt = chassis.runtime.Rt[SampleRuntime]
Session = chassis.database.session.Session[SampleRuntime]
Db = chassis.runtime.Db[SampleRuntime]
ReadDb = chassis.runtime.ReadDb[SampleRuntime]
