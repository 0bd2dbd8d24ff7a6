from chassis.web.errors import Conflict


class CommentRepeated(Conflict):
    code = "duplicate_comment"
    message = "Такой комментарий вы уже оставили"


class DuplicateComment(Conflict):
    """For moderators: the verdict would make a second visible comment with the same text."""

    code = "duplicate_comment"
    message = "Этот читатель уже отправил такой же текст под этой статьёй: оставьте один комментарий из двух"


class TooManyPending(Conflict):
    code = "too_many_pending_comments"
    message = "Дождитесь, пока модератор прочитает прежние комментарии"


class TooLateToEdit(Conflict):
    code = "edit_closed"
    message = "Изменить комментарий можно только в первые минуты"
