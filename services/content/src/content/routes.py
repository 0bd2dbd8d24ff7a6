"""All routers of the service: for everybody, for signed-in clients, and for administrators."""

from content.articles.admin_endpoints import router as admin_articles
from content.articles.endpoints import router as articles
from content.audit.admin_endpoints import router as audit
from content.board.admin_endpoints import router as admin_board
from content.bookings.admin_endpoints import router as admin_bookings
from content.bookings.endpoints import router as bookings
from content.cancellations.admin_endpoints import router as admin_cancellations
from content.cars.admin_endpoints import router as admin_cars
from content.cars.endpoints import favorites_router as favorites
from content.cars.endpoints import report_router as car_reports
from content.cars.endpoints import router as cars
from content.comments.admin_endpoints import router as admin_comments
from content.comments.endpoints import router as comments
from content.conversations.admin_endpoints import conversations_router as admin_conversations
from content.conversations.admin_endpoints import replies_router as admin_replies
from content.conversations.admin_endpoints import router as admin_messages
from content.conversations.endpoints import router as messages
from content.customers.admin_endpoints import router as admin_customers
from content.inquiries.admin_endpoints import contacts_router as admin_contacts
from content.inquiries.admin_endpoints import requests_router as admin_requests
from content.inquiries.endpoints import contacts_router as contacts
from content.inquiries.endpoints import requests_router as requests
from content.list_filters.admin_endpoints import router as admin_list_filters
from content.media.admin_endpoints import router as admin_media
from content.media.endpoints import check_router as checks
from content.media.endpoints import router as media
from content.newsletter.admin_endpoints import router as admin_newsletter
from content.newsletter.endpoints import router as newsletter
from content.orders.admin_endpoints import router as admin_orders
from content.orders.endpoints import router as orders
from content.orders.endpoints import shared_router as shared_orders
from content.orders.endpoints import uploads_router as uploads
from content.pages.endpoints import router as pages
from content.panel.admin_endpoints import router as admin_panel
from content.payments.admin_endpoints import router as admin_payments
from content.payments.endpoints import notices_router as notices
from content.payments.endpoints import router as payments
from content.price_limits.endpoints import router as price_limits
from content.price_limits.endpoints import stop_link_router as price_limit_links
from content.reservations.admin_endpoints import router as admin_reservations
from content.reservations.endpoints import router as reservations
from content.saved_searches.endpoints import router as saved_searches
from content.saved_searches.endpoints import stop_link_router as saved_search_links
from content.site.admin_endpoints import router as admin_site
from content.site.endpoints import router as site
from content.team.admin_endpoints import router as admin_team
from content.team.endpoints import router as team

ROUTERS = [
    site,
    articles,
    comments,
    team,
    cars,
    contacts,
    requests,
    newsletter,
    media,
    checks,
    shared_orders,
    notices,
    pages,
    orders,
    uploads,
    messages,
    bookings,
    payments,
    favorites,
    saved_searches,
    saved_search_links,
    car_reports,
    price_limits,
    price_limit_links,
    reservations,
    admin_articles,
    admin_comments,
    admin_team,
    admin_cars,
    admin_contacts,
    admin_requests,
    admin_orders,
    admin_cancellations,
    admin_conversations,
    admin_messages,
    admin_replies,
    admin_board,
    admin_customers,
    admin_list_filters,
    admin_reservations,
    admin_bookings,
    admin_payments,
    admin_media,
    admin_newsletter,
    admin_site,
    audit,
    admin_panel,
]
