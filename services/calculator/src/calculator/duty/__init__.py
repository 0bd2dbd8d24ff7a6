"""Customs payments of one car by one edition. Pure functions: no clock, no database, no network."""
