"""Russian labels of the codes that are stored for a car, and the Russian spellings of brands."""

import re

from chassis.lookalikes import unmix

BODIES = {
    "sedan": "седан", "estate": "универсал", "wagon": "универсал", "coupe": "купе", "cabriolet": "кабриолет",
    "convertible": "кабриолет", "suv": "внедорожник", "crossover": "кроссовер", "hatchback": "хэтчбек",
    "liftback": "лифтбек", "van": "минивэн", "minivan": "минивэн", "pickup": "пикап", "roadster": "родстер",
}  # fmt: skip
FUELS = {"petrol": "бензин", "diesel": "дизель", "electric": "электро", "hybrid": "гибрид"}
# Additional search terms: adjectives, synonyms, and word forms that the Russian stemmer does not reduce to the label.
SEARCH_TERMS = {
    "sedan": "седанов", "estate": "универсалы", "wagon": "универсалы",
    "petrol": "бензиновый", "diesel": "дизельный", "electric": "электрический электромобиль электрокар",
    "hybrid": "гибридный",
}  # fmt: skip
GEARBOXES = {"automatic": "автомат", "robot": "робот", "manual": "механика"}
DRIVES = {"front": "передний", "rear": "задний", "all": "полный"}

# Regular expressions of the brands as buyers type them. A case ending of up to two letters may follow. Cars are stored
# and searched by the Latin name.
BRANDS = {
    "ауди": "Audi", "бмв": "BMW", "бентли": "Bentley", "вольво": "Volvo", "лексус": "Lexus", "порше?": "Porsche",
    "мерс(?:едес)?": "Mercedes", "бенц": "Benz", "фольксваген": "Volkswagen", "ягуар": "Jaguar", "тесл": "Tesla",
    "л[еэ]нд": "Land", "р[еэ]й?ндж": "Range", "ровер": "Rover", "тойот": "Toyota", "[шс]код": "Skoda",
    "ки[ая]": "Kia", "ниссан": "Nissan", "хонд": "Honda", "мазд": "Mazda", "форд": "Ford", "джип": "Jeep",
    "пежо": "Peugeot", "рено": "Renault", "опел": "Opel", "кадиллак": "Cadillac", "шевроле": "Chevrolet",
    "мазерати": "Maserati", "феррари": "Ferrari", "субару": "Subaru", "инфинити": "Infiniti",
}  # fmt: skip
SPELLINGS = [(re.compile(rf"\b{word}\w{{0,2}}\b", re.IGNORECASE), name) for word, name in BRANDS.items()]


def latinize_brands(text: str) -> str:
    """Replace brands by their Latin names: `мерседесы дизель` becomes `Mercedes дизель`."""
    text = unmix(text)
    for spelling, name in SPELLINGS:
        text = spelling.sub(name, text)
    return text
