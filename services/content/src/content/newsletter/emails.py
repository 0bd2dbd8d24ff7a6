from chassis.mail import mail_queue
from chassis.mail.signed_links import build_unsubscribe_headers

from content.articles.tables import Post
from content.newsletter.tables import Subscriber
from content.runtime import Session
from content.site import emails as site


async def send_confirmation(db: Session, subscriber: Subscriber, link: str) -> None:
    """Queue the link by which the owner of the address confirms."""
    email = await site.render_email(db, "newsletter_confirm", confirm_url=link)
    await mail_queue.queue_email(db, to=subscriber.email, **email._asdict(), kind="newsletter_confirm")


async def send_article(db: Session, subscriber: Subscriber, post: Post, unsubscribe_link: str) -> None:
    """Queue an article for a subscriber."""
    email = await site.render_email(
        db,
        "newsletter_post",
        post_title=post.title,
        excerpt=post.excerpt,
        post_url=f"{db.runtime.settings.public_url}/blog/{post.slug}",
        unsubscribe_url=unsubscribe_link,
    )
    headers = build_unsubscribe_headers(unsubscribe_link)
    await mail_queue.queue_email(db, to=subscriber.email, **email._asdict(), kind="newsletter", headers=headers)
