# A Debian root of a suite, booted by systemd in a container, and how it is asked and judged.
# The scripts beside this source it.
# shellcheck shell=bash disable=SC2034 # they use what is set here

title=${title:-service}
cache=${SERVICE_CACHE:-/var/tmp/campanile-service}
suite=${1:-bookworm}
root=$cache/machine
log=$cache/machine.log
unit=companion.service
run=/run/campanile-companion
games=/var/lib/campanile-companion
failed=0
machine='' # the process that holds the machine
leader=''  # and the machine's first own

# With CI set nothing may be skipped.
skip() { echo "$title: skipped, for $*"; [ -z "${CI:-}" ]; exit; }
ok() { echo "$title: pass  $*"; }
not_ok() { echo "$title: FAIL  $*"; failed=1; }
# check WHAT COMMAND...: passes if the command succeeds; what it prints is shown if it does not.
check() {
  local what=$1 said
  shift
  if said=$("$@" 2>&1); then
    ok "$what"
  else
    not_ok "$what"
    sed 's/^/    /' <<<"$said" | tail -n 25
  fi
}
is() { [ "$1" = "$2" ] || { echo "is '$1', should be '$2'"; return 1; }; }
# until_true SECONDS COMMAND...: whether the command succeeds in that time.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -le $end ] || return 1
    sleep 0.1
  done
}
refuses() { ! "$@"; }

# ---- a root -------------------------------------------------------------------------------------

[ "$(id -u)" = 0 ] || skip "only root can boot a machine"
export DEBIAN_FRONTEND=noninteractive
if command -v apt-get >/dev/null; then
  wanted=(debootstrap python3-venv systemd systemd-container)
  dpkg -s "${wanted[@]}" >/dev/null 2>&1 || apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
fi
command -v debootstrap systemd-nspawn >/dev/null ||
  skip "debootstrap or systemd-nspawn is missing, and this is no Debian to get it from"

mirror=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(SITE)' 'Identifier: Packages' |
  awk '$1 == "Debian" && $2 !~ /-/ { print $3; exit }')

contents=ca-certificates,dbus,openssh-client,python3,systemd,systemd-sysv,udev
made=$cache/$suite.$(cksum <<<"$contents" | cut -d ' ' -f 1).made # a root with other contents is made anew
make_root() { # the bare system, as a card for a Pi has it; and lgpio, which is Raspberry Pi OS's own
  rm -rf "${cache:?}/$suite"
  mkdir -p "$cache"
  debootstrap --variant=minbase --include="$contents" \
    "$suite" "$cache/$suite" "${mirror:-http://deb.debian.org/debian}" >"$cache/debootstrap.log"
  local package=$cache/$suite.lgpio version
  rm -rf "$package"
  mkdir -p "$package/DEBIAN" "$package/usr/lib/python3/dist-packages" "$package/usr/share/doc"
  echo "Stands in for Raspberry Pi OS's." >"$package/usr/share/doc/python3-lgpio"
  python3 -m venv "$cache/pip"
  version=$(chroot "$cache/$suite" python3 -c 'import sys; print("%d%d" % sys.version_info[:2])')
  if "$cache/pip/bin/pip" download -q --no-deps --only-binary :all: --python-version "$version" \
    --platform "manylinux_2_34_$(uname -m)" -d "$cache/$suite.wheel" 'lgpio>=0.2.2.0' 2>/dev/null; then
    python3 -m zipfile -e "$cache/$suite.wheel"/lgpio-*.whl "$package/usr/lib/python3/dist-packages"
  fi # else there is none for this Python, and the package is empty: mock pins don't need it
  printf '%s\n' 'Package: python3-lgpio' 'Version: 0.2.2' 'Architecture: all' \
    'Maintainer: nobody <nobody@localhost>' 'Description: as in Raspberry Pi OS' \
    >"$package/DEBIAN/control"
  dpkg-deb --build "$package" "$cache/$suite/root/python3-lgpio.deb" >/dev/null
  chroot "$cache/$suite" dpkg -i /root/python3-lgpio.deb >/dev/null
  touch "$made"
}

[ -e "$made" ] || make_root || {
  tail -n 5 "$cache/debootstrap.log" 2>/dev/null
  skip "no $suite root can be made here (is there a network?)"
}

shares=() # folders of this machine that the root sees
fresh_root() { # a bare root, with a person of any name in it and the device groups of Raspberry Pi OS
  local group
  rm -rf "$root"
  cp -a "$cache/$suite" "$root"
  chroot "$root" useradd --create-home anna
  mkdir -p "$root/var/log/journal" # so that what goes wrong can be read after a restart too
  for group in gpio i2c spi; do chroot "$root" groupadd -f -r $group; done
  install -D -m 644 tests/box/service/virtual_service.py "$root/srv/virtual_service.py"
  install -D -m 644 tests/box/service/phone.py "$root/srv/phone.py"
}

drop_in() { # drop_in COMMAND: what the unit starts from now on
  install -d "$root/etc/systemd/system/$unit.d"
  printf '%s\n' '[Service]' ExecStart= "ExecStart=$1" >"$root/etc/systemd/system/$unit.d/ci.conf"
}
use_virtual_service() { # a stand-in for what this machine lacks: panel and buttons, and nothing else
  drop_in '/opt/campanile-companion/current/bin/python /srv/virtual_service.py play'
}

# ---- what is installed, and a panel ---------------------------------------------------------------

