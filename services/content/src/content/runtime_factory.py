"""Creates the runtime of the content service, with the objects that a process has once."""

from collections.abc import Callable
from datetime import datetime

from chassis.features.storage import open_storage
from chassis.runtime import utc_now

from content.pages.page_template import PageTemplates
from content.runtime import ContentRuntime
from content.settings import Settings


def make_runtime(settings: Settings, *, now: Callable[[], datetime] = utc_now) -> ContentRuntime:
    return ContentRuntime(settings, now=now, storage=open_storage(settings), page_templates=PageTemplates())
