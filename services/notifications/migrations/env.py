from chassis.migrate import run_in_alembic

run_in_alembic()
