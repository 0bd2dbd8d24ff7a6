"""Backups of every service's database and files, with checksums, and their restore (docs/decisions/0064).

Without the archive, the code needs only the standard library and PostgreSQL's programs, so it runs both on a
machine and in a container.
"""
