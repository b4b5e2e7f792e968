import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random secret of letters and digits; 40 characters, as Laravel Sanctum makes them. */
export function newSecret(length = 40): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Hex SHA-256 of a secret; the service stores only this. */
export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** True when `secret` hashes to `hash`. */
export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(secret), 'hex'), Buffer.from(hash, 'hex'))
}

/** A parsed bearer token: `<id>|<secret>` or `sk_<secret>`; null for anything else. */
export function parseToken(
  token: string,
): { kind: 'user'; id: number; secret: string } | { kind: 'instance'; secret: string } | null {
  if (token.startsWith('sk_')) return { kind: 'instance', secret: token.slice(3) }
  const [, id, secret] = /^(\d{1,15})\|(.+)$/.exec(token) ?? []
  return id === undefined || secret === undefined ? null : { kind: 'user', id: Number(id), secret }
}
