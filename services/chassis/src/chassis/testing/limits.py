"""The limit of all waits of tests."""

# The limit only ends a hang, so one generous number serves all waits: the machine may be slow or busy.
HANG_SECONDS = 300
