"""Personal data of content by feature, in the order of an erasure.

Orders are kept five years after their end, as the privacy page says, but without their buyer.
"""

from chassis.features.audit import declare_personal_data

from content.articles import personal_data as articles
from content.audit.tables import AuditEntry
from content.bookings import personal_data as bookings
from content.cars import personal_data as favorites
from content.comments import personal_data as comments
from content.conversations import personal_data as conversations
from content.customers import personal_data as customers
from content.inquiries import personal_data as inquiries
from content.list_filters import personal_data as list_filters
from content.newsletter import personal_data as newsletter
from content.orders import personal_data as orders
from content.payments import personal_data as payments
from content.price_limits import personal_data as price_limits
from content.reservations import personal_data as reservations
from content.saved_searches import personal_data as saved_searches
from content.team import personal_data as team
from content.users import personal_data as users

PERSONAL_DATA = [
    # First, so that no event that is handled meanwhile restores the user.
    users.MARK_ERASED,
    comments.PERSONAL_DATA,
    inquiries.CONTACTS,
    inquiries.REQUESTS,
    bookings.PERSONAL_DATA,
    favorites.PERSONAL_DATA,
    saved_searches.PERSONAL_DATA,
    price_limits.PERSONAL_DATA,
    # Reservations come before the payments: a refund copies the buyer from the payments, which then lose it.
    reservations.PERSONAL_DATA,
    customers.PERSONAL_DATA,
    list_filters.PERSONAL_DATA,
    conversations.PERSONAL_DATA,
    orders.PERSONAL_DATA,
    payments.PERSONAL_DATA,
    newsletter.PERSONAL_DATA,
    articles.PERSONAL_DATA,
    declare_personal_data(AuditEntry),
    team.PERSONAL_DATA,
    # Last, because the others find rows of guests by the email address and phone number in the copy.
    users.COPY,
]
