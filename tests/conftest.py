"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# How long an example takes says more of what else the host does than of the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
