import type { Account } from '../../../electron/shared/account.ts'

/** The hues of account pictures (OKLCH, degrees), without red, which ends sessions, and yellow, which warns. */
const HUES = [150, 185, 220, 255, 290, 325]

/** The hue of an account's picture, the same in every run and on every computer. */
export function hueOf({ baseUrl, user: { email, name } }: Pick<Account, 'baseUrl' | 'user'>): number {
  let hash = 0
  for (const char of `${email || name} ${baseUrl}`) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return HUES[hash % HUES.length] as number
}
