"""Runtime of a process of content: state that requests share, and the types of its database sessions."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

import chassis.database.session
import chassis.runtime
from chassis.features.storage import ObjectStorage

from content.settings import Settings

if TYPE_CHECKING:
    # Imported for its type only, because the features import this module.
    from content.pages.page_template import PageTemplates


class ContentRuntime(chassis.runtime.Runtime[Settings]):
    """The runtime of content. `content.runtime_factory.make_runtime` creates it."""

    def __init__(
        self,
        settings: Settings,
        *,
        now: Callable[[], datetime],
        storage: ObjectStorage,
        page_templates: "PageTemplates",
    ) -> None:
        super().__init__("content", settings, now=now)
        self.storage = storage
        self.page_templates = page_templates


CurrentRuntime = chassis.runtime.CurrentRuntime[ContentRuntime]
Session = chassis.database.session.Session[ContentRuntime]
Db = chassis.runtime.Db[ContentRuntime]
ReadDb = chassis.runtime.ReadDb[ContentRuntime]
