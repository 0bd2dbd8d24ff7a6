"""NotFound
└── UnknownComponent   the page has no component of this id
"""

from chassis.web.errors import NotFound


class UnknownComponent(NotFound):
    code = "unknown_component"
    message = "Такого компонента нет"
