"""A sum of money in Russian words, as an invoice states it below the figures."""

from typing import Literal, NamedTuple

Gender = Literal["masculine", "feminine"]

ONES = ("", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять")
FEMININE_ONES = {1: "одна", 2: "две"}
TEENS = (
    "десять", "одиннадцать", "двенадцать", "тринадцать", "четырнадцать",
    "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать", "девятнадцать",
)  # fmt: skip
TENS = (
    "", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто",
)  # fmt: skip
HUNDREDS = (
    "", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот",
)  # fmt: skip


class Noun(NamedTuple):
    """A counted noun: its forms after 1, 2 and 5, and its gender."""

    one: str
    few: str
    many: str
    gender: Gender = "masculine"


ROUBLE = Noun("рубль", "рубля", "рублей")
# The names of the groups of three digits, from the left.
SCALES = (
    (10**12, Noun("триллион", "триллиона", "триллионов")),
    (10**9, Noun("миллиард", "миллиарда", "миллиардов")),
    (10**6, Noun("миллион", "миллиона", "миллионов")),
    (10**3, Noun("тысяча", "тысячи", "тысяч", "feminine")),
)


def spell_roubles(amount: int) -> str:
    """Return `Сто двадцать тысяч рублей 00 копеек`. The amount is in whole roubles, from 0 to below 10**15."""
    words = []
    remainder = amount
    for scale, noun in SCALES:
        group, remainder = divmod(remainder, scale)
        if group:
            words += [*_spell_group(group, noun.gender), _choose_form(group, noun)]
    words += _spell_group(remainder, ROUBLE.gender)
    if amount == 0:
        words.append("ноль")
    words.append(_choose_form(remainder, ROUBLE))
    sentence = " ".join(words)
    return f"{sentence[0].upper()}{sentence[1:]} 00 копеек"


def _spell_group(number: int, gender: Gender) -> list[str]:
    """Return the words of a number below 1000. Zero has none."""
    hundreds, remainder = divmod(number, 100)
    tens, ones = divmod(remainder, 10)
    words = [HUNDREDS[hundreds]]
    if tens == 1:
        words.append(TEENS[ones])
    else:
        words.append(TENS[tens])
        words.append(FEMININE_ONES.get(ones, ONES[ones]) if gender == "feminine" else ONES[ones])
    return [word for word in words if word]


def _choose_form(number: int, noun: Noun) -> str:
    if number % 100 in range(11, 15):
        return noun.many
    last_digit = number % 10
    if last_digit == 1:
        return noun.one
    if last_digit in (2, 3, 4):
        return noun.few
    return noun.many