name=campanile-companion
version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
architecture=$(dpkg --print-architecture)
bundle=$name-$version-$architecture.tar.xz
releases=$cache/releases
build_releases() { # into $releases: the bundle that is here, later ones, and who has signed them
  [ -z "${RELEASES_BUILT-}" ] || return 0
  rm -rf "$releases"
  mkdir -p "$releases"
  make --no-print-directory ${VENV:+"VENV=$VENV"} "DIST=$releases" "$releases/$bundle" ||
    skip "no bundle can be built here (is there a network?)"
  ssh-keygen -q -t ed25519 -N '' -f "$releases/key"
  echo "releases@$name $(cat "$releases/key.pub")" >"$releases/signers"
  python3 -m tests.box.service.releases "$releases/$bundle" "$releases" "$releases/signers" >/dev/null
  sign "$releases/$name"-2.*.tar.xz
  export RELEASES_BUILT=yes
}
sign() { ssh-keygen -q -Y sign -n $name -f "$releases/key" "$@" 2>/dev/null; } # sign BUNDLE...
put_releases() { # into the root, and the first one unpacked, with the key of this test
  cp -r "$releases" "$root/srv/releases"
  tar -C "$root/srv" -xf "$releases/$bundle"
  mv "$root/srv/${bundle%.tar.xz}" "$root/srv/bundle"
  cp "$releases/signers" "$root/srv/bundle/systemd/allowed_signers"
}

bus=$cache/i2c-1 # the panel's bus and what is sent over it, where tests/box/service/fake_i2c.py runs
open_bus() { # a file that takes what the node of an I2C bus takes, with a panel at its end
  close_bus
  touch "$bus"
  python3 -m tests.box.service.fake_i2c "$bus" "$bus.log" &
  until_true 10 mountpoint -q "$bus"
}
close_bus() {
  umount --lazy "$bus" 2>/dev/null || true
  rm -f "$bus" "$bus.log"
}

# ---- a machine ----------------------------------------------------------------------------------

in_it() { nsenter -t "$leader" -m -u -i -n -p -r -w -- "$@"; }
gone() { ! kill -0 "$machine" 2>/dev/null; }
has_booted() { # the machine's first process is asked for anew: nspawn has helpers before it
  leader=$(pgrep -P "$machine" | tail -n 1)
  [ -n "$leader" ] && in_it systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded'
}

boot() { # boot OPTIONS...: of systemd-nspawn
  # With bpf allowed, the unit's device policy is enforced in the container too.
  local alone=() end=$((SECONDS + 60))
  [ -d /run/systemd/system ] || alone=(--register=no --keep-unit)
  SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --directory="$root" \
    --machine=campanile "${alone[@]}" --boot --console=pipe "${shares[@]}" "$@" \
    --capability=CAP_BPF,CAP_NET_ADMIN,CAP_PERFMON --system-call-filter=bpf \
    </dev/null >>"$log" 2>&1 &
  machine=$!
  until has_booted; do
    if gone || [ $SECONDS -gt $end ]; then return 1; fi
    sleep 0.1
  done
  # Nodes that have no driver here: opening them tells "not there" if it is permitted.
  in_it sh -c 'cd /dev; test -e i2c-1 || { mknod -m 660 i2c-1 c 89 1; chgrp i2c i2c-1; }
    mknod -m 660 spidev0.0 c 153 0; chgrp spi spidev0.0
    mknod -m 660 ttyACM0 c 166 0; chgrp dialout ttyACM0
    mkdir -p input; mknod -m 666 input/event31 c 13 95
    mkdir -p snd; mknod -m 660 snd/pcmC0D0p c 116 16; chgrp audio snd/pcmC0D0p
    mknod -m 666 stranger c 10 229'
}

halt() { # the machine's first process goes first: without nspawn it would live on
  local each
  [ -n "$machine" ] || return 0
  for each in $(pgrep -P "$machine") "$machine"; do kill -9 "$each" 2>/dev/null || true; done
  wait "$machine" 2>/dev/null || true # or the shell says that it was killed
}
boot_or_skip() { # boot_or_skip OPTIONS...: of systemd-nspawn
  : >"$log"
  if ! boot "$@"; then
    if gone; then skip "no container can be made on this machine: $(tail -n 1 "$log")"; fi
    not_ok "systemd does not boot in the container"
    exit 1
  fi
  ok "systemd $(in_it systemctl --version | awk 'NR == 1 { print $2 }') booted"
}

shown() { in_it systemctl show -P "$1" $unit; }
state() { shown ActiveState; }
is_state() { [ "$(state)" = "$1" ]; }
pid() { shown MainPID; }
press() { in_it sh -c "echo $* >$run/buttons"; sleep "$(awk "BEGIN { print 1 + 0.4 * $# }")"; }
as_it() { in_it setpriv --reuid=campanile-companion --regid=campanile-companion --init-groups \
  env XDG_STATE_HOME=/var/lib "$@"; }
game() { as_it companion export 1; }
traces() { in_it find / -xdev \( -path /home -o -path /proc -o -path /srv \) -prune -o \
  \( -iname '*campanile*' -o -iname '*companion*' \) -print | sort | xargs; }

conclude() { # conclude WHAT
  if [ $failed != 0 ]; then
    in_it journalctl --no-pager --unit $unit --lines 60 | sed 's/^/    /'
    echo "$1: failed"
    exit 1
  fi
  echo "$1: all passed in $SECONDS s"
}
