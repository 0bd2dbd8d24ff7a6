"""The HTML of emails keeps short words and units with their neighbours; its text part has plain spaces."""

import pytest
from chassis.mail.texts import EmailContent, lay_out
from chassis.mail.typography import NBSP, bind_short_words
from jinja2 import Environment


@pytest.mark.parametrize(
    ("plain", "bound"),
    [
        ("Ответим до 23 ноября, 10:15 МСК.", "Ответим до_23_ноября, 10:15_МСК."),
        ("Письмо и в Москве", "Письмо и_в_Москве"),
        ("Заказ № 12 на 1 234 567 ₽", "Заказ №_12 на_1 234 567_₽"),
        ("что-то из-за шторма", "что-то из-за шторма"),
        ("+7 495 000-00-00", "+7 495 000-00-00"),
    ],
)
def test_words_stay_together(plain: str, bound: str) -> None:
    assert bind_short_words(plain).replace(NBSP, "_") == bound


def test_safe_markup_stays_safe() -> None:
    html = Environment(autoescape=True, finalize=bind_short_words)
    link = html.from_string("{{ text | urlize }}, {{ number }}").render(text="в https://example.com/a < 3", number=3)
    assert link == f'в{NBSP}<a href="https://example.com/a" rel="noopener">https://example.com/a</a> &lt; 3, 3'


def test_only_the_html_has_them() -> None:
    email = lay_out(EmailContent("Тема", "Ответ", "Ответим до 23 ноября. <b>"), site_name="Меридиан Авто")
    assert "до 23 ноября" in email.text
    assert f"до{NBSP}23{NBSP}ноября. &lt;b&gt;" in email.html
