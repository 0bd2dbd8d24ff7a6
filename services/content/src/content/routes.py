"""All routers of the service: public, of the signed-in client, of administrators."""

from content.articles import admin_endpoints as admin_articles
from content.articles import endpoints as articles
from content.audit import admin_endpoints as audit
from content.bookings import admin_endpoints as admin_bookings
from content.bookings import endpoints as bookings
from content.cars import admin_endpoints as admin_cars
from content.cars import endpoints as cars
from content.comments import admin_endpoints as admin_comments
from content.comments import endpoints as comments
from content.favorites import endpoints as favorites
from content.inquiries import admin_endpoints as admin_inquiries
from content.inquiries import endpoints as inquiries
from content.media import admin_endpoints as admin_media
from content.media import endpoints as media
from content.media import selfcheck
from content.newsletter import admin_endpoints as admin_newsletter
from content.newsletter import endpoints as newsletter
from content.orders import admin_endpoints as admin_orders
from content.orders import endpoints as orders
from content.pages import endpoints as pages
from content.payments import admin_endpoints as admin_payments
from content.payments import endpoints as payments
from content.site import endpoints as site
from content.team import admin_endpoints as admin_team
from content.team import endpoints as team

PUBLIC = [
    site.router,
    articles.router,
    comments.router,
    team.router,
    cars.router,
    inquiries.contacts,
    inquiries.requests,
    newsletter.router,
    media.router,
    selfcheck.router,
    orders.shared,
    payments.notices,
    pages.router,
]
OWN = [orders.router, orders.uploads, bookings.router, payments.router, favorites.router]
ADMIN = [
    admin_articles.router,
    admin_comments.router,
    admin_team.router,
    admin_cars.router,
    admin_inquiries.contacts,
    admin_inquiries.requests,
    admin_orders.router,
    admin_bookings.router,
    admin_payments.router,
    admin_media.router,
    admin_newsletter.router,
    audit.router,
]
ROUTERS = [*PUBLIC, *OWN, *ADMIN]
