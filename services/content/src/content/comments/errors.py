from chassis.web.errors import Conflict


class DuplicateComment(Conflict):
    """The author has already written a comment with this text under this article."""

    code = "duplicate_comment"
    message = "Такой комментарий вы уже оставили"


class DuplicateReaderComment(DuplicateComment):
    """Message of DuplicateComment for a moderator, who is not the author."""

    message = "Этот читатель уже отправил такой же текст под этой статьёй: оставьте один комментарий из двух"


class TooManyPending(Conflict):
    code = "too_many_pending_comments"
    message = "Дождитесь, пока модератор прочитает прежние комментарии"


class TooLateToEdit(Conflict):
    code = "edit_closed"
    message = "Изменить комментарий можно только в первые минуты"
