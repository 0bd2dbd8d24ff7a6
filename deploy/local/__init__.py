"""The whole system on one machine without Docker: what `make up` and its sister verbs run.

Only the standard library is imported here, since the first verb runs before anything is installed.
"""
