"""The HTML of emails keeps short words and units with their neighbours; its text part has plain spaces."""

from chassis.mail.layout import build_environment
from chassis.mail.texts import EmailContent, lay_out
from chassis.typography import NBSP


def test_safe_markup_stays_safe_and_its_addresses_unchanged() -> None:
    html = build_environment("chassis.mail", html=True)
    link = html.from_string("{{ text | urlize }}, {{ number }}").render(text="в https://example.com/a < 3", number=3)
    assert link == f'в{NBSP}<a href="https://example.com/a" rel="noopener">https://example.com/a</a> &lt; 3, 3'


def test_only_the_html_part_has_non_breaking_spaces() -> None:
    email = lay_out(EmailContent("Тема", "Ответ", "Ответим до 23 ноября. <b>"), site_name="Меридиан Авто")
    assert "до 23 ноября" in email.text
    assert f"до{NBSP}23{NBSP}ноября. &lt;b&gt;" in email.html


def test_a_long_link_shows_its_beginning_because_it_is_wider_than_a_phone() -> None:
    url = f"https://example.com/api/auth/sessions/disown?token=v4.local.{'a' * 300}"
    email = lay_out(EmailContent("Тема", "Вход", f"Это не я, завершить сеанс: {url}"), site_name="Меридиан Авто")
    assert f"Это не я, завершить сеанс: {url}" in email.text
    assert f'завершить сеанс: <a href="{url}" rel="noopener">{url[:40]}...</a>' in email.html
    assert email.html.count(url) == 1


def test_links_are_as_dark_as_the_text_where_the_reader_prefers_dark_colours() -> None:
    # The card stays white, so the pale colour of links of a dark scheme would be hardly readable on it.
    email = lay_out(EmailContent("Тема", "Вход", "https://example.com/login"), site_name="Меридиан Авто")
    assert '<meta name="color-scheme" content="light">' in email.html
    assert "a { color: #16181b; }" in email.html
