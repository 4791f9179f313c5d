"""What a bad cable does to frames, at a rate and from a seed."""

import random
from collections.abc import Callable


class LineFaults:
    """Spoils some of the frames that pass, and tells: one flipped bit, or the end cut off."""

    def __init__(self, on_spoilt: Callable[[], None] = lambda: None, seed: int = 0) -> None:
        self._on_spoilt = on_spoilt
        self._random = random.Random(seed)  # noqa: S311 - the same seed spoils the same frames
        self.flip_share = 0.0
        """Of 1: how many frames get one flipped bit."""
        self.truncate_share = 0.0
        """Of 1: how many frames lose their end, at least one byte of it."""
        self.spoilt_count = 0

    def passed(self, frame: bytes) -> bytes:
        """Return what is left of *frame* at the other end."""
        if frame and self._random.random() < self.flip_share:
            at = self._random.randrange(len(frame))
            flipped = frame[at] ^ 1 << self._random.randrange(8)
            frame = frame[:at] + bytes((flipped,)) + frame[at + 1 :]
            self._spoilt()
        if frame and self._random.random() < self.truncate_share:
            frame = frame[: self._random.randrange(len(frame))]
            self._spoilt()
        return frame

    def _spoilt(self) -> None:
        self.spoilt_count += 1
        self._on_spoilt()
