"""Renders the page of an article or a car on the server: head, linked data and text. The functions are pure."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from chassis.formats import format_number, format_roubles
from chassis.typography import NBSP, bind_short_words_in_html, typeset
from markupsafe import Markup
from pydantic import BaseModel

from content.articles.categories import CATEGORY_NAMES
from content.articles.schemas import PostRead
from content.cars.labels import BODIES, FUELS
from content.cars.schemas import CarAnswer, CarRead
from content.media.service import build_preview_address
from content.pages import served_values
from content.pages.page_template import templates
from content.pages.site_values import escape_for_script, escape_json
from content.site.schemas import SiteSettingsRead

OPEN_GRAPH_PICTURE = "/og/home.png"
SCHEMA = {"@context": "https://schema.org"}
# A group of the price bar has a label if it takes more than this share of the bar.
MIN_LABELLED_SHARE = Decimal("0.2")


def _embed_linked_data(value: dict[str, Any]) -> Markup:
    """Return the JSON-LD for a script element."""
    return Markup(escape_json(SCHEMA | value))  # noqa: S704


def _embed_answer(answer: BaseModel) -> Markup:
    """Return the API's answer for a script element."""
    return Markup(escape_for_script(answer.model_dump_json()))  # noqa: S704


def build_absolute_url(root: str, address: str | None) -> str:
    """Return the full address of a picture. The default is the preview picture of the home page."""
    address = address or OPEN_GRAPH_PICTURE
    return root + address if address.startswith("/") else address


def _choose_preview(root: str, address: str | None) -> dict[str, Any]:
    """Return the picture that messengers show beside a link: a JPEG preview if the picture is stored here."""
    preview = build_preview_address(address)
    return {"image": build_absolute_url(root, preview or address), "has_preview_size": preview is not None}


def _build_breadcrumbs(root: str, *steps: tuple[str, str]) -> dict[str, Any]:
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": root + path}
            for position, (name, path) in enumerate(steps, start=1)
        ],
    }


@dataclass(frozen=True)
class PageContent:
    """The parts that are put into the page template."""

    head: str
    data: str
    text: str


def _render(text: str, *, linked_data: list[Markup], **head: Any) -> PageContent:
    return PageContent(
        head=templates.get_template("head.html").render(**head),
        data=templates.get_template("data.html").render(linked_data=linked_data),
        text=text,
    )


def render_missing(settings: SiteSettingsRead) -> PageContent:
    """Render the page of an unknown address; the app shows the same one."""
    text = templates.get_template("missing.html").render()
    return _render(text, linked_data=[], title="Страница не найдена", site=settings.siteName, hidden=True)


def render_article(
    post: PostRead, *, settings: SiteSettingsRead, root: str, drawings: dict[str, dict[str, str]]
) -> PageContent:
    """Render an article as a page, from the API's response."""
    url = f"{root}/blog/{post.slug}"
    image = build_absolute_url(root, post.image_url)
    author = f"{post.first_name} {post.last_name}".strip()
    data = {
        "@type": "Article",
        "headline": post.title,
        "description": post.excerpt,
        "image": [image],
        "datePublished": post.created_at.isoformat(),
        "dateModified": post.updated_at.isoformat(),
        "author": {"@type": "Person", "name": author},
        "publisher": {"@type": "Organization", "name": settings.siteName, "url": root + "/"},
        "mainEntityOfPage": url,
        "inLanguage": "ru",
    }
    breadcrumbs = _build_breadcrumbs(root, ("Главная", "/"), ("Блог", "/blog"), (post.title, f"/blog/{post.slug}"))
    return _render(
        _build_article_text(post, author=author, drawings=drawings),
        title=post.title,
        site=settings.siteName,
        description=post.excerpt,
        url=url,
        kind="article",
        **_choose_preview(root, post.image_url),
        picture=post.image_url,
        linked_data=[_embed_linked_data(data), _embed_linked_data(breadcrumbs)],
    )


def _build_article_text(post: PostRead, *, author: str, drawings: dict[str, dict[str, str]]) -> str:
    return templates.get_template("article.html").render(
        post=post,
        author=author,
        category=CATEGORY_NAMES.get(post.category, post.category),
        day=served_values.format_day(post.created_at),
        updated=served_values.format_updated_day(post),
        cover=_choose_cover(post, drawings),
        excerpt=typeset(post.excerpt),
        # The HTML was sanitized when it was saved.
        text=Markup(bind_short_words_in_html(post.content_html)),  # noqa: S704
        nbsp=NBSP,
        answer=_embed_answer(post),
    )


