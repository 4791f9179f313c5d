"""The control socket of the emulated table, and its client.

`DIR/control` is a Unix socket for the same user only. A line of the console's table section in,
one line out: what was done, the counters for `status` (JSON), or `error: ` and a sentence.
"""

import contextlib
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Self

from hardware.emulator.hands import Hands, LineError, words_of

SOCKET_NAME: Final = "control"
ERROR_MARK: Final = "error: "
LINE_BYTES_MAX: Final = 1000
CLIENTS_MAX: Final = 8  # each is a thread
SOCKET_PATH_BYTES_MAX: Final = 107  # what a Unix socket address holds
ACCEPT_S: Final = 0.5  # how soon a stop is noticed
ANSWER_S_MAX: Final = 700.0  # the longest `wait`, and some


class ControlError(Exception):
    """The socket cannot be served or reached; the text says what to do."""


class ControlServer:
    """Holds `DIR/control`, and serves hands on it until `stop` is said; use it in a `with`.

    Raises:
        ControlError: another emulator serves the folder, or its path is too long.
    """

    def __init__(self, directory: Path) -> None:
        self._path = _socket_path(directory)
        self._hands: Hands | None = None
        self._stopping = threading.Event()
        self._room = threading.BoundedSemaphore(CLIENTS_MAX)
        if _is_served(self._path):
            message = f"another emulator serves {directory}: stop it, or take another folder"
            raise ControlError(message)
        self._path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self._path))
        self._path.chmod(0o600)
        self._listener.listen(CLIENTS_MAX)
        self._listener.settimeout(ACCEPT_S)
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def serve(self, hands: Hands) -> None:
        """Begin to answer; clients that came earlier have waited."""
        self._hands = hands
        self._thread = threading.Thread(target=self._accept, name="control", daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Wait until `stop` was said, here or on the socket."""
        while not self._stopping.wait(ACCEPT_S):
            pass  # in short waits, so that a signal is handled between them

    def stop(self) -> None:
        """Let `wait` return; callable from a signal handler."""
        self._stopping.set()

    def close(self) -> None:
        """Take the socket away."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        self._listener.close()
        self._path.unlink(missing_ok=True)

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                client, _ = self._listener.accept()
            except TimeoutError:
                continue
            if not self._room.acquire(blocking=False):
                client.close()
                continue
            client.setblocking(True)  # noqa: FBT003 - the socket's own signature
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        went_away = contextlib.suppress(OSError)
        with self._room_given_back(), went_away, client, client.makefile("rwb") as stream:
            while line := stream.readline(LINE_BYTES_MAX):
                stream.write(self._answer(line).encode() + b"\n")
                stream.flush()
                if not line.endswith(b"\n"):
                    break

    @contextlib.contextmanager
    def _room_given_back(self) -> Iterator[None]:
        try:
            yield
        finally:
            self._room.release()

    def _answer(self, line: bytes) -> str:
        assert self._hands is not None, "lines come only after serve"
        if not line.endswith(b"\n"):
            return f"{ERROR_MARK}the line is longer than {LINE_BYTES_MAX} bytes, or has no end"
        try:
            text = line.decode()
        except UnicodeDecodeError:
            return f"{ERROR_MARK}the line is not UTF-8"
        match words_of(text):
            case ["status"]:
                return self._hands.status()
            case ["stop"]:
                self._stopping.set()
                return "stopping"
            case _:
                try:
                    return self._hands.do(text)
                except LineError as error:
                    return f"{ERROR_MARK}{error}"


class HandsClient:
    """One connection to the emulated table in *directory*; use it in a `with`.

    Raises:
        ControlError: no emulator serves the folder, or it went away.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        path = _socket_path(directory)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(ANSWER_S_MAX)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            message = f"no emulated table runs in {directory}: start 'tapbank emulate' there"
            raise ControlError(message) from error
        self._stream = self._socket.makefile("rwb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        with contextlib.suppress(OSError):  # what was not sent has nowhere to go
            self._stream.close()
        self._socket.close()

    def say(self, line: str) -> str:
        """Have *line* done and return the answer.

        Raises:
            LineError: it could not be done.
            ControlError: the emulator went away.
        """
        try:
            self._stream.write(" ".join(line.split("\n")).encode() + b"\n")
            self._stream.flush()
            answer = self._stream.readline().decode()
        except OSError as error:
            raise ControlError(self._gone()) from error
        if not answer.endswith("\n"):
            raise ControlError(self._gone())
        if answer.startswith(ERROR_MARK):
            raise LineError(answer.removeprefix(ERROR_MARK).rstrip("\n"))
        return answer.rstrip("\n")

    def _gone(self) -> str:
        return f"the emulated table in {self._directory} went away"


def hands(directory: Path, lines: Iterable[str]) -> int:
    """Say *lines* to the emulated table in *directory*; 0, or 1 if one could not be done.

    Answers go to standard output, what could not be done to standard error.
    """
    code = 0
    try:
        with HandsClient(directory) as client:
            for line in lines:
                try:
                    sys.stdout.write(client.say(line) + "\n")
                    sys.stdout.flush()
                except LineError as error:
                    sys.stderr.write(f"{line}: {error}\n")
                    code = 1
    except ControlError as error:
        sys.stderr.write(f"{error}\n")
        code = 1
    return code


def _socket_path(directory: Path) -> Path:
    path = directory / SOCKET_NAME
    if len(bytes(path)) > SOCKET_PATH_BYTES_MAX:
        message = f"{path} is too long for a socket: take a shorter folder"
        raise ControlError(message)
    return path


def _is_served(path: Path) -> bool:
    """Whether somebody listens there; a socket left by a killed emulator is not served."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True
