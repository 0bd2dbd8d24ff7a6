"""Latin and Cyrillic letters that look alike and are confused when typed. Its functions are pure."""

import re

CYRILLIC = "АВЕКМНОРСТУХавекмнорстух"
LATIN = "ABEKMHOPCTYXabekmhopctyx"
TO_LATIN = str.maketrans(CYRILLIC, LATIN)
TO_CYRILLIC = str.maketrans(LATIN, CYRILLIC)
# A word, a model or a number, with hyphens: `А4`, `МА-895852`.
TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
CYRILLIC_LETTER = re.compile("[А-Яа-яЁё]")
LATIN_LETTER = re.compile("[A-Za-z]")


def unmix(text: str) -> str:
    """Write each word in one alphabet. `а4` with a Cyrillic `а` becomes `a4`. `aуди` with a Latin `a` becomes `ауди`.

    A word that mixes alphabets, or Cyrillic letters and digits, becomes Latin if all its Cyrillic letters have Latin
    look-alikes: models and numbers are Latin.
    """
    return TOKEN.sub(lambda match: _unmix_word(match.group()), text)


def _unmix_word(word: str) -> str:
    cyrillic = CYRILLIC_LETTER.findall(word)
    latin = LATIN_LETTER.findall(word)
    has_digit = any(character.isdigit() for character in word)
    if not cyrillic or not (latin or has_digit):
        return word
    if set(cyrillic) <= set(CYRILLIC):
        return word.translate(TO_LATIN)
    if set(latin) <= set(LATIN):
        return word.translate(TO_CYRILLIC)
    return word
