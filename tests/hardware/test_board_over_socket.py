"""A board behind a network address: the same lines over `socket://`."""

import os
import select
import socket
import threading
from queue import Queue

import pytest

from firmware_bridge.cues import Acknowledge
from firmware_bridge.dice_board import DiceBoard
from firmware_bridge.signals import DeviceDown, DeviceUp, DiceSettled
from hardware.emulator.board import BoardEmulator

DEADLINE_S = 20


class Relay:
    """Carry bytes between one network client and the board's port, until hung up."""

    def __init__(self, path):
        self._port = os.open(path, os.O_RDWR | os.O_NOCTTY)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._client = None
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def hang_up(self):
        self._client.shutdown(socket.SHUT_RDWR)

    def close(self):
        self._server.shutdown(socket.SHUT_RDWR)
        self._thread.join(DEADLINE_S)
        self._server.close()
        os.close(self._port)

    def _serve(self):
        while True:
            try:
                self._client, _ = self._server.accept()
            except OSError:
                return  # closed
            with self._client:
                self._carry(self._client)

    def _carry(self, client):
        while True:
            for ready in select.select([client, self._port], [], [])[0]:
                if ready is client:
                    data = client.recv(4096)
                    if not data:
                        return
                    os.write(self._port, data)
                else:
                    client.sendall(os.read(self._port, 4096))


@pytest.fixture
def relay(tmp_path):
    with BoardEmulator(tmp_path / "board", tmp_path / "flash", speed=8) as emulator:
        relay = Relay(tmp_path / "board")
        relay.emulator = emulator
        yield relay
        relay.close()


def test_a_board_on_the_network_rolls_and_comes_back(relay):
    signals = Queue()
    board = DiceBoard(relay.url, signals.put)
    board.start()
    try:
        assert isinstance(signals.get(timeout=DEADLINE_S), DeviceUp)
        relay.emulator.throw(3, 4)
        roll = signals.get(timeout=DEADLINE_S)
        assert isinstance(roll, DiceSettled)
        board.send(Acknowledge(roll.boot, roll.n))

        relay.hang_up()
        assert isinstance(signals.get(timeout=DEADLINE_S), DeviceDown)
        assert isinstance(signals.get(timeout=DEADLINE_S), DeviceUp)
    finally:
        board.stop()
