"""What waits for the table is bounded: old taps are dropped and counted, throws never."""

from support.one_table import running

from companion.devices import Devices
from companion.flows.flows import Flows
from companion.flows.settings import Settings
from companion.service import QUEUE_MAX, Service
from firmware_bridge.signals import ButtonPressed, DeviceUp, TagPresented


async def test_taps_beyond_the_bound_are_dropped_and_counted(tmp_path):
    async with running(tmp_path) as table:
        devices = Devices(None, (), lambda _signal: None)
        service = Service(table, Flows(Settings(boot="b")), None, devices, None)
        for n in range(QUEUE_MAX + 5):
            service.take(TagPresented("reader-1", f"{n:014X}", "ntag", n))

        assert 5 == service.dropped_count

        service.take(ButtonPressed("uid", "0000ABCD", 1, "yes", is_down=True, at_ns=1))
        service.take(DeviceUp("board", "here"))

        assert 5 == service.dropped_count
