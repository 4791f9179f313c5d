"""Devices to signals, cues to devices; no rules and no screens."""
