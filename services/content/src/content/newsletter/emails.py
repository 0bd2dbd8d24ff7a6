from chassis.mail import mail_queue
from chassis.mail.signed_links import unsubscribe_headers

from content.articles.tables import Post
from content.newsletter.tables import Subscriber
from content.runtime import Session
from content.site import service as site


async def send_confirmation(db: Session, subscriber: Subscriber, link: str) -> None:
    settings = await site.read_settings(db)
    await mail_queue.queue(
        db,
        to=subscriber.email,
        subject=f"Подтвердите подписку на новости {settings.siteName}",
        text=(
            "Здравствуйте!\n\nЭтот адрес указали на нашем сайте, чтобы получать новые статьи.\n"
            f"Чтобы подтвердить подписку, откройте ссылку, она действует три дня:\n{link}\n\n"
            f"Если это были не вы, ничего не делайте: писем не будет.\n\n{settings.siteName}\n"
        ),
        kind="newsletter_confirm",
    )


async def send_article(db: Session, subscriber: Subscriber, post: Post, end: str) -> None:
    """Queue an article; `end` is the link by which the subscriber gets no more."""
    settings = await site.read_settings(db)
    await mail_queue.queue(
        db,
        to=subscriber.email,
        subject=post.title,
        text=(
            f"{post.excerpt}\n\nЧитать целиком:\n{db.runtime.settings.public_url}/blog/{post.slug}\n\n"
            f"{settings.siteName}\nОтписаться: {end}\n"
        ),
        kind="newsletter",
        headers=unsubscribe_headers(end),
    )
