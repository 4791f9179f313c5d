"""The table's program: journal, tap flows, screens, console."""
