"""NotFound 404
└── NoSuchNotification: nobody's, somebody else's, or already gone: all the same to the one who asks.
"""

from chassis.errors import NotFound


class NoSuchNotification(NotFound):
    message = "Такого уведомления нет"
