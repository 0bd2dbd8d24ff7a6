"""The Russian words for what is stored of a car as a code."""

BODIES = {
    "sedan": "седан", "estate": "универсал", "wagon": "универсал", "coupe": "купе", "cabriolet": "кабриолет",
    "convertible": "кабриолет", "suv": "внедорожник", "crossover": "кроссовер", "hatchback": "хэтчбек",
    "liftback": "лифтбек", "van": "минивэн", "minivan": "минивэн", "pickup": "пикап", "roadster": "родстер",
}  # fmt: skip
FUELS = {"petrol": "бензин", "diesel": "дизель", "electric": "электро", "hybrid": "гибрид"}
# How else a car is asked for: the adjectives, and the forms that the Russian stemmer takes for another word's.
ASKED_AS = {
    "sedan": "седанов", "estate": "универсалы", "wagon": "универсалы",
    "petrol": "бензиновый", "diesel": "дизельный", "electric": "электрический электромобиль электрокар",
    "hybrid": "гибридный",
}  # fmt: skip
