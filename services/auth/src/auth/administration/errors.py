from chassis.web.errors import Conflict


class LastAdministrator(Conflict):
    code = "last_admin"
    message = "Нельзя лишить прав последнего администратора"


class OwnAccount(Conflict):
    code = "own_account"
    message = "Свою роль и статус меняет другой администратор"
