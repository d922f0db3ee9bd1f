"""A plugin of pytest for mutants: an example that fails is enough, Hypothesis need not look for the simplest one."""

from hypothesis import Phase, settings

settings.register_profile("mutants", derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate])
