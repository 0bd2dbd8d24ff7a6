"""The explanation of the figures: formulas, legal sources, warnings."""
