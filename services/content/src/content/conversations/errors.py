from chassis.web.errors import Conflict, NotFound


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "С этим ключом уже отправлено другое сообщение"


class BuyerErased(Conflict):
    code = "buyer_erased"
    message = "Покупатель удалил учётную запись: писать некому"


class TooManyUnsentFiles(Conflict):
    code = "too_many_unsent_files"
    message = "Приложено слишком много файлов. Отправьте сообщение с ними или подождите неделю: потом они удалятся"


class AttachmentNotFound(NotFound):
    message = "Такого файла нет"
