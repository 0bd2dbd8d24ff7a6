from records.personal_data import answer_requests

from notifications.personal_data import service

on = answer_requests(erase=service.erase, export=service.export)
