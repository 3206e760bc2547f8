#!/bin/sh
# Makes Callwright.app and puts it into a .dmg, and into the archive that updates it:
# make-dmg.sh FILES ICON.PNG OUT.dmg OUT.app.tar.gz, where FILES has both programs, their licences and the lists of this folder.
# Signs and notarises where APPLE_IDENTITY and APPLE_PROFILE name an identity and a profile of the keychain.
set -eu
files=$1 icon=$2 out=$3 archive=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
app="$work/disk/Callwright.app"
mkdir -p "$app/Contents/MacOS" "$app/Contents/Resources" "$work/Callwright.iconset"
cp "$files/Info.plist" "$app/Contents/Info.plist"
cp "$files/callwright-window" "$files/callwright" "$app/Contents/MacOS"
cp "$files/LICENSE-MIT" "$files/LICENSE-APACHE" "$files/THIRD-PARTY" "$app/Contents/Resources"
chmod 755 "$app/Contents/MacOS/callwright-window" "$app/Contents/MacOS/callwright"
for size in 16 32 128 256 512; do
  sips -z "$size" "$size" "$icon" --out "$work/Callwright.iconset/icon_${size}x${size}.png" >/dev/null
done
iconutil --convert icns --output "$app/Contents/Resources/Callwright.icns" "$work/Callwright.iconset"
if [ -n "${APPLE_IDENTITY:-}" ]; then
  for signed in "$app/Contents/MacOS/callwright" "$app"; do
    codesign --force --options runtime --timestamp --entitlements "$files/Entitlements.plist" --sign "$APPLE_IDENTITY" "$signed"
  done
fi
# Without the files that keep attributes of macOS beside others.
COPYFILE_DISABLE=1 tar -C "$work/disk" -czf "$archive" Callwright.app
ln -s /Applications "$work/disk/Applications"
hdiutil create -volname Callwright -srcfolder "$work/disk" -format UDZO -ov "$out"
if [ -n "${APPLE_IDENTITY:-}" ] && [ -n "${APPLE_PROFILE:-}" ]; then
  xcrun notarytool submit "$out" --keychain-profile "$APPLE_PROFILE" --wait
  xcrun stapler staple "$out"
fi
