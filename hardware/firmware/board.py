"""The dice board: scans, judges, tells, obeys."""

import store
from calibration import MARGIN_MIN, Calibration
from codebook import CHANNEL_COUNT, EMPTY, read_die
from health import Health
from lamps import EFFECTS, LAMP_COUNT, Lamps
from lane import Lane, hex_levels
from link import Link
from micropython import const
from outbox import Outbox
from panel import Buttons, Knob
from profiles import Profiles, is_name

FIRMWARE = "0.1.0"
_CAPS = "dice:2,src:pips,led:8,buz,btn:3,enc,cal,raw"
_ANSWER_MS = const(100)  # the answer to REBOOT has left by then
_STEADY_SCANS = const(8)  # 150 ms: a calibrating hand waits longer
_SETTINGS = "settings.json"


class Board:
    """Everything but the pins; `hal` has those, `step` is called for ever."""

    def __init__(self, hal):
        now_ms = hal.now_ms()
        self._hal = hal
        self._scans = [bytearray(CHANNEL_COUNT) for _ in range(3)]
        self._levels = bytearray(CHANNEL_COUNT)
        self._scan_count = 0
        self._is_dazzled = False
        self._health = Health()
        self._profiles = Profiles()
        self._lane = Lane(self._profiles.in_use()[2], self._health.bad)
        self._calibration = Calibration()
        self._buttons = Buttons()
        self._knob = Knob()
        self._knob_told = 0
        self._lamps = Lamps()
        self._lamps.brightness = _brightness_kept()
        self._lamp_buffer = bytearray(3 * LAMP_COUNT)
        self._lamp_shown = bytearray(3 * LAMP_COUNT)
        self._tone_until_ms = None
        self._raw_every_ms = 0
        self._raw_sent_ms = 0
        self._reset_ms = None
        self._outbox = Outbox(store.next_boot(hal.chance()), now_ms)
        identity = (
            ("v", 1),
            ("board", "rp2-dice"),
            ("fw", FIRMWARE),
            ("uid", hal.uid()),
            ("boot", self._outbox.boot),
            ("caps", _CAPS),
        )
        self._link = Link(hal.write, self._outbox, identity, self._commands(), self._status)

    def step(self):
        """Do one round: a scan and all that follows from it."""
        is_usable = self._hal.scan(self._scans[self._scan_count % 3], self._knob)
        now_ms = self._hal.now_ms()
        self._scan_count += 1
        if not is_usable:
            self._dazzled()
        elif self._scan_count >= 3:
            self._watch_lane(now_ms)
        self._watch_panel(now_ms)
        if "ROLL" in self._link.receive(self._hal.read(), now_ms):
            self._lamps.confirm(now_ms)
        self._link.step(now_ms)
        self._outbox.step(now_ms)
        self._stream_raw(now_ms)
        self._show(now_ms)
        if self._reset_ms is not None and now_ms >= self._reset_ms:
            self._hal.reset()

    def _watch_lane(self, now_ms):
        """Judge the median of three scans, which drops a flicker between dark and lit."""
        first, second, third = self._scans
        for channel in range(CHANNEL_COUNT):
            a, b, c = first[channel], second[channel], third[channel]
            self._levels[channel] = max(min(a, b), min(max(a, b), c))
        self._is_dazzled = False
        event = self._lane.step(self._levels, now_ms)
        if event is not None:
            self._outbox.add(event[0], event[1], now_ms)
            if event[0] == "ROLL":
                self._watch_health_of(event[1])
        still_ms = self._lane.still_ms(now_ms)
        for channel, why in self._health.idle(self._levels, self._lane.profile, still_ms, now_ms):
            self._warn(channel, why)

    def _watch_health_of(self, fields):
        """Warn of cells that have shown the same for too many rolls."""
        for slot, bits in enumerate(dict(fields)["b"].split(",")):
            for channel in self._health.rolled(slot, int(bits)):
                self._warn(channel, "STUCK")

    def _warn(self, channel, why):
        self._link.send("WARN", (("ch", channel), ("why", why)))

    def _dazzled(self):
        """Judge nothing in light that blinds the cells: it would look like an empty lane."""
        self._scan_count = 0
        if not self._is_dazzled:
            self._is_dazzled = True
            self._warn(0, "DAZZLED")

    def _watch_panel(self, now_ms):
        press = self._buttons.step(self._hal.buttons(), now_ms)
        if press is not None and self._link.is_greeted:
            # Without a host there is no question that a press could answer later.
            self._outbox.add("BTN", press, now_ms)
        position = self._knob.position()
        if position != self._knob_told:
            self._knob_told = position
            if self._link.is_greeted:
                self._link.send("ENC", (("p", position),))

    def _stream_raw(self, now_ms):
        if self._raw_every_ms and now_ms - self._raw_sent_ms >= self._raw_every_ms:
            self._raw_sent_ms = now_ms
            self._link.send("RAW", (("t", now_ms), ("raw", hex_levels(self._levels))))

    def _show(self, now_ms):
        is_waiting = not self._link.is_greeted or self._outbox.has_roll()
        self._lamps.render(self._lamp_buffer, is_waiting, now_ms)
        if self._lamp_buffer != self._lamp_shown:
            self._lamp_shown[:] = self._lamp_buffer
            self._hal.light(self._lamp_shown)
        if self._tone_until_ms is not None and now_ms >= self._tone_until_ms:
            self._tone_until_ms = None
            self._hal.tone(0)

    def _status(self):
        first = self._outbox.first()
        return (
            ("q", len(self._outbox)),
            ("n", 0 if first is None else first[1]),
            ("lost", self._outbox.lost_count),
            ("err", self._link.error_count),
            ("p", self._knob.position()),
        )

    def _commands(self):
        return {
            "PING": self._ping,
            "INFO": self._info,
            "READ": self._read,
            "RAW": self._raw,
            "LED": self._led,
            "BUZ": self._buzz,
            "CFG": self._configure,
            "CAL": self._calibrate,
            "TEST": self._test,
            "REBOOT": self._reboot,
        }

    def _ping(self, _fields, now_ms):
        return (("t", now_ms),)

    def _info(self, _fields, _now_ms):
        name, margin, _ = self._profiles.in_use()
        return (
            ("fw", FIRMWARE),
            ("dice", self._lane.dice_wanted),
            ("settle", self._lane.settle_ms),
            ("lum", self._lamps.brightness),
            ("set", name),
            ("margin", margin),
            ("bad", _listed(sorted(self._health.bad))),
            ("flash", self._outbox.flash_error_count),
        ) + self._status()

    def _read(self, _fields, _now_ms):
        dice = [
            read_die(self._levels, slot, self._lane.profile, self._health.bad) for slot in range(2)
        ]
        faces = ["-" if face == EMPTY else str(face) for face, _, _ in dice]
        return (
            ("d", ",".join(faces)),
            ("c", ",".join([str(confidence) for _, confidence, _ in dice])),
            ("lv", hex_levels(self._levels)),
        )

    def _raw(self, fields, _now_ms):
        every_ms = _whole(fields, "ms", 0, 60000)
        if every_ms is None:
            return "ARG"
        self._raw_every_ms = every_ms
        return ()

    def _led(self, fields, _now_ms):
        rgb = fields.get("rgb", "")
        effect = fields.get("fx", "solid")
        index = _whole(fields, "i", 0, LAMP_COUNT - 1)
        if len(rgb) != 6 or effect not in EFFECTS or (index is None and "i" in fields):
            return "ARG"
        try:
            colour = tuple([int(rgb[at : at + 2], 16) for at in (0, 2, 4)])
        except ValueError:
            return "ARG"
        self._lamps.show(index, colour, effect)
        return ()

    def _buzz(self, fields, now_ms):
        hertz = _whole(fields, "f", 100, 8000)
        duration_ms = _whole(fields, "ms", 10, 2000)
        if hertz is None or duration_ms is None:
            return "ARG"
        if self._tone_until_ms is not None:
            return "BUSY"
        self._hal.tone(hertz)
        self._tone_until_ms = now_ms + duration_ms
        return ()

    def _configure(self, fields, _now_ms):
        """Set what is named; all of it or, if one value is wrong, nothing."""
        dice = _whole(fields, "dice", 1, 2)
        settle_ms = _whole(fields, "settle", 20, 2000)
        brightness = _whole(fields, "lum", 0, 255)
        for key, value in (("dice", dice), ("settle", settle_ms), ("lum", brightness)):
            if value is None and key in fields:
                return "ARG"
        try:
            if "set" in fields and not self._profiles.use(fields["set"]):
                return "ARG"
            if brightness is not None and brightness != self._lamps.brightness:
                self._lamps.brightness = brightness
                store.write(_SETTINGS, {"lum": brightness})
        except OSError:
            return "FLASH"
        if dice is not None:
            self._lane.dice_wanted = dice
        if settle_ms is not None:
            self._lane.settle_ms = settle_ms
        self._lane.profile = self._profiles.in_use()[2]
        return ()

    def _calibrate(self, fields, now_ms):
        """Learn a set of dice: `what=empty`, `what=top face=`, `what=save set=`; list or drop."""
        what = fields.get("what", "")
        if what in ("empty", "top"):
            return self._learn(what, fields, now_ms)
        try:
            if what == "save":
                return self._save(fields.get("set", ""))
            if what == "drop":
                if not self._profiles.drop(fields.get("set", "")):
                    return "ARG"
                self._lane.profile = self._profiles.in_use()[2]
            elif what != "list":
                return "ARG"
        except OSError:
            return "FLASH"
        return ("set", self._profiles.in_use()[0]), ("sets", _listed(self._profiles.names()))

    def _learn(self, what, fields, now_ms):
        face = _whole(fields, "face", 1, 6)
        slot = fields.get("slot", "AB")
        if slot not in ("A", "B", "AB") or (what == "top" and face not in (1, 6)):
            return "ARG"
        if self._lane.still_ms(now_ms) < self._lane.settle_ms:
            return "BUSY"
        levels = self._steady_levels()
        if levels is None:
            return "LIGHT"
        if what == "empty":
            code = self._calibration.empty(levels)
        else:
            code = self._calibration.top(levels, face, ["AB".index(name) for name in slot])
        return self._learned() if code is None else code

    def _learned(self):
        margin, channel = self._calibration.margin()
        return (
            ("left", self._calibration.left()),
            ("margin", "-" if channel is None else margin),
            ("ch", "-" if channel is None else channel),
        )

    def _save(self, name):
        if not is_name(name):
            return "ARG"
        margin, _ = self._calibration.margin()
        if self._calibration.left():
            return (("code", "ORDER"),) + self._learned()
        if margin < MARGIN_MIN:
            return (("code", "MARGIN"),) + self._learned()
        if not self._profiles.keep(name, margin, self._calibration.profile()):
            return "FULL"
        self._lane.profile = self._profiles.in_use()[2]
        return ("set", name), ("margin", margin)

    def _steady_levels(self):
        """Return the mean of eight scans, None in light that blinds the cells."""
        sums = [0] * CHANNEL_COUNT
        scan = bytearray(CHANNEL_COUNT)
        for _ in range(_STEADY_SCANS):
            if not self._hal.scan(scan, self._knob):
                return None
            for channel in range(CHANNEL_COUNT):
                sums[channel] += scan[channel]
        return bytearray([(total + _STEADY_SCANS // 2) // _STEADY_SCANS for total in sums])

    def _test(self, fields, now_ms):
        """Name the cells of the empty lane that see nothing, or too much; or walk the lamps."""
        what = fields.get("what", "cells")
        if what == "lamps":
            self._lamps.test(now_ms)
            return ()
        if what != "cells":
            return "ARG"
        bad = self._health.test(self._levels, self._lane.profile)
        return "BUSY" if bad is None else (("bad", _listed(bad)),)

    def _reboot(self, _fields, now_ms):
        self._reset_ms = now_ms + _ANSWER_MS
        return ()


def _whole(fields, key, low, high):
    """Return a whole number within its range, else None."""
    text = fields.get(key, "")
    if not text.isdigit() or not low <= int(text) <= high:
        return None
    return int(text)


def _listed(values):
    return ",".join([str(value) for value in values]) or "-"


def _brightness_kept():
    kept = store.read(_SETTINGS)
    brightness = kept.get("lum") if isinstance(kept, dict) else None
    return brightness if isinstance(brightness, int) and 0 <= brightness <= 255 else 255
