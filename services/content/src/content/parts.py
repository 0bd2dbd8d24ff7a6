"""Creates the runtime of content with the singletons of its process."""

from chassis.features.storage import open_storage

from content.pages.page_template import PageTemplates
from content.runtime import Runtime
from content.settings import Settings


def make_runtime(settings: Settings) -> Runtime:
    return Runtime("content", settings, open_storage(settings), PageTemplates())
