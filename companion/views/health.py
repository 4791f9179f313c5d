"""How the devices, the saving and the table itself do, a line each."""

from collections.abc import Sequence

import msgspec

from companion.locales import _
from companion.protocol import DeviceHealth, Measured, Storage, Tongue
from companion.views.status import MARKS, Level


class HealthLine(msgspec.Struct, frozen=True, gc=False):
    """One line of the page of devices."""

    label: str
    text: str
    level: Level | None = None
    """Nothing: it is a figure, neither good nor bad."""

    @property
    def mark(self) -> str:
        """Return the shape that says the level; empty for a figure."""
        return MARKS[self.level] if self.level else ""


def health_lines(
    devices: Sequence[DeviceHealth],
    storage: Storage | None,
    measured: Measured | None,
    tongue: Tongue,
    *,
    is_connected: bool,
) -> tuple[HealthLine, ...]:
    """Return what is known, what is wrong with a word on what to do."""
    if not is_connected:
        return (HealthLine(_("Table"), _("it does not answer: reconnecting"), "bad"),)
    lines = [HealthLine(_("Table"), _("answers"), "good")]
    lines += [_device_line(device) for device in devices]
    if not devices:
        lines.append(HealthLine(_("No devices"), _("play by keys, or name them at the start")))
    lines.append(_storage_line(storage))
    lines.append(_voice_line(tongue))
    return (*lines, *_counted(measured))


def _device_line(device: DeviceHealth) -> HealthLine:
    name = device.device.replace("-", " ").capitalize()
    if device.is_up:
        return HealthLine(name, device.detail or _("ready"), "good")
    advice = _("lost: check the cable; it comes back by itself")
    return HealthLine(name, f"{advice} {device.detail}".strip(), "bad")


def _storage_line(storage: Storage | None) -> HealthLine:
    if storage is None or storage.status == "ok":
        return HealthLine(_("Saving"), _("on the disk before it is shown"), "good")
    return HealthLine(_("Saving"), storage.detail, "warn" if storage.status == "slow" else "bad")


def _voice_line(tongue: Tongue) -> HealthLine:
    if not tongue.has_voice:
        return HealthLine(_("Voice"), _("none: install espeak-ng"))
    return HealthLine(_("Voice"), _("speaks") if tongue.is_aloud else _("silent: key s"), "good")


def _counted(measured: Measured | None) -> tuple[HealthLine, ...]:
    if measured is None:
        return ()
    counts = (
        (_("Cards tapped"), str(measured.taps)),
        (_("Throws read"), str(measured.rolls)),
        (_("Acts"), str(measured.commands)),
        (_("Refused"), str(measured.refusals)),
        (_("Tap to answer"), _times(measured.tap_to_published_ms)),
        (_("Saving takes"), _times(measured.commit_ms)),
    )
    return tuple(HealthLine(label, text) for label, text in counts)


def _times(times: dict[str, float]) -> str:
    if not times:
        return "-"
    return _("{usual} ms, at most {most} ms").format(
        usual=round(times.get("p50", 0.0)), most=round(times.get("max", 0.0))
    )
