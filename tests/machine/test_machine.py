"""The virtual machine itself: what all other tests here build on."""

import pytest

from tests.machine import images
from tests.machine.machine import MachineFailed, VirtualMachine


@pytest.mark.parametrize("suite", images.SUITES)
def test_a_machine_without_a_network_keeps_what_was_synced_over_a_power_cut(
    virtual_machine: VirtualMachine,
) -> None:
    virtual_machine.boot()
    assert virtual_machine.run("ls /sys/class/net") == "lo"
    assert virtual_machine.run("findmnt -no FSTYPE /boot/firmware") == "vfat"
    assert virtual_machine.run("systemctl --failed --plain --no-legend") == ""
    virtual_machine.run("echo kept >/root/synced; sync /root/synced; echo lost >/root/unsynced")
    virtual_machine.cut_power()
    virtual_machine.boot()
    assert virtual_machine.read("/root/synced") == b"kept\n"
    assert virtual_machine.read("/root/unsynced") != b"lost\n"
    virtual_machine.shut_down()


def test_the_boot_partition_is_written_while_the_machine_is_off(
    virtual_machine: VirtualMachine,
) -> None:
    virtual_machine.write_boot_file("user-data", "#cloud-config\nbootcmd:\n - touch /run/by-card\n")
    virtual_machine.boot()
    assert virtual_machine.run("cat /boot/firmware/user-data").startswith("#cloud-config")
    virtual_machine.run("test -e /run/by-card")
    with pytest.raises(MachineFailed, match="exit status 3"):
        virtual_machine.run("exit 3")
