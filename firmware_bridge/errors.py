"""What the outside world may do to a device."""


class BridgeError(Exception):
    """Something outside the program failed; the text says what, for people."""


class DeviceLostError(BridgeError):
    """The device does not answer: gone, mute, busy or not there yet."""
