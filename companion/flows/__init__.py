"""How taps become commands: pure, no I/O, time as an argument."""
