"""Devices at a serial port that are no tower panels; their time is passed in."""

from random import Random

from firmware.wire import WirePeer as PanelPeer

NMEA = (
    b"$GPGGA,183012.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
    b"$GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1*39\r\n"
    b"$GPRMC,183012.00,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n"
)


class SilentModem:
    """A modem that waits for a command it knows."""

    def receive(self, data: bytes, now: float) -> None:
        pass

    def send(self, now: float) -> bytes:  # noqa: ARG002 - as every device
        return b""


class GpsReceiver(SilentModem):
    """A receiver that tells its position once a second, whatever it is sent."""

    def __init__(self) -> None:
        self._next = 0.0

    def send(self, now: float) -> bytes:
        if now < self._next:
            return b""
        self._next = now + 1.0
        return NMEA


class EchoingDevice(SilentModem):
    """A modem with its echo on, or a plug whose wires are joined."""

    def __init__(self) -> None:
        self._unsent = b""

    def receive(self, data: bytes, now: float) -> None:  # noqa: ARG002 - as every device
        self._unsent += data

    def send(self, now: float) -> bytes:  # noqa: ARG002 - as every device
        sent, self._unsent = self._unsent, b""
        return sent


class NoisyDevice(GpsReceiver):
    """A sensor that sends bytes of any value ten times a second."""

    def __init__(self) -> None:
        super().__init__()
        self._random = Random(13)

    def send(self, now: float) -> bytes:
        if now < self._next:
            return b""
        self._next = now + 0.1
        return self._random.randbytes(50)


class DeafPanel(SilentModem):
    """A tower panel whose hello arrives, but which hears nothing."""

    def __init__(self) -> None:
        self._peer = PanelPeer(5, 0, 16, 10, b"panel")

    def send(self, now: float) -> bytes:
        return self._peer.next_frame(round(now * 1000))


OTHER_DEVICES = (SilentModem, GpsReceiver, EchoingDevice, NoisyDevice, DeafPanel)
