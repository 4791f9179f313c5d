"""What stands on a screen, as ready strings: pure functions of the state; no drawing, no I/O."""
