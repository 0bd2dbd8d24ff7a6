"""The scheduled jobs of the content service and how often each runs."""

from datetime import timedelta

from chassis.jobs import Job, purge_older

from content.articles import service as articles
from content.bookings import service as bookings
from content.cars import prices
from content.comments import service as comments
from content.conversations import attachments, missed_messages
from content.inquiries import service as inquiries
from content.newsletter import service as newsletter
from content.orders import service as orders
from content.orders.tables import OrderShare
from content.payments import service as payments
from content.price_limits import service as price_limits
from content.reservations import service as reservations
from content.runtime import ContentRuntime
from content.saved_searches import service as saved_searches
from content.users import service as users
from content.users.tables import ErasedUser

DAY = timedelta(days=1)
JOBS: list[Job[ContentRuntime]] = [
    Job("posts.publish", timedelta(seconds=15), articles.publish_due_posts),
    Job("comments.update_metrics", timedelta(minutes=1), comments.update_metrics),
    Job("comments.purge_deleted", timedelta(minutes=1), comments.purge_deleted_comments, autocommit=True),
    Job("cars.price", timedelta(seconds=5), prices.price_due_cars, autocommit=True),
    Job("saved_searches.alert", timedelta(minutes=1), saved_searches.publish_found_cars, autocommit=True),
    Job("price_limits.estimate", timedelta(seconds=15), price_limits.estimate_due_calculations, autocommit=True),
    Job("price_limits.alert", timedelta(minutes=1), price_limits.publish_crossed_limits, autocommit=True),
    Job("price_limits.purge_unwatched", DAY, price_limits.purge_unwatched_limits),
    Job("inquiries.mark_overdue", timedelta(seconds=15), inquiries.mark_overdue),
    Job("conversations.notify_missed", timedelta(seconds=15), missed_messages.notify_missed_messages),
    Job("conversations.mark_overdue", timedelta(seconds=15), missed_messages.mark_overdue),
    Job("conversations.purge_unsent", timedelta(hours=1), attachments.purge_unsent_files),
    Job("bookings.send_reminders", timedelta(minutes=5), bookings.send_reminders),
    Job("payments.remind", timedelta(minutes=5), payments.send_reminders),
    Job("reservations.end_overdue", timedelta(seconds=15), reservations.end_overdue_reservations, autocommit=True),
    Job("reservations.warn", timedelta(minutes=1), reservations.send_ending_warnings),
    Job("reservations.purge_old", DAY, reservations.purge_old_reservations),
    Job("orders.purge_old", DAY, orders.purge_old_orders),
    Job("orders.purge_links", DAY, purge_older(OrderShare.expires_at), autocommit=True),
    Job("inquiries.purge_settled", DAY, inquiries.purge_settled_inquiries, autocommit=True),
    Job("newsletter.purge_old", DAY, newsletter.purge_subscriptions, autocommit=True),
    Job("users.purge_erased", DAY, purge_older(ErasedUser.erased_at, users.ERASED_MARK_TTL), autocommit=True),
    Job("newsletter.send", timedelta(seconds=15), newsletter.send_new_articles),
]
