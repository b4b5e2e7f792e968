import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BareDebian } from '../support/bare-debian/bare-debian.ts'

/** The environment of the ordinary user on that desktop. */
export const DESKTOP_ENV = {
  XDG_RUNTIME_DIR: '/run/user/1000',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  DISPLAY: ':78',
  LANG: 'C.UTF-8',
}

const PACKAGES = ['xvfb', 'dbus', 'gnome-keyring', 'procps', 'xdotool']
const DESKTOP = `
Xvfb :78 -screen 0 1280x900x24 -nolisten tcp &
dbus-daemon --config-file=/desktop-bus.conf --address=$DBUS_SESSION_BUS_ADDRESS --nofork --nopidfile &
until [ -S /run/user/1000/bus ] && [ -S /tmp/.X11-unix/X78 ]; do sleep 0.1; done
printf '\\n' | gnome-keyring-daemon --unlock --components=secrets
echo ready
wait
`

// As `dbus-daemon --session` has it, and this process may read along; it runs as root.
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <include>/usr/share/dbus-1/session.conf</include>
  <policy context="mandatory"><allow user="root"/></policy>
</busconfig>
`

/** Starts a display, a bus and an unlocked keyring for the ordinary user of a bare Debian. */
export async function startBareDesktop(debian: BareDebian): Promise<void> {
  const apt = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  const installed = await debian.asRoot(...apt, ...PACKAGES)
  if (installed.code !== 0) throw new Error(installed.stderr.slice(-1500))
  await writeFile(join(debian.folder, 'desktop-bus.conf'), BUS)
  await writeFile(join(debian.folder, 'desktop.sh'), DESKTOP)
  const desktop = debian.start('sh', '/desktop.sh')
  await new Promise<void>((resolve, reject) => {
    desktop.child.stdout?.on('data', (chunk: Buffer) => chunk.includes('ready') && resolve())
    let output = ''
    desktop.child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    void desktop.ended.then(() => reject(new Error(`The desktop ended: ${output}`)))
  })
}
