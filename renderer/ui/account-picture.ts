import type { User } from '../../electron/shared/account.ts'
import { serverName } from '../../electron/shared/server-name.ts'

/** The hues of accounts, degrees of OKLCH: none is red, which ends sessions, or yellow, which warns. */
export const HUES = [150, 185, 220, 255, 290, 325] as const

/** What the picture of an account shows. */
export interface AccountPicture {
  initials: string
  /** One of `HUES`, by email and server: the same in every run, on every computer, and after a change of name. */
  hue: number
}

/** Returns the picture of an account. Where its name has no initials, the email or the server has one. */
export function pictureOf(baseUrl: string, { name, email }: Pick<User, 'name' | 'email'>): AccountPicture {
  let hash = 0
  for (const char of `${email} ${baseUrl}`) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return {
    initials: initialsOf(name) || initialsOf(email) || initialsOf(serverName(baseUrl)),
    hue: HUES[hash % HUES.length] ?? HUES[0],
  }
}

/** Returns the first letter or digit of a text's first and last word, as a person sees them: with their marks. */
function initialsOf(text: string): string {
  // The page and main may have different system languages, so that the language does not matter here.
  const words = text.toUpperCase().match(/[\p{L}\p{N}]\S*/gu) ?? []
  return (
    words
      .filter((_, at) => at === 0 || at === words.length - 1)
      .map(firstGrapheme)
      // Arabic letters would join to a word.
      .join('\u200c')
  )
}

/** A letter of ASCII before another one, or alone, needs no segmenter: making the first one delays the first screen by 10 ms. */
function firstGrapheme(word: string): string | undefined {
  return /^[A-Z\d](?=[!-~]|$)/.exec(word)?.[0] ?? new Intl.Segmenter().segment(word).containing(0)?.segment
}
