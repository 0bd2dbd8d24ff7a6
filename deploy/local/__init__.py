"""The whole system on one machine without Docker: what `make up` and its sister verbs run.

`__main__`, `bootstrap` and `build_web` run before anything is installed, so they use the standard library only. The
rest runs by the checkout's Python, where every package is.
"""
