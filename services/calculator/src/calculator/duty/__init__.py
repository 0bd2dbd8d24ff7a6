"""Customs payments of one car by one edition. Its functions use no clock, database or network."""