def _choose_cover(post: PostRead, drawings: dict[str, dict[str, str]]) -> dict[str, str] | None:
    """Return the drawing of an article's cover, by default the sedan. Only the web app draws the map of a route."""
    if post.drawing == "map":
        return None
    return drawings.get(post.drawing or "sedan", drawings.get("sedan"))


def describe_car(car: CarRead) -> list[tuple[str, str]]:
    """Return the main properties of a car, as titles and values."""
    properties = [
        ("Год выпуска", str(car.year)),
        ("Кузов", BODIES.get(car.body_type, car.body_type)),
        ("Пробег", f"{format_number(car.mileage_km)} км"),
        ("Двигатель", car.engine),
        ("Мощность", f"{car.power_hp} л. с."),
        ("Страна", car.country),
    ]
    if car.price_rub:
        properties.append(("Цена в России", format_roubles(car.price_rub)))
    return [(title, value) for title, value in properties if value]


def render_car(
    answer: CarAnswer, *, settings: SiteSettingsRead, root: str, drawings: dict[str, dict[str, str]]
) -> PageContent:
    """Render a car as a page, from the API's response."""
    car = answer.car
    name = f"{car.brand} {car.model}, {car.year}"
    url = f"{root}/cars/{car.slug}"
    image = build_absolute_url(root, car.image_url)
    properties = describe_car(car)
    description = "; ".join(f"{title}: {value}" for title, value in properties)
    data = _build_car_data(car, name=name, description=description, url=url, image=image)
    breadcrumbs = _build_breadcrumbs(root, ("Главная", "/"), ("Автомобили", "/cars"), (name, f"/cars/{car.slug}"))
    photographs = list(dict.fromkeys(src for src in (car.image_url, *car.images) if src))
    return _render(
        _build_car_text(answer, photographs=photographs, drawings=drawings),
        title=name,
        site=settings.siteName,
        description=description,
        url=url,
        kind="website",
        **_choose_preview(root, car.image_url),
        picture=photographs[0] if photographs else None,
        linked_data=[_embed_linked_data(data), _embed_linked_data(breadcrumbs)],
    )


def _build_car_data(car: CarRead, *, name: str, description: str, url: str, image: str) -> dict[str, Any]:
    data: dict[str, Any] = {
        "@type": "Car",
        "name": name,
        "description": car.description or description,
        "url": url,
        "image": image,
        "brand": {"@type": "Brand", "name": car.brand},
        "model": car.model,
        "vehicleModelDate": str(car.year),
        "bodyType": BODIES.get(car.body_type, car.body_type),
        "fuelType": FUELS.get(car.fuel, car.fuel),
        "mileageFromOdometer": {"@type": "QuantitativeValue", "value": car.mileage_km, "unitCode": "KMT"},
    }
    if car.price_rub:
        availability = "InStock"
        if car.status != "published":
            availability = "SoldOut"
        elif car.reserved_until:
            availability = "Reserved"
        data["offers"] = {
            "@type": "Offer",
            "price": car.price_rub,
            "priceCurrency": "RUB",
            "availability": f"https://schema.org/{availability}",
            "url": url,
        }
    return data


def _list_price_groups(car: CarRead, parts: list[served_values.PricePart]) -> list[tuple[str, Decimal, bool]]:
    """Return the label and the value of each group of the price bar, and whether it has room for its label."""
    total = sum((part.value for part in parts), Decimal(0))
    services = sum((part.value for part in served_values.list_service_parts(car)), Decimal(0))
    groups = [
        ("автомобиль", parts[0].value if parts else Decimal(0)),
        ("таможенные платежи", sum((part.value for part in parts[1:]), Decimal(0)) - services),
        ("доставка и работа", services),
    ]
    return [(label, value, value > total * MIN_LABELLED_SHARE) for label, value in groups if value > 0]


def _build_car_text(answer: CarAnswer, *, photographs: list[str], drawings: dict[str, dict[str, str]]) -> str:
    car = answer.car
    parts = served_values.list_price_parts(car)
    return templates.get_template("car.html").render(
        car=car,
        name=f"{car.brand} {car.model}",
        specs=served_values.format_specs(car),
        photographs=photographs,
        car_drawing=drawings.get(car.body_type, drawings.get("sedan")),
        price=None if car.price_rub is None else served_values.format_roubles(car.turnkey_rub or car.price_rub),
        price_with_customs=served_values.format_roubles(car.price_rub) if car.turnkey and car.price_rub else None,
        reserved_until=served_values.format_day_and_time(car.reserved_until) if car.reserved_until else "",
        price_note=served_values.describe_price(car),
        parts=parts,
        groups=_list_price_groups(car, parts),
        properties=served_values.list_properties(car),
        answer=_embed_answer(answer),
    )
