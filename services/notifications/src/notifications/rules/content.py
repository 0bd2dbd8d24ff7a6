"""Rules for events of the content service, except orders, meetings and payments."""

from functools import partial

from chassis.formats import roubles
from contracts import content

from notifications.rules.formats import kind, subject
from notifications.rules.rule import ALL, AND_PUSH, NotificationRule

_to_admins = partial(NotificationRule, to="admins", type="system", link="/admin")

RULES = [
    _to_admins(
        event=content.CommentCreated,
        title="Комментарий ждёт решения",
        message="{author} к статье «{post_title}»: {excerpt}",
        variables=("author", "post_title", "excerpt"),
        values=lambda event, at: {"author": event.author_name},
    ),
    NotificationRule(
        event=content.CommentApproved,
        to="user",
        type="system",
        title="Комментарий опубликован",
        message="Ваш комментарий к статье «{post_title}» теперь видят все.",
        variables=("post_title",),
        channels=AND_PUSH,
        link="/blog/{post_slug}",
    ),
    NotificationRule(
        event=content.CommentRejected,
        to="user",
        type="system",
        title="Комментарий не опубликован",
        message="К статье «{post_title}». Причина: {reason}. Можно исправить и отправить снова.",
        variables=("post_title", "reason"),
        values=lambda event, at: {"reason": event.reason.rstrip(". ")},
        channels=AND_PUSH,
        link="/blog/{post_slug}",
    ),
    _to_admins(
        event=content.ContactReceived,
        title="Обращение № {reference}",
        message="{name}: {subject}.",
        variables=("reference", "name", "subject"),
        values=lambda event, at: {"subject": subject(event.subject).rstrip(". ")},
        channels=AND_PUSH,
    ),
    _to_admins(
        event=content.ContactOverdue,
        also=(content.RequestOverdue,),
        title="Срок ответа вышел: № {reference}",
        message="{name} всё ещё ждёт. Ответьте сейчас.",
        variables=("reference", "name"),
        channels=ALL,
    ),
    NotificationRule(
        event=content.RequestCreated,
        to="user",
        type="booking",
        title="Заявка № {reference} принята",
        message="{kind}. Менеджер скоро свяжется с вами.",
        variables=("reference", "kind"),
        values=lambda event, at: {"kind": _describe_request(event)},
        channels=AND_PUSH,
        link="/dashboard/bookings",
        applies=lambda event: event.user_id is not None,
    ),
    _to_admins(
        event=content.RequestCreated,
        variant="admins",
        title="Заявка № {reference}",
        message="{name}. {kind}.",
        variables=("reference", "name", "kind"),
        values=lambda event, at: {"kind": _describe_request(event)},
        channels=AND_PUSH,
    ),
    NotificationRule(
        event=content.FavoritePriceChanged,
        to="user",
        type="promotion",
        title="Изменилась цена: {car_title}",
        message="Было {was}, стало {now}. Автомобиль в вашем избранном.",
        variables=("car_title", "was", "now"),
        values=lambda event, at: {"was": roubles(event.old_price_rub), "now": roubles(event.new_price_rub)},
        channels=ALL,
        link="/cars/{car_slug}",
        in_digest=True,
    ),
    NotificationRule(
        event=content.PostPublished,
        to="subscribers",
        type="promotion",
        title="{post_title}",
        message="{excerpt}",
        variables=("post_title", "excerpt"),
        values=lambda event, at: {"post_title": event.title},
        channels=ALL,
        link="/blog/{slug}",
        in_digest=True,
    ),
]


def _describe_request(event: content.RequestCreated) -> str:
    return f"{kind(event.kind)}: {event.car_title}" if event.car_title else kind(event.kind)
