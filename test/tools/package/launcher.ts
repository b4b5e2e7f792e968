/**
 * The program in /usr/bin, for sh: starts the app with its arguments. In a session of Wayland without an X display it says so, because
 * Electron before version 38 looks for an X display only (Electron's docs, Wayland).
 */
export function launcher(name: string): string {
  return `#!/bin/sh
if [ -n "$WAYLAND_DISPLAY" ] && [ -z "$DISPLAY" ]; then
  set -- --ozone-platform=wayland "$@"
fi
exec /usr/lib/${name}/${name} "$@"
`
}
