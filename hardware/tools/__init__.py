"""Tools for who builds a dice board."""
