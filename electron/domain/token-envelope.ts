import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from './parse-json.ts'
import type { TokenLife } from './token-expiry.ts'

/**
 * The content of a ciphertext. `sequence` increases with each token of an account: the newer of two tokens has the
 * higher one.
 */
export interface SealedToken extends TokenLife {
  accountId: string
  token: string
  sequence: number
}

const VERSION = 1
const shape = z.object({
  version: z.literal(VERSION),
  accountId: z.string(),
  token: z.string().min(1),
  sequence: z.number().int().nonnegative(),
  issuedAt: z.number(),
  expiresAt: z.number().nullable(),
  sha256: z.string(),
})

/** Serializes a token with its account and a SHA-256 over all fields, for encryption. */
export function seal(sealed: SealedToken): string {
  return JSON.stringify({ version: VERSION, ...sealed, sha256: digest(sealed) })
}

/**
 * Parses a decrypted envelope; null unless it is exactly the sealed token of this account. A decrypt that does not
 * throw can still return wrong data.
 */
export function unseal(text: string, accountId: string): SealedToken | null {
  const parsed = shape.safeParse(parseJson(text))
  if (!parsed.success) return null
  const { sha256, version: _version, ...sealed } = parsed.data
  return sealed.accountId === accountId && sha256 === digest(sealed) ? sealed : null
}

function digest({ accountId, token, sequence, issuedAt, expiresAt }: SealedToken): string {
  const all = JSON.stringify([VERSION, accountId, token, sequence, issuedAt, expiresAt])
  return createHash('sha256').update(all).digest('hex')
}
