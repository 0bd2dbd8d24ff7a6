"""Runs the whole system on one machine without Docker: `make up`, `make down` and the other make targets.

`__main__`, `bootstrap` and `build_web` run before anything is installed, so they use only the standard library. The
other modules run in the checkout's virtual environment.
"""
