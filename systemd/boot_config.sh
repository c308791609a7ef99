# The installer's own block in the boot configuration of a Raspberry Pi: I2C at 400 kHz, and SPI.
# `install` sources this, and knows from its options whether to ask and where the file is.
# shellcheck shell=bash disable=SC2034,SC2154 # these names are its own

begin="# $name: begin (put here by its installer, which also takes it away)"
end="# $name: end"

find_boot_file() {
  local file
  [ -n "$boot_file" ] && return
  for file in /boot/firmware/config.txt /boot/config.txt; do
    if [ -f "$file" ]; then boot_file=$(readlink -f "$file"); return; fi
  done
}

asked() { # asked QUESTION: whether the boot configuration may be changed
  local answer=''
  case $boot in
    yes) return 0 ;;
    no) return 1 ;;
  esac
  [ -z "$dry" ] || return 0
  if [ -t 0 ]; then read -r -p "$1 [y/N] " answer; fi
  [[ $answer == [yY]* ]]
}

put_boot_file() { # put_boot_file: what comes in becomes the boot configuration, all of it or nothing
  if [ -n "$dry" ]; then cat >/dev/null; return; fi
  cat >"$boot_file.new"
  sync "$boot_file.new"
  mv "$boot_file.new" "$boot_file"
  sync "$(dirname "$boot_file")"
}

enable_buses() {
  find_boot_file
  if [ -z "$boot_file" ]; then
    say "  no boot configuration here: this is not a Raspberry Pi; I2C and SPI are left alone"
  elif grep -qF "# $name: begin" "$boot_file"; then
    say "  $boot_file has them already"
  elif asked "Switch on I2C (400 kHz) and SPI in $boot_file?"; then
    say "  add to $boot_file: dtparam=i2c_arm=on,i2c_arm_baudrate=400000 and dtparam=spi=on"
    { cat "$boot_file"; printf '\n%s\n[all]\n%s\n%s\n%s\n' "$begin" \
      dtparam=i2c_arm=on,i2c_arm_baudrate=400000 dtparam=spi=on "$end"; } | put_boot_file
    restart=yes
  else
    say "  $boot_file stays as it is; run this again with --yes, or see systemd/README.md"
  fi
}

disable_buses() {
  find_boot_file
  if [ -n "$boot_file" ] && grep -qF "# $name: begin" "$boot_file" &&
    asked "Take the companion's lines out of $boot_file?"; then
    say "  take the companion's lines out of $boot_file"
    # The blank line before the block came with it.
    awk -v begin="# $name: begin" -v end="$end" '
      index($0, begin) == 1 { within = 1; blank = 0; next }
      within { if ($0 == end) within = 0; next }
      { if (blank) print ""; blank = ($0 == ""); if (!blank) print }
      END { if (blank) print "" }' "$boot_file" | put_boot_file
  fi
}
