"""Lines with checksums, read and written on the board (DLP/1, "Grammar")."""

from micropython import const

LINE_BYTES_MAX = const(98)  # start to checksum, host to board
_START = const(0x21)  # !
_ECHO = const(0x24)  # $, our own direction
_LF = const(0x0A)
_CR = const(0x0D)
_HUMAN = const(0)


def crc16(data):
    """Return the CRC-16/CCITT-FALSE of bytes."""
    crc = 0xFFFF
    for byte in data:
        mixed = (crc >> 8) ^ byte
        mixed ^= mixed >> 4
        crc = ((crc << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xFFFF
    return crc


def encode(frame_type, fields):
    """Return a line to the host; fields are (key, value) pairs."""
    body = frame_type
    for key, value in fields:
        body += " " + key + "=" + _escaped(str(value))
    body = body.encode()
    return b"$%s*%04X\r\n" % (body, crc16(body))


def decode(line):
    """Return (type, fields) of a line without its start, or (None, (code, wanted checksum))."""
    star = line.rfind(b"*")
    if star < 0:
        return None, ("NOCRC", crc16(line))
    body = line[:star]
    want = crc16(body)
    if line[star + 1 :] != b"%04X" % want:
        return None, ("CRC", want)
    words = body.split(b" ")
    fields = {}
    for word in words[1:]:
        equals = word.find(b"=")
        if equals < 1:
            return None, ("SYNTAX", want)
        fields[word[:equals].decode()] = word[equals + 1 :].decode()
    if not (0 < len(words[0]) <= 8 and words[0].isalpha() and words[0].isupper()):
        return None, ("SYNTAX", want)
    return words[0].decode(), fields


class LineReader:
    """Gather bytes into lines; never holds more than `LINE_BYTES_MAX`."""

    def __init__(self):
        self._held = bytearray(LINE_BYTES_MAX)
        self._begin(_HUMAN)

    def feed(self, byte):
        """Take a byte; return (is_frame, line) when it ends a line for us, else None."""
        if byte in (_START, _ECHO):
            self._begin(byte)
        elif byte == _LF:
            kind, line = self._kind, bytes(self._held[: self._count])
            is_whole = not self._is_too_long
            self._begin(_HUMAN)
            if is_whole and line and kind != _ECHO and _is_printable(line):
                return kind == _START, line
        elif byte == _CR:
            pass  # goes with the line feed
        elif self._count == LINE_BYTES_MAX - 1:
            self._is_too_long = True
        else:
            self._held[self._count] = byte
            self._count += 1
        return None

    def _begin(self, kind):
        self._kind = kind
        self._count = 0
        self._is_too_long = False


def _is_printable(line):
    for byte in line:
        if not 0x20 <= byte < 0x7F:
            return False
    return True


def _escaped(text):
    escaped = ""
    for byte in text.encode():
        if byte <= 0x20 or byte >= 0x7F or byte in b"!$%*":
            escaped += "%%%02X" % byte
        else:
            escaped += chr(byte)
    return escaped
