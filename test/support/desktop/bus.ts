import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { firstLine, startHelper } from '../process/helper.ts'

const BUS = 'org.freedesktop.DBus'

/** A private message bus. */
export interface Bus {
  /** The value for DBUS_SESSION_BUS_ADDRESS. */
  address: string
  /** Whether this well-known name has an owner now. */
  hasName(name: string): Promise<boolean>
  /** Calls a method, with arguments in dbus-send's notation; returns the reply as it prints it. Throws on an error reply. */
  send(name: string, path: string, method: string, ...args: string[]): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a bus in `folder`. It has no service folders, so no service starts on demand: otherwise
 * a call to the keyring would start one.
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
  const send: Bus['send'] = async (name, path, method, ...args) => {
    const to = [`--bus=${address}`, '--print-reply', `--dest=${name}`, path, method]
    const { code, stdout, stderr } = await run('dbus-send', [...to, ...args])
    if (code !== 0) throw new Error(`${method}: ${stderr.trim()}`)
    return stdout
  }
  const hasName = async (name: string): Promise<boolean> => {
    const method = 'org.freedesktop.DBus.NameHasOwner'
    return (await send(BUS, '/org/freedesktop/DBus', method, `string:${name}`)).includes('boolean true')
  }
  return { address, hasName, send, stop: () => daemon.stop() }
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
