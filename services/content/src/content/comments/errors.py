from chassis.web.errors import Conflict


class CommentRepeated(Conflict):
    code, message = "duplicate_comment", "Такой комментарий вы уже оставили"


class DuplicateComment(Conflict):
    """For moderators: the verdict would make a second visible comment of the same text."""

    code = "duplicate_comment"
    message = "Этот читатель уже отправил такой же текст под этой статьёй: оставьте один комментарий из двух"


class TooManyPending(Conflict):
    code, message = "too_many_pending_comments", "Дождитесь, пока модератор прочитает прежние комментарии"


class TooLateToEdit(Conflict):
    code, message = "edit_closed", "Изменить комментарий можно только в первые минуты"
