"""Renders the head, the linked data and the text of an article or a car for the served page. Pure."""

import json
from dataclasses import dataclass
from typing import Any

from contracts.formats import grouped, moscow_time, roubles
from markupsafe import Markup

from content.articles.tables import Post
from content.cars.labels import BODIES, FUELS
from content.cars.tables import Car
from content.pages.page_template import templates
from content.site.schemas import SiteSettingsRead

OPEN_GRAPH_PICTURE = "/og/home.png"
SCHEMA = {"@context": "https://schema.org"}


def _linked_data(value: dict[str, Any]) -> Markup:
    """JSON-LD for a script element; `<` is escaped, so nothing can end the element early."""
    text = json.dumps(SCHEMA | value, ensure_ascii=False).replace("<", "\\u003c")
    return Markup(text)  # noqa: S704


def absolute_url(root: str, address: str | None) -> str:
    """The full address of a picture."""
    address = address or OPEN_GRAPH_PICTURE
    return root + address if address.startswith("/") else address


def _breadcrumbs(root: str, *steps: tuple[str, str]) -> dict[str, Any]:
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": root + path}
            for place, (name, path) in enumerate(steps, start=1)
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
    """The page of an unknown address; the app shows the same one."""
    text = templates.get_template("missing.html").render()
    return _render(text, linked_data=[], title="Страница не найдена", site=settings.siteName, hidden=True)


def render_article(post: Post, *, settings: SiteSettingsRead, root: str) -> PageContent:
    """An article as a page."""
    url, image = f"{root}/blog/{post.slug}", absolute_url(root, post.image_url)
    assert post.published_at is not None
    data = {
        "@type": "Article",
        "headline": post.title,
        "description": post.excerpt,
        "image": [image],
        "datePublished": post.published_at.isoformat(),
        "dateModified": post.updated_at.isoformat(),
        "author": {"@type": "Person", "name": f"{post.author_first_name} {post.author_last_name}".strip()},
        "publisher": {"@type": "Organization", "name": settings.siteName, "url": root + "/"},
        "mainEntityOfPage": url,
        "inLanguage": "ru",
    }
    trail = _breadcrumbs(root, ("Главная", "/"), ("Блог", "/blog"), (post.title, f"/blog/{post.slug}"))
    day = moscow_time(post.published_at, "dd.MM.y")
    # The HTML was sanitized when it was saved.
    text = Markup(post.content_html)  # noqa: S704
    return _render(
        templates.get_template("article.html").render(post=post, day=day, text=text),
        title=post.title,
        site=settings.siteName,
        description=post.excerpt,
        url=url,
        kind="article",
        image=image,
        linked_data=[_linked_data(data), _linked_data(trail)],
    )


def describe_car(car: Car) -> list[tuple[str, str]]:
    """The main properties of a car, as titles and values."""
    properties = [
        ("Год выпуска", str(car.year)),
        ("Кузов", BODIES.get(car.body_type, car.body_type)),
        ("Пробег", f"{grouped(car.mileage_km)} км"),
        ("Двигатель", car.engine),
        ("Мощность", f"{car.power_hp} л. с."),
        ("Страна", car.country),
    ]
    if car.price_rub:
        properties.append(("Цена в России", roubles(car.price_rub)))
    return [(title, value) for title, value in properties if value]


def render_car(car: Car, *, settings: SiteSettingsRead, root: str) -> PageContent:
    """A car as a page."""
    name, url = f"{car.brand} {car.model}, {car.year}", f"{root}/cars/{car.slug}"
    image, properties = absolute_url(root, car.image_url), describe_car(car)
    description = "; ".join(f"{title}: {value}" for title, value in properties)
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
        there = "InStock" if car.status == "published" else "SoldOut"
        data["offers"] = {
            "@type": "Offer",
            "price": car.price_rub,
            "priceCurrency": "RUB",
            "availability": f"https://schema.org/{there}",
            "url": url,
        }
    trail = _breadcrumbs(root, ("Главная", "/"), ("Автомобили", "/cars"), (name, f"/cars/{car.slug}"))
    return _render(
        templates.get_template("car.html").render(car=car, name=name, properties=properties),
        title=name,
        site=settings.siteName,
        description=description,
        url=url,
        kind="website",
        image=image,
        linked_data=[_linked_data(data), _linked_data(trail)],
    )
