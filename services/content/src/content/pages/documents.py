"""What a page says of itself to search engines and messengers: its head, its linked data, its text. Pure."""

import json
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from content.articles.tables import Post
from content.cars.tables import Car
from content.cars.words import BODIES, FUELS
from content.pages.shell import templates
from content.replies.hours import MOSCOW
from content.site.schemas import SiteSettingsRead

OPEN_GRAPH_PICTURE = "/og/home.png"
SCHEMA = {"@context": "https://schema.org"}


def _data(value: dict[str, Any]) -> Markup:
    """Linked data for a script element: no `<` in it, so nothing can end the element early."""
    text = json.dumps(SCHEMA | value, ensure_ascii=False).replace("<", "\\u003c")
    return Markup(text)  # noqa: S704


def absolute(root: str, address: str | None) -> str:
    """The full address of a picture."""
    address = address or OPEN_GRAPH_PICTURE
    return root + address if address.startswith("/") else address


def _trail(root: str, *steps: tuple[str, str]) -> dict[str, Any]:
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": root + path}
            for place, (name, path) in enumerate(steps, start=1)
        ],
    }


@dataclass(frozen=True)
class Document:
    """What is put into the empty page."""

    head: str
    data: str
    text: str


def _document(text: str, *, linked_data: list[Markup], **head: Any) -> Document:
    return Document(
        head=templates.get_template("head.html").render(**head),
        data=templates.get_template("data.html").render(linked_data=linked_data),
        text=text,
    )


def missing(settings: SiteSettingsRead) -> Document:
    """What stands at an address that leads nowhere; the app draws the same page over it."""
    text = templates.get_template("missing.html").render()
    return _document(text, linked_data=[], title="Страница не найдена", site=settings.siteName, hidden=True)


def article(post: Post, *, settings: SiteSettingsRead, root: str) -> Document:
    """An article as a page."""
    url, image = f"{root}/blog/{post.slug}", absolute(root, post.image_url)
    assert post.published_at is not None
    about = {
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
    trail = _trail(root, ("Главная", "/"), ("Блог", "/blog"), (post.title, f"/blog/{post.slug}"))
    day = f"{post.published_at.astimezone(MOSCOW):%d.%m.%Y}"
    # The text was made safe when it was saved.
    text = Markup(post.content_html)  # noqa: S704
    return _document(
        templates.get_template("article.html").render(post=post, day=day, text=text),
        title=post.title,
        site=settings.siteName,
        description=post.excerpt,
        url=url,
        kind="article",
        image=image,
        linked_data=[_data(about), _data(trail)],
    )


def _thousands(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def car_facts(car: Car) -> list[tuple[str, str]]:
    """What a buyer asks first."""
    facts = [
        ("Год выпуска", str(car.year)),
        ("Кузов", BODIES.get(car.body_type, car.body_type)),
        ("Пробег", f"{_thousands(car.mileage_km)} км"),
        ("Двигатель", car.engine),
        ("Мощность", f"{car.power_hp} л. с."),
        ("Страна", car.country),
    ]
    if car.price_rub:
        facts.append(("Цена в России", f"{_thousands(car.price_rub)} ₽"))
    return [(title, value) for title, value in facts if value]


def car(car: Car, *, settings: SiteSettingsRead, root: str) -> Document:
    """A car as a page."""
    name, url = f"{car.brand} {car.model}, {car.year}", f"{root}/cars/{car.slug}"
    image, facts = absolute(root, car.image_url), car_facts(car)
    description = "; ".join(f"{title}: {value}" for title, value in facts)
    about: dict[str, Any] = {
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
        about["offers"] = {
            "@type": "Offer",
            "price": car.price_rub,
            "priceCurrency": "RUB",
            "availability": f"https://schema.org/{there}",
            "url": url,
        }
    trail = _trail(root, ("Главная", "/"), ("Автомобили", "/cars"), (name, f"/cars/{car.slug}"))
    return _document(
        templates.get_template("car.html").render(car=car, name=name, facts=facts),
        title=name,
        site=settings.siteName,
        description=description,
        url=url,
        kind="website",
        image=image,
        linked_data=[_data(about), _data(trail)],
    )
