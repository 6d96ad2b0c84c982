"""The bots in `bots/` and the Python kit, tested from outside: none of them imports the arena."""
