"""The runtime and the database sessions of this service, typed by its settings."""

import chassis.runtime
import persistence.session

from records_sample.settings import Settings

Runtime = chassis.runtime.Runtime[Settings]
Session = persistence.session.Session[Runtime]
Db = chassis.runtime.Db[Settings]
ReadDb = chassis.runtime.ReadDb[Settings]
