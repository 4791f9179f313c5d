"""Runs at power-up."""

from board import Board
from hal_pico import Hal


def main():
    """Step the board for ever."""
    board = Board(Hal())
    while True:
        board.step()


main()
