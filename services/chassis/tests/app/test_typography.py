import pytest
from chassis.typography import bind_short_words_in_html, typeset


def show_spaces(text: str) -> str:
    return text.replace("\u00a0", "_")


class TestTypeset:
    """All cases are also in web/src/lib/typesetting.test.ts, because the app typesets the same texts."""

    @pytest.mark.parametrize(
        ("plain", "expected"),
        [
            ('"Заказ" на "Ладу"', "«Заказ» на_«Ладу»"),
            ('ООО "Фирма "Север""', "ООО «Фирма „Север“»"),
            ("Смета - до рубля", "Смета_— до_рубля"),
            ("— Да", "— Да"),
            ("и в Москве", "и_в_Москве"),
            ("от 3 до 5 лет", "от_3 до_5 лет"),
            ("выросла на 11 200 рублей", "выросла на_11_200 рублей"),
            ("за 15 минут, 1 минуту, 2 часа", "за_15_минут, 1_минуту, 2_часа"),
            ("стоит 500 ₽ и 22 %", "стоит 500_₽ и_22_%"),
            ("Постановление № 1291", "Постановление №_1291"),
            ("3-5 дней", "3–5 дней"),
            ("+7 495 000-00-00", "+7 495 000-00-00"),
            ("2026-11-20", "2026-11-20"),
            ("Подождите...", "Подождите…"),
            ("знает ли он", "знает_ли он"),
            ("38-й километр", "38-\u2060й километр"),
            ("5.0 л, бензин", "5,0_л, бензин"),
            ("осмотр 25 ноября, суббота 10:00", "осмотр 25_ноября, суббота_10:00"),
            ("краска 102-137 мкм", "краска 102–137_мкм"),
            ("A6 2.0 TDI", "A6 2.0 TDI"),
        ],
    )
    def test_a_text_is_typeset_and_a_second_time_changes_nothing(self, plain: str, expected: str) -> None:
        typeset_text = typeset(plain)
        assert show_spaces(typeset_text) == expected
        assert typeset(typeset_text) == typeset_text

    def test_the_tags_of_html_do_not_change(self) -> None:
        html = '<p class="a b в c">Мотор на 150 кВт, с <b>110</b> л и "Golf"</p>'
        assert show_spaces(bind_short_words_in_html(html)) == (
            '<p class="a b в c">Мотор на_150_кВт, с_<b>110</b> л и_"Golf"</p>'
        )
