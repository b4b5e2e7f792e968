import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { firstLine, startHelper } from '../process/helper.ts'

/** A private message bus. */
export interface Bus {
  /** The value for DBUS_SESSION_BUS_ADDRESS. */
  address: string
  /** Whether somebody owns this well-known name now. */
  hasName(name: string): Promise<boolean>
  stop(): Promise<void>
}

/**
 * Starts a bus in `folder`. It has no service folders, so nothing starts by itself when it is asked for: without
 * that, asking for the keyring would start one.
 */
export async function startBus(folder: string): Promise<Bus> {
  const config = join(folder, 'bus.conf')
  await writeFile(config, configuration(join(folder, 'bus')))
  const daemon = startHelper('dbus-daemon', [
    `--config-file=${config}`,
    '--nofork',
    '--nopidfile',
    '--nosyslog',
    '--print-address=1',
  ])
  const address = await firstLine(
    daemon.child.stdout as NonNullable<typeof daemon.child.stdout>,
    'dbus-daemon',
  )
  return { address, hasName: (name) => hasName(address, name), stop: () => daemon.stop() }
}

async function hasName(address: string, name: string): Promise<boolean> {
  const { stdout } = await run('dbus-send', [
    `--bus=${address}`,
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.NameHasOwner',
    `string:${name}`,
  ])
  return stdout.includes('boolean true')
}

function configuration(socket: string): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`
}
