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
START, SALARY, PRICE, RENT = 1500, 200, 150, 20


class Account:
    """Somebody's cash, or the bank's."""

    __slots__ = ("cash",)

    def __init__(self, cash: int) -> None:
        self.cash = cash

    def pay(self, other: "Account", amount: int) -> None:
        self.cash -= amount
        other.cash += amount


class Player(Account):
    """A player: where his token is, how many doubles he threw."""

    __slots__ = ("doubles", "space")

    def __init__(self, cash: int) -> None:
        super().__init__(cash)
        self.space = 0
        self.doubles = 0


class Floor:
    """Four players going round; turns end with the dice, games never."""

    __slots__ = ("bank", "owners", "players", "random", "turns")

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random
        self.players = [Player(START) for _ in range(4)]
        self.bank = Account(-4 * START)
        self.owners: list[Player | None] = [None] * SIZE
        self.turns = 0

    def play(self, turns: int) -> None:
        """Play so many turns."""
        while self.turns < turns:
            self.turn(self.players[self.turns % 4])
            self.turns += 1
            one, two, three, four = self.players
            assert self.bank.cash + one.cash + two.cash + three.cash + four.cash == 0

    def turn(self, player: Player) -> None:
        """Throw until no doubles come, or jail."""
        player.doubles = 0
        while True:
            throw = int(self.random() * 36)
            first, second = throw // 6 + 1, throw % 6 + 1
            is_doubles = first == second
            player.doubles += is_doubles
            if player.doubles == 3:
                player.space = JAIL
                return
            self.move(player, first + second)
            if not is_doubles:
                return

    def move(self, player: Player, count: int) -> None:
        """Move the token, past GO for the salary."""
        space = player.space + count
        if space >= SIZE:
            space -= SIZE
            self.bank.pay(player, SALARY)
        player.space = space
        self.land(player, space)

    def land(self, player: Player, space: int) -> None:
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
