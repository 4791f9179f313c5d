"""The console language: one parser for the banker's console, case files and scripts."""
