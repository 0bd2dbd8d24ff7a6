"""The runtime and the database sessions of this service, typed by its settings."""

import chassis.database.session
import chassis.runtime

from calculator.settings import Settings

Runtime = chassis.runtime.Runtime[Settings]
Rt = chassis.runtime.Rt[Settings]
Session = chassis.database.session.Session[Runtime]
Db = chassis.runtime.Db[Settings]
ReadDb = chassis.runtime.ReadDb[Settings]
