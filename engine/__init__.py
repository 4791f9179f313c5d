"""The rulebook, pure: no I/O, no clock, no chance."""
