"""Refusals of the comments: 409 for a repeated text, 409 for an edit that comes too late."""

from chassis.errors import Conflict


class SaidAlready(Conflict):
    code, message = "duplicate_comment", "Такой комментарий вы уже оставили"


class TooLateToEdit(Conflict):
    code, message = "edit_closed", "Изменить комментарий можно только в первые минуты"
