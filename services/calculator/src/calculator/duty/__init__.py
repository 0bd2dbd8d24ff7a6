"""The pure core: a car and an edition in, five amounts out. No clock, no database, no network."""
