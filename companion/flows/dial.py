"""A sum under the knob: detents change it by a step, YES takes the next step."""

import msgspec

from companion.locales import _
from companion.views.words import money
from engine.ids import Money

STEPS: tuple[Money, ...] = (10, 100, 1)


class Dial(msgspec.Struct, frozen=True, gc=False):
    """A sum from *low* to *high*."""

    amount: Money
    high: Money
    low: Money = 0
    step: Money = STEPS[0]

    def turned(self, detents: int) -> "Dial":
        """Return it after so many detents; it stops at its ends."""
        amount = min(self.high, max(self.low, self.amount + detents * self.step))
        return msgspec.structs.replace(self, amount=amount)

    def stepped(self) -> "Dial":
        """Return it with the next step."""
        step = STEPS[(STEPS.index(self.step) + 1) % len(STEPS)]
        return msgspec.structs.replace(self, step=step)

    @property
    def words(self) -> str:
        """How it is moved."""
        sentence = _("The knob: {step} a click; YES changes that, NO goes back")
        return sentence.format(step=money(self.step))
