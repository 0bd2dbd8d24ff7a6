"""Errors of the articles: 409 for a taken slug, 422 for a scheduled article without a time."""

from chassis.errors import Conflict


class SlugTaken(Conflict):
    code, message = "slug_taken", "Такой адрес уже занят"
