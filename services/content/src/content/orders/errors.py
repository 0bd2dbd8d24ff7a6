from chassis.web.errors import Conflict, NotFound


class OrderFinished(Conflict):
    code, message = "order_finished", "Заказ уже завершён или отменён"


class NumberTaken(Conflict):
    code, message = "number_taken", "Заказ с таким номером уже есть"


class TooManyLinks(Conflict):
    code, message = "too_many_links", "У заказа уже двадцать ссылок: отзовите их, чтобы создать новую"


class DocumentAccepted(Conflict):
    code = "paper_accepted"
    message = "Документ уже принят, заменить его нельзя"


class ShareLinkInvalid(NotFound):
    message = "Ссылка больше не действует"
