# The two slots of /opt/campanile-companion, each with one release, and the system files of the one
# in use. `install` and `trial` source this; README.md beside this file explains the slots.
# shellcheck shell=bash disable=SC2034,SC2154 # these use the names here, and `here` is their folder

name=campanile-companion
home=/opt/$name
trial=$home/trial
tried=$home/tried # the sum of the bundle that was installed last, whether it has started or not
trial_drop_in=/etc/systemd/system/companion.service.d/trial.conf
settings=/etc/$name/companion.toml
games=/var/lib/$name
unsigned_word=/etc/$name/allow-unsigned # root makes this file on a box that takes unsigned bundles
signer=releases@$name
rolled_back=$games/rolled-back
cache=/var/cache/$name
dry=''
umask 022

say() { printf '%s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

do_it() {
  printf '  $'
  printf ' %q' "$@"
  printf '\n'
  [ -n "$dry" ] || "$@"
}

systemd_runs() { [ -d /run/systemd/system ]; } # not while a system is put together in a folder

lock() { # one installer or rollback at a time; a rollback waits and is waited for, as it is soon over
  local above=${home%/*} patience=0 # an installer of 1.0.0, which locks $home, may run within this one
  if [ /proc/self/fd/9 -ef "$above" ]; then return; fi # by the installer that has unpacked this one
  mkdir -p "$above"
  exec 9<"$above"
  if systemctl --quiet is-active companion-rollback.service 2>/dev/null; then patience=300; fi
  flock --wait $patience 9 || die "another installation is under way"
}

# ---- slots ---------------------------------------------------------------------------------------

slot_of() { # slot_of LINK: the slot that `current` or `former` names, if it is complete
  if [ -e "$home/$1/release" ]; then readlink "$home/$1"; fi
}

other_slot() { if [ "$(slot_of current)" = a ]; then say b; else say a; fi; }
sum_of() { sha256sum <"$1" | cut -d ' ' -f 1; } # sum_of FILE

release_of() { cat "$home/$1/release"; } # release_of SLOT

write_line() { # write_line LINE FILE: all of it or nothing, whenever the power is cut
  printf '%s\n' "$1" >"$2.new" && sync "$2.new" && mv "$2.new" "$2" && sync -f "$2"
}

write_note() { # write_note LINE: as the companion's user, whose folder it is; root would follow its links
  setpriv --reuid="$name" --regid="$name" --clear-groups \
    sh -c 'rm -f "$2" && printf "%s\n" "$1" >"$2"' sh "$1" "$rolled_back"
}

put_file() { # put_file FILE TARGET: all of it or nothing, too
  cmp -s "$1" "$2" || do_it replace_file "$1" "$2"
}

replace_file() {
  local new
  new=$(dirname "$2")/.$(basename "$2").new # a name that nobody reads in these folders
  install -D -m 644 "$1" "$new"
  sync "$new"
  mv "$new" "$2"
}

set_link() { # set_link LINK SLOT: in one step
  ln -sfn "$2" "$home/$1.new"
  mv -T "$home/$1.new" "$home/$1"
  sync -f "$home"
}

targets() { # targets TABLE...: without those that are not there
  { cat "$@" 2>/dev/null || true; } | awk '!/^#/ { print $2 }' | sort -u
}

activate() { # activate SLOT: its system files and `current`; the caller reloads
  local table=$home/$1/systemd/files file target
  [ -z "$dry" ] || table=$here/files
  while read -r file target; do
    case $target in
      # Where there is no NetworkManager, it gets no folder either.
      /etc/NetworkManager/*) if [ ! -d /etc/NetworkManager ]; then continue; fi ;;
      /*) ;;
      *) continue ;;
    esac
    put_file "$home/$1/systemd/$file" "$target"
  done <"$table"
  # What the other release had and this one has not.
  for target in $(comm -13 <(targets "$table") <(targets "$table" "$home"/[ab]/systemd/files)); do
    if [[ $target = /etc/systemd/system/* ]]; then
      do_it systemctl disable --now --quiet "${target##*/}" || true
    fi
    do_it rm -f "$target"
  done
  do_it systemd-sysusers "/etc/sysusers.d/$name.conf"
  do_it set_link current "$1"
}

# A settings file that nobody has edited follows the sample; an edited one is kept.
put_settings() { # put_settings SLOT
  local sample=$home/$1/companion.toml.sample
  if [ ! -e "$settings" ] || cmp -s "$settings" "$settings.sample" || cmp -s "$settings" "$sample"; then
    put_file "$sample" "$settings"
  else
    say "  $settings was edited and is kept; the new sample is $settings.sample"
  fi
  put_file "$sample" "$settings.sample"
}

end_trial() {
  rm -f "$trial" "$trial_drop_in"
  rmdir "${trial_drop_in%/*}" 2>/dev/null || true
}

go_back() { # the release before becomes the current one, and the trial ends
  local before
  before=$(slot_of former)
  activate "$before"
  # Without a sample there, the settings are the Debian package's.
  if [ -e "$settings.sample" ]; then put_settings "$before"; fi
  do_it rm -f "$home/former"
  do_it end_trial
}

# ---- the running system --------------------------------------------------------------------------

reload() { # systemd, polkit and udev read their files again, those that run
  systemd_runs || return 0
  do_it systemctl daemon-reload
  # polkit would notice its rule by itself, a moment later. Not every system has polkit.
  do_it systemctl try-restart polkit.service 2>/dev/null || true
  if [ -S /run/udev/control ]; then
    do_it udevadm control --reload
    do_it udevadm trigger --subsystem-match=tty --subsystem-match=input
  fi
}

prepare_splash() { # the service does so too, and in its folder as it; this is for the very next start
  do_it install -d -m 700 -o "$name" -g "$name" "$cache"
  do_it setpriv --reuid="$name" --regid="$name" --init-groups "$home/current/bin/python3" -I -m companion.app.prepared_splash "$cache" || true # wrong settings
}

open_port() { # the next visitor gets the page of this version
  do_it systemctl enable --quiet companion-web.socket
  systemd_runs || return 0
  do_it systemctl --quiet stop companion-web.service # or it warns that a visitor starts it again
  do_it systemctl restart companion-web.socket ||
    say "  port 80 is taken by another program: there is no page for phones while it is"
}

start_mqtt() { # without a broker in the settings it says so in the log, and ends
  [ -n "$dry" ] || [ -e /etc/systemd/system/companion-mqtt.service ] || return 0 # an older release
  do_it systemctl enable --quiet companion-mqtt.service
  systemd_runs || return 0
  do_it systemctl restart --no-block companion-mqtt.service
  do_it systemctl try-restart --no-block companion-board.service # only where somebody has enabled it
}
