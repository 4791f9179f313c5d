"""Where the highlight stands, and how long what is asked still waits."""

from companion.flows.outcome import Ask, Does, Way
from companion.protocol import Prompt

SLACK_S = 1e-6  # of adding up floating seconds


class Attention:
    """Highlight and countdown of the ask on the screen; both start anew with another ask."""

    def __init__(self) -> None:
        self._topic: tuple[object, ...] = ()
        self._count_topic: tuple[object, ...] = ()
        self._highlight: int | None = None
        self._before_no: int | None = None
        self._until_s: float | None = None
        self._has_restarted = False
        self._standing: tuple[object, ...] = ()
        self._since_s = 0.0

    def follow(self, ask: Ask, now_s: float) -> None:
        """Turn to *ask*, at *now_s*."""
        topic = (ask.kind, ask.player if not ask.is_shared else None, ask.topic)
        if topic != self._topic:
            self._topic = topic
            self._before_no = None
            self._highlight = 0 if ask.ways and not ask.is_unlit else None
        elif self._highlight is not None and self._highlight >= len(ask.ways):
            self._highlight = len(ask.ways) - 1 if ask.ways else None
        count_topic = (*topic, ask.count_topic)
        if count_topic != self._count_topic:
            self._count_topic = count_topic
            self.restart(ask, now_s)
        standing = (*count_topic, self._highlight)
        if standing != self._standing:
            self._standing = standing
            self._since_s = now_s

    def has_stood(self, now_s: float, seconds: float) -> bool:
        """Return whether what a card would confirm has been so for *seconds*."""
        return now_s - self._since_s >= seconds - SLACK_S

    def restart(self, ask: Ask, now_s: float) -> None:
        """Give the countdown its full time again."""
        self._until_s = None if ask.count_s is None else now_s + ask.count_s
        self._has_restarted = True

    def way(self, ask: Ask) -> Way | None:
        """Return what is highlighted."""
        return None if self._highlight is None else ask.ways[self._highlight]

    def turn(self, ask: Ask, detents: int) -> bool:
        """Move the highlight round; return whether there was anything to move it over."""
        count = len(ask.ways)
        if not count or not detents:
            return False
        start = self._highlight
        if start is None:
            start = -1 if detents > 0 else 0
        self._highlight = (start + detents) % count
        self._before_no = None
        return True

    def refuse(self, ask: Ask) -> bool:
        """Move the highlight to the refusing way; return whether there is one."""
        index = next((at for at, way in enumerate(ask.ways) if way.is_refusal), None)
        if index is None:
            return False
        if index != self._highlight:
            self._before_no = self._highlight
        self._highlight = index
        return True

    def refused(self) -> None:
        """Put the highlight back where it was before NO: one player's refusal is not the next's."""
        if self._before_no is not None:
            self._highlight = self._before_no
            self._before_no = None

    def point_at(self, ask: Ask, space: int) -> bool:
        """Move the highlight to the next way that concerns *space*; return whether there is one."""
        count = len(ask.ways)
        start = -1 if self._highlight is None else self._highlight
        for offset in range(1, count + 1):
            index = (start + offset) % count
            if ask.ways[index].space == space:
                self._highlight = index
                return True
        return False

    def is_over(self, now_s: float) -> bool:
        """Return whether the countdown has ended."""
        return self._until_s is not None and now_s >= self._until_s

    def wait_until(self, at_s: float) -> None:
        """Let the countdown end at *at_s* instead."""
        self._until_s = at_s

    @property
    def until_s(self) -> float | None:
        """When the countdown ends."""
        return self._until_s

    def take_restarted(self) -> bool:
        """Return whether the countdown began anew since the last call."""
        has_restarted, self._has_restarted = self._has_restarted, False
        return has_restarted

    def prompt(self, ask: Ask, now_s: float, *, is_held: bool) -> Prompt:
        """Return *ask* as the screen shows it at *now_s*; *is_held*: no throw counts now."""
        left = None if self._until_s is None else max(0.0, self._until_s - now_s)
        way = self.way(ask)
        return Prompt(
            kind=ask.kind,
            player=ask.player,
            title=ask.title,
            detail=(way.detail if way is not None else "") or ask.detail,
            amount=ask.amount,
            choices=tuple(way.choice for way in ask.ways),
            highlight=self._highlight,
            seconds_left=left,
            seconds_whole=ask.count_s if left is not None else None,
            deal=ask.deal,
            signed=ask.signed,
            side=ask.side,
            lines=ask.lines,
            is_held=is_held,
        )

    def is_giving_up(self, ask: Ask) -> bool:
        """Return whether the highlight stands on giving up the game."""
        way = self.way(ask)
        return way is not None and way.does is Does.GIVE_UP
