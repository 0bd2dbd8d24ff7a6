"""Backups that can be restored: every service's database and files, with checksums (docs/decisions/0064).

Nothing but Python's own library, and PostgreSQL's own programs: the same code runs on one machine and in a container.
"""
