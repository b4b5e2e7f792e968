import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Between two keys, as a person types; a window that has just appeared takes longer than that. */
const PAUSE_MS = 25

/** X's numbers of keys that are no character (keysymdef.h). */
const KEYS: Readonly<Record<string, number>> = {
  Tab: 0xff09,
  Return: 0xff0d,
  Left: 0xff51,
  shift: 0xffe1,
  ctrl: 0xffe3,
}
/** The characters that a US keyboard has above others. */
const SHIFTED = /[A-Z~!@#$%^&*()_+{}|:"<>?]/

/**
 * Types on the keyboard of a remote screen without a password, over its socket (RFC 6143). A key is a character, a name of
 * X such as `Return`, or a chord such as `ctrl+k`.
 */
export async function typeRemotely(
  path: string,
  keys: readonly (string | { text: string })[],
): Promise<void> {
  const socket = connect(path)
  try {
    await greet(socket)
    const chords = keys.flatMap((key) =>
      typeof key === 'string' ? [key.split('+')] : Array.from(key.text, charKeys),
    )
    for (const chord of chords) {
      const numbers = chord.map((key) => KEYS[key] ?? key.codePointAt(0)!)
      for (const number of numbers) socket.write(keyEvent(number, true))
      for (const number of numbers.toReversed()) socket.write(keyEvent(number, false))
      await sleep(PAUSE_MS)
    }
  } finally {
    socket.end()
  }
}

function charKeys(char: string): string[] {
  return SHIFTED.test(char) ? ['shift', char] : [char]
}

async function greet(socket: Socket): Promise<void> {
  socket.write(await read(socket, 12))
  const [count = 0] = await read(socket, 1)
  await read(socket, count)
  // No password, and others may watch too.
  socket.write(Buffer.of(1))
  await read(socket, 4)
  socket.write(Buffer.of(1))
  const about = await read(socket, 24)
  await read(socket, about.readUInt32BE(20))
}

async function read(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null
    if (bytes) return bytes
    await once(socket, 'readable')
  }
}

function keyEvent(key: number, isDown: boolean): Buffer {
  const event = Buffer.alloc(8)
  event.writeUInt8(4, 0)
  event.writeUInt8(Number(isDown), 1)
  event.writeUInt32BE(key, 4)
  return event
}
