"""Russian labels of the codes that are stored for a car."""

BODIES = {
    "sedan": "седан", "estate": "универсал", "wagon": "универсал", "coupe": "купе", "cabriolet": "кабриолет",
    "convertible": "кабриолет", "suv": "внедорожник", "crossover": "кроссовер", "hatchback": "хэтчбек",
    "liftback": "лифтбек", "van": "минивэн", "minivan": "минивэн", "pickup": "пикап", "roadster": "родстер",
}  # fmt: skip
FUELS = {"petrol": "бензин", "diesel": "дизель", "electric": "электро", "hybrid": "гибрид"}
# Other search terms: adjectives, and word forms that the Russian stemmer does not reduce to the label.
SEARCH_TERMS = {
    "sedan": "седанов", "estate": "универсалы", "wagon": "универсалы",
    "petrol": "бензиновый", "diesel": "дизельный", "electric": "электрический электромобиль электрокар",
    "hybrid": "гибридный",
}  # fmt: skip
GEARBOXES = {"automatic": "автомат", "robot": "робот", "manual": "механика"}
DRIVES = {"front": "передний", "rear": "задний", "all": "полный"}
