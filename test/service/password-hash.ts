import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
const KEY_BYTES = 32

/** `cost$salt$key` (salt and key in hex) of a password under scrypt; `cost` is N, a power of two. */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, KEY_BYTES, { N: cost })
  return [cost, salt.toString('hex'), key.toString('hex')].join('$')
}

/** True when the password made this hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [cost = '', salt = '', key = ''] = hash.split('$')
  const derived = await derive(password, Buffer.from(salt, 'hex'), KEY_BYTES, { N: Number(cost) })
  return timingSafeEqual(derived, Buffer.from(key, 'hex'))
}
