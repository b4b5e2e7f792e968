import type { User } from './account.ts'
import { serverName } from './server-name.ts'

/** The number of hues of pictures; the styles have the colours (`account-picture` in `app.css`). */
export const HUES = 6

/** What the picture of an account shows. */
export interface AccountPicture {
  initials: string
  /** From 0 to `HUES` - 1, the same in every run and on every computer. */
  hue: number
}

/** Returns the picture of an account. Where its name has no initials, the email or the server has one. */
export function pictureOf(baseUrl: string, { name, email }: Pick<User, 'name' | 'email'>): AccountPicture {
  let hash = 0
  for (const char of `${email || name} ${baseUrl}`) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return {
    initials: initialsOf(name) || initialsOf(email) || initialsOf(serverName(baseUrl)),
    hue: hash % HUES,
  }
}

/** Returns the first letter or digit of a text's first and last word, as a person sees them: with their marks. */
function initialsOf(text: string): string {
  // The page and main may have different system languages, so that the language does not matter here.
  const words = text.toUpperCase().match(/[\p{L}\p{N}]\S*/gu) ?? []
  const graphemes = new Intl.Segmenter()
  return (
    words
      .filter((_, at) => at === 0 || at === words.length - 1)
      .map((word) => graphemes.segment(word).containing(0)?.segment)
      // Arabic letters would join to a word.
      .join('\u200c')
  )
}
