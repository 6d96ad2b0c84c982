"""Where jobs are played: a pool of referee processes on this machine, or a cluster of such pools.

The engine of a cluster is not among these names: it needs the extra `hokm-arena[dask]`.
"""

from arena.tournament.engines.engine import Engine, Needs
from arena.tournament.engines.local_pool import LocalPool, core_sets

__all__ = ["Engine", "LocalPool", "Needs", "core_sets"]
