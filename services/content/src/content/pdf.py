"""PDF rendering of the content service. The templates and fonts are files of this package."""

from functools import partial
from importlib.resources import files
from pathlib import Path

from chassis.features import pdf

render = partial(pdf.render, Path(str(files("content"))))
