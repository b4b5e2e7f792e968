import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Message, sessionBus, type MessageBus } from '@jellybrick/dbus-next'
import { firstLine, startHelper } from '../process/helper.ts'

const BUS = 'org.freedesktop.DBus'

/** Calls a method of an object, with values for a D-Bus signature; returns the values of the reply. */
export type BusCall = (
  destination: string,
  path: string,
  iface: string,
  member: string,
  signature?: string,
  body?: unknown[],
) => Promise<unknown[]>

/** A private message bus. */
export type Bus = Awaited<ReturnType<typeof startBus>>

/**
 * Starts a bus in `folder`. It has no service folders, so no service starts on demand: otherwise
 * a call to the keyring would start one.
 */
export async function startBus(folder: string) {
  const config = join(folder, 'bus.conf')
  await writeFile(config, configuration(join(folder, 'bus')))
  const choices = [`--config-file=${config}`, '--nofork', '--nopidfile', '--nosyslog', '--print-address=1']
  const daemon = startHelper('dbus-daemon', choices)
  const address = await firstLine(daemon.child.stdout!, 'dbus-daemon')
  const connection = sessionBus({ busAddress: address })
  const call = callOn(connection)
  return {
    /** The value for DBUS_SESSION_BUS_ADDRESS. */
    address,
    /** Calls a method; returns the values of the reply. Throws on an error reply. */
    call,
    /** Whether this well-known name has an owner now. */
    async hasName(name: string): Promise<boolean> {
      const [hasOwner] = await call(BUS, '/org/freedesktop/DBus', BUS, 'NameHasOwner', 's', [name])
      return hasOwner === true
    },
    async stop(): Promise<void> {
      connection.disconnect()
      await daemon.stop()
    },
  }
}

/** Calls over this connection. */
export function callOn(connection: MessageBus): BusCall {
  return async (destination, path, iface, member, signature = '', body = []) => {
    const message = new Message({ destination, path, interface: iface, member, signature, body })
    return (await connection.call(message))?.body ?? []
  }
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
