"""The one user of ndeflib: messages of cards to records and back; no message does harm."""

from typing import Final

import msgspec
import ndef

URI_TYPE: Final = "urn:nfc:wkt:U"

_HTTPS: Final = "https://"
_HTTPS_CODE: Final = b"\x04"  # the abbreviation of the URI record's specification


class NdefRecord(msgspec.Struct, frozen=True, gc=False):
    """One record of a message."""

    type: str
    """`urn:nfc:wkt:U`, `urn:nfc:ext:…`, a media type."""
    data: bytes


def decode(octets: bytes) -> tuple[NdefRecord, ...] | None:
    """Return the records of a message; None where it is none, however it is damaged."""
    try:
        records = list(ndef.message_decoder(octets, "strict", {}))
    except (ndef.DecodeError, ValueError):  # of a UnicodeDecodeError, a ValueError, too
        return None
    return tuple(NdefRecord(str(record.type), bytes(record.data)) for record in records)


def encode(records: tuple[NdefRecord, ...]) -> bytes:
    """Return the message that holds *records*."""
    plain = [ndef.Record(record.type, "", record.data) for record in records]
    return b"".join(ndef.message_encoder(plain))


def uri_record(uri: str) -> NdefRecord:
    """Return the record by which a phone opens *uri*; the table never does."""
    if uri.startswith(_HTTPS):
        return NdefRecord(URI_TYPE, _HTTPS_CODE + uri.removeprefix(_HTTPS).encode())
    return NdefRecord(URI_TYPE, b"\x00" + uri.encode())
