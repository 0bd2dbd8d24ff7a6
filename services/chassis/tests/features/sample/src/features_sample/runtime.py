"""Runtime of this sample service, and the types of its database sessions."""

import chassis.database.session
import chassis.runtime

from features_sample.settings import Settings


class FeaturesRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of this sample service. It has no shared objects of its own."""

    def __init__(self, settings: Settings) -> None:
        super().__init__("features_sample", settings)


Session = chassis.database.session.Session[FeaturesRuntime]
Db = chassis.runtime.Db[FeaturesRuntime]
ReadDb = chassis.runtime.ReadDb[FeaturesRuntime]
