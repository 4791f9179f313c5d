"""Emulated hardware on real pseudo-terminals, driven by a control socket."""
