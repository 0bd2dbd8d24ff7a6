"""What content does by the clock."""

from datetime import timedelta

from chassis.jobs import Job

from content.articles import service as articles
from content.bookings import calendar as bookings
from content.cars import prices
from content.comments import service as comments
from content.contacts import service as contacts
from content.newsletter import service as newsletter
from content.orders import retention
from content.people import service as people
from content.replies import retention as replies
from content.requests import service as requests

JOBS = [
    Job("posts.publish", timedelta(seconds=15), articles.publish_due),
    Job("comments.measure", timedelta(minutes=1), comments.measure),
    Job("comments.clear_away", timedelta(minutes=1), comments.clear_away),
    Job("cars.price", timedelta(seconds=5), prices.price_due),
    Job("contacts.overdue", timedelta(seconds=15), contacts.note_overdue),
    Job("requests.overdue", timedelta(seconds=15), requests.note_overdue),
    Job("bookings.remind", timedelta(minutes=5), bookings.remind),
    Job("orders.forget_old", timedelta(days=1), retention.forget_old),
    Job("orders.forget_links", timedelta(days=1), retention.forget_links),
    Job("replies.forget_settled", timedelta(days=1), replies.forget_settled),
    Job("newsletter.forget_old", timedelta(days=1), newsletter.forget_old),
    Job("people.forget_marks", timedelta(days=1), people.forget_marks),
    Job("newsletter.send", timedelta(seconds=15), newsletter.send_fresh),
]
