from chassis.web.errors import Conflict, NotFound


class OrderFinished(Conflict):
    code = "order_finished"
    message = "Заказ уже завершён или отменён"


class OrderCancelled(Conflict):
    code = "order_cancelled"
    message = "Заказ отменён: новый счёт или отчёт к нему не добавить"


class NumberTaken(Conflict):
    code = "number_taken"
    message = "Заказ с таким номером уже есть"


class TooManyLinks(Conflict):
    code = "too_many_links"
    message = "У заказа уже двадцать ссылок: отзовите их, чтобы создать новую"


class DocumentAccepted(Conflict):
    code = "paper_accepted"
    message = "Документ уже принят, заменить его нельзя"


class ShareLinkInvalid(NotFound):
    message = "Ссылка больше не действует"
