"""Hokm Arena: a tournament runner for bot programs that play two-player Hokm."""
