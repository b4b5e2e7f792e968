import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N: cost }, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** `cost$salt$key` (salt and key in hex) of a password under scrypt; `cost` is N, a power of two. */
export async function hashPassword(password: string, cost: number): Promise<string> {
  const salt = randomBytes(16)
  return [cost, salt.toString('hex'), (await derive(password, salt, cost)).toString('hex')].join('$')
}

/** True when the password made this hash. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [cost = '', salt = '', key = ''] = hash.split('$')
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, 'hex'), Number(cost)),
    Buffer.from(key, 'hex'),
  )
}
