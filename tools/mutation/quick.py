"""A plugin of pytest for mutants: one failing example is enough, so Hypothesis need not find the simplest."""

from hypothesis import Phase, settings

settings.register_profile("mutants", derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate])
