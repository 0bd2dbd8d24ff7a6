"""NotFound 404
└── NoSuchNotification: unknown, another user's, or deleted: the answer is the same.
"""

from chassis.errors import NotFound


class NoSuchNotification(NotFound):
    message = "Такого уведомления нет"
