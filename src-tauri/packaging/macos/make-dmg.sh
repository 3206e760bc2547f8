#!/bin/sh
# Makes Callwright.app of two programs and puts it into a .dmg, and into the archive that updates it:
# make-dmg.sh WINDOW COMMAND-LINE INFO.PLIST ICON.PNG OUT.dmg OUT.app.tar.gz
# Signs and notarises where APPLE_IDENTITY and APPLE_PROFILE name an identity and a profile of the keychain.
set -eu
window=$1 program=$2 plist=$3 icon=$4 out=$5 archive=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app="$work/disk/Callwright.app"
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources" "$work/Callwright.iconset"
cp "$plist" "$app/Contents/Info.plist"
cp "$window" "$app/Contents/MacOS/callwright-window"
cp "$program" "$app/Contents/MacOS/callwright"
chmod 755 "$app/Contents/MacOS/callwright-window" "$app/Contents/MacOS/callwright"
for size in 16 32 128 256 512; do
  sips -z "$size" "$size" "$icon" --out "$work/Callwright.iconset/icon_${size}x${size}.png" >/dev/null
done
iconutil --convert icns --output "$app/Contents/Resources/Callwright.icns" "$work/Callwright.iconset"
if [ -n "${APPLE_IDENTITY:-}" ]; then
  codesign --force --options runtime --timestamp --sign "$APPLE_IDENTITY" "$app/Contents/MacOS/callwright"
  codesign --force --options runtime --timestamp --sign "$APPLE_IDENTITY" "$app"
fi
# Without the files that keep attributes of macOS beside others.
COPYFILE_DISABLE=1 tar -C "$work/disk" -czf "$archive" Callwright.app
ln -s /Applications "$work/disk/Applications"
hdiutil create -volname Callwright -srcfolder "$work/disk" -format UDZO -ov "$out"
if [ -n "${APPLE_IDENTITY:-}" ] && [ -n "${APPLE_PROFILE:-}" ]; then
  xcrun notarytool submit "$out" --keychain-profile "$APPLE_PROFILE" --wait
  xcrun stapler staple "$out"
fi
