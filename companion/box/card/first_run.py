"""Writes what the first start runs where there is no cloud-init (Raspberry Pi OS bookworm).

That is a script, and the kernel's command line, which names it. A script of Raspberry Pi Imager's
keeps its effect.
"""

import re
from shlex import quote
from uuid import NAMESPACE_DNS, uuid5

from companion.box.card.cloud_init import BEGIN, END, Login, Wifi, first_boot_line, remove_block
from companion.box.card.errors import CardError
from companion.box.service.folders import NAME

COMMAND_LINE, SCRIPT = "cmdline.txt", "firstrun.sh"
_RUN = (
    f"systemd.run=/boot/firmware/{SCRIPT} systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)
_RUNS = re.compile(r"\bsystemd\.run=(\S+)")
_COUNTRY = re.compile(r"\s*\bcfg80211\.ieee80211_regdom=\S*")
_OURS = f"#!/bin/bash\n# {NAME}: this script runs at the first start, and removes itself.\n"
_LATER = f"{first_boot_line(' --later')} || true\n"
_REMOVAL = f"""\
cd /boot/firmware
sed 's/ *systemd\\.run.*//' {COMMAND_LINE} >{COMMAND_LINE}.new
sync {COMMAND_LINE}.new
mv {COMMAND_LINE}.new {COMMAND_LINE}
rm -f {SCRIPT}
"""
_PROFILE = "/etc/NetworkManager/system-connections/campanile-companion-wifi.nmconnection"


def find_script(command_line: str) -> str | None:
    """The name of the script that the command line runs at the first start, if it runs one."""
    runs = _RUNS.search(command_line)
    return runs[1].removeprefix("/boot/firmware/").removeprefix("/boot/") if runs else None


def add_run(command_line: str, wifi: Wifi | None) -> str:
    """Return the kernel's command line, one line, with the script and the country of the radio."""
    line = command_line.strip()
    if "\n" in line:
        raise CardError("odd-file", file=COMMAND_LINE)
    line, run, more = line.partition(" systemd.run=")
    if wifi is not None:
        line = f"{_COUNTRY.sub('', line)} cfg80211.ieee80211_regdom={wifi.country}"
    return f"{line}{run}{more}\n" if run else f"{line} {_RUN}\n"


def add_script(script: str | None, name: str | None, wifi: Wifi | None, login: Login | None) -> str:
    """Return the script that the first start runs, with ours in it; raises CardError."""
    if script is None or script.startswith(_OURS):
        return f"{_OURS}{_LATER}{_host(name)}{_wifi(wifi)}{_login(login)}{_REMOVAL}"
    first, _, rest = remove_block(script).partition("\n")
    if not first.startswith("#!"):
        raise CardError("odd-file", file=SCRIPT)
    if (name, wifi, login) != (None, None, None):
        raise CardError("set-up-by-imager", file=SCRIPT)
    return f"{first}\n{BEGIN}\n{_LATER}{END}\n{rest}"


def _host(name: str | None) -> str:
    if name is None:
        return ""
    return f"""\
echo {name} >/etc/hostname
sed -i 's/^127\\.0\\.1\\.1.*/127.0.1.1\\t{name}/' /etc/hosts
"""


def _wifi(wifi: Wifi | None) -> str:
    if wifi is None:
        return ""
    # NetworkManager takes a name as a list of bytes, which needs no quotes.
    ssid = "".join(f"{byte};" for byte in wifi.ssid.encode())
    return f"""\
install -D -m 600 /dev/stdin {_PROFILE} <<'PROFILE'
[connection]
id=campanile-companion-wifi
uuid={uuid5(NAMESPACE_DNS, f"{NAME} {wifi.ssid}")}
type=wifi

[wifi]
ssid={ssid}

[wifi-security]
key-mgmt=wpa-psk
psk={wifi.key}
PROFILE
rfkill unblock wifi || true
for state in /var/lib/systemd/rfkill/*:wlan; do [ ! -e "$state" ] || echo 0 >"$state"; done
"""


def _login(login: Login | None) -> str:
    if login is None:
        return ""
    return f"""\
user={login.user}
if [ -x /usr/lib/userconf-pi/userconf ]; then
  /usr/lib/userconf-pi/userconf "$user" '!'
elif ! id "$user"; then
  useradd --create-home --shell /bin/bash "$user"
fi
home=$(getent passwd "$user" | cut -d : -f 6)
install -d -m 700 -o "$user" -g "$user" "$home/.ssh"
echo {quote(login.public_key)} >"$home/.ssh/authorized_keys"
chown "$user:$user" "$home/.ssh/authorized_keys"
chmod 600 "$home/.ssh/authorized_keys"
echo "$user ALL=(ALL) NOPASSWD:ALL" >/etc/sudoers.d/010_"$user"-nopasswd
chmod 440 /etc/sudoers.d/010_"$user"-nopasswd
systemctl enable ssh
"""
