from tests.tournament.conftest import arena, place

__all__ = ["arena", "place"]
