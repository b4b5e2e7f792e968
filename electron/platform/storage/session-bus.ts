import type { EventEmitter } from 'node:events'

/** Connects to the session bus. `call` resolves with the values of the reply; it and `broken` reject if the connection breaks. */
export async function connectSessionBus() {
  const { Message, sessionBus } = await import('@jellybrick/dbus-next')
  const bus = sessionBus()
  const broken = new Promise<never>((_resolve, reject) => (bus as EventEmitter).on('error', reject))
  // Whoever waits hears of it; nobody waits at the end.
  broken.catch(() => undefined)

  async function call(
    destination: string,
    path: string,
    member: [iface: string, name: string],
    signature: string,
    ...body: unknown[]
  ): Promise<unknown[]> {
    const message = { destination, path, interface: member[0], member: member[1], signature, body }
    const reply = await Promise.race([bus.call(new Message(message)), broken])
    return reply?.body ?? []
  }

  return { bus, broken, call }
}
