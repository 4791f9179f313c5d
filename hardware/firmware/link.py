"""The board's side of DLP/1: hello, events until acknowledged, commands once each."""

import frames
from micropython import const

_HELLO_MS = const(2000)
_BEAT_MS = const(2000)
_RESEND_MS = const(400)
_SILENCE_MS_MAX = const(6000)  # then the host is taken for gone
_HELP = "# Sealed lines: !PING id=1*CRC. Plain words: help, info, read, test, hello."
_PLAIN = ("info", "read", "test")


class Link:
    """One host at a time; `commands` maps a type to a function of (fields, now_ms).

    A command returns the pairs of its answer, or a code as text when it refuses, or that code as
    the first pair where there is more to say.
    """

    def __init__(self, write, outbox, identity, commands, status):
        self.is_greeted = False
        self.error_count = 0
        self._write = write
        self._outbox = outbox
        self._identity = identity
        self._commands = commands
        self._status = status
        self._reader = frames.LineReader()
        self._heard_ms = 0
        self._said_ms = -_HELLO_MS
        self._sent_ms = 0
        self._sent_key = None
        self._answered_id = None
        self._answer = b""

    def receive(self, data, now_ms):
        """Take bytes from the host; return the types of events it made durable."""
        acknowledged = []
        for byte in data:
            line = self._reader.feed(byte)
            if line is None:
                continue
            if not line[0]:
                self._plain(line[1], now_ms)
                continue
            kind, fields = frames.decode(line[1])
            if kind is None:
                self.error_count += 1
                self.send("ERR", (("id", "-"), ("code", fields[0]), ("want", "%04X" % fields[1])))
                continue
            self._heard_ms = now_ms
            if kind == "ACK":
                event = self._acknowledged(fields, now_ms)
                if event is not None:
                    acknowledged.append(event)
            else:
                self._obey(kind, fields, now_ms)
        return acknowledged

    def step(self, now_ms):
        """Send what is due."""
        if self.is_greeted and now_ms - self._heard_ms > _SILENCE_MS_MAX:
            self.is_greeted = False
        if not self.is_greeted:
            if now_ms - self._said_ms >= _HELLO_MS:
                self._said_ms = now_ms
                self.send("HELLO", self._identity + self._status())
            return
        if now_ms - self._said_ms >= _BEAT_MS:
            self._said_ms = now_ms
            self.send("BEAT", (("t", now_ms),) + self._status())
        self._send_event(now_ms)

    def send(self, kind, fields):
        """Send a line now, unacknowledged."""
        self._write(frames.encode(kind, fields))

    def _send_event(self, now_ms):
        event = self._outbox.first()
        if event is None:
            return
        key = (event[0], event[1])
        if key == self._sent_key and now_ms - self._sent_ms < _RESEND_MS:
            return
        self._sent_key = key
        self._sent_ms = now_ms
        header = (("n", event[1]), ("boot", event[0]), ("age", max(0, now_ms - event[4]) // 1000))
        self.send(event[2], header + tuple([tuple(pair) for pair in event[3]]))

    def _acknowledged(self, fields, now_ms):
        number = fields.get("n", "")
        if not number.isdigit():
            return None
        return self._outbox.acknowledge(fields.get("boot"), int(number), now_ms)

    def _obey(self, kind, fields, now_ms):
        """Answer a command; the same id again gets the same answer and does nothing."""
        command_id = fields.get("id", "-")
        if kind == "HI":
            self._greeted(command_id, now_ms)
            return
        if command_id != self._answered_id or command_id == "-":
            command = self._commands.get(kind)
            result = "UNKNOWN" if command is None else command(fields, now_ms)
            if isinstance(result, str):
                result = (("code", result),)
            answer = "ERR" if result and result[0][0] == "code" else "OK"
            self._answer = frames.encode(answer, (("id", command_id),) + result)
            # A busy board did nothing, so the same id may try again.
            self._answered_id = None if ("code", "BUSY") in result else command_id
        self._write(self._answer)

    def _greeted(self, command_id, now_ms):
        """Begin with this host: it may number its commands anew, and gets what waits at once."""
        self.is_greeted = True
        self._answered_id = None
        self._sent_key = None
        self._said_ms = now_ms
        self.send("OK", (("id", command_id),) + self._identity[:5] + self._status())

    def _plain(self, line, now_ms):
        """Answer a word typed without a checksum; it changes nothing."""
        if line.startswith(b"#"):
            return  # our own words, from a port that echoes
        word = line.decode().strip().lower()
        if word == "hello":
            self.send("HELLO", self._identity + self._status())
        elif word in _PLAIN:
            result = self._commands[word.upper()]({}, now_ms)
            if not isinstance(result, str):
                result = " ".join(["%s=%s" % pair for pair in result])
            self._write(("# " + result + "\r\n").encode())
        else:
            self._write((_HELP + "\r\n").encode())
