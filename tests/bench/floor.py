"""The floor: how little a turn can cost in Python, with classes and hardly any rules.

Two dice, doubles, jail after three, the salary, deeds bought and rent paid; no events, no choices,
nothing refused. What the engine costs is measured against this, so that neither the machine nor the
version of Python matters.
"""

import random
import sys

SIZE, JAIL, GO_TO_JAIL = 40, 10, 30
TAXES = {4: 200, 38: 100}
TITLED = frozenset(range(1, 40)) - {2, 4, 7, 10, 17, 20, 22, 30, 33, 36, 38}
THROWS = [(first, second) for first in range(1, 7) for second in range(1, 7)]
START, SALARY, PRICE, RENT = 1500, 200, 150, 20


class Account:
    """Somebody's cash and where his token is; the bank's token stays on GO."""

    __slots__ = ("cash", "space")

    def __init__(self, cash: int) -> None:
        self.cash = cash
        self.space = 0

    def pay(self, other: "Account", amount: int) -> None:
        self.cash -= amount
        other.cash += amount


class Floor:
    """Four players going round; turns end with the dice, games never."""

    __slots__ = ("bank", "owners", "players", "random", "turns")

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random
        self.players = [Account(START) for _ in range(4)]
        self.bank = Account(-4 * START)
        self.owners: list[Account | None] = [None] * SIZE
        self.turns = 0

    def play(self, turns: int) -> None:
        """Play so many turns."""
        bank, (one, two, three, four) = self.bank, self.players
        while self.turns < turns:
            self.turn(self.players[self.turns % 4])
            self.turns += 1
            assert bank.cash + one.cash + two.cash + three.cash + four.cash == 0

    def turn(self, player: Account) -> None:
        """Throw until no doubles come, or jail."""
        doubles = 0
        while True:
            first, second = THROWS[int(self.random() * 36)]
            if first == second:
                doubles += 1
                if doubles == 3:
                    player.space = JAIL
                    return
            self.move(player, first + second)
            if first != second:
                return

    def move(self, player: Account, count: int) -> None:
        """Move the token, past GO for the salary."""
        space = player.space + count
        if space >= SIZE:
            space -= SIZE
            self.bank.pay(player, SALARY)
        player.space = space
        self.land(player, space)

    def land(self, player: Account, space: int) -> None:
        """Buy, pay rent, pay the tax, or go to jail."""
        if space in TITLED:
            owner = self.owners[space]
            if owner is None:
                if player.cash >= PRICE:
                    player.pay(self.bank, PRICE)
                    self.owners[space] = player
            elif owner is not player:
                player.pay(owner, RENT + space)
        elif space in TAXES:
            player.pay(self.bank, TAXES[space])
        elif space == GO_TO_JAIL:
            player.space = JAIL


if __name__ == "__main__":
    Floor(1).play(int(sys.argv[1]))
