"""Words for the figures: what was multiplied by what, by which act, and what the buyer should know."""
