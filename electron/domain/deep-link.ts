import type { RecoveryLink } from '../shared/navigation.ts'

/** The scheme of the app's own links. */
export const LINK_SCHEME = 'session-desk'

const MAX_LINK_CHARACTERS = 2048
/** Real recovery tokens have 64. */
const MAX_TOKEN_CHARACTERS = 1024
/** RFC 5321, errata 1690. */
const MAX_EMAIL_CHARACTERS = 254

/** Whether an argument is a link of this app, valid or not. */
export function isLink(argument: string): boolean {
  return new RegExp(`^${LINK_SCHEME}:`, 'i').test(argument)
}

/**
 * Finds the last link in command-line arguments, by its scheme, not its position, because Chromium inserts switches; null if there
 * is none.
 */
export function findRecoveryLink(argv: readonly string[]): RecoveryLink | null {
  const link = argv.findLast(isLink)
  return link === undefined ? null : parseDeepLink(link)
}

/**
 * Parses `session-desk://reset?token=…&email=…`; null for a text without the scheme. A value that cannot be read is empty. Anybody can
 * make such a link, so it only fills in a form, and other parameters are ignored.
 */
export function parseDeepLink(link: string): RecoveryLink | null {
  if (!isLink(link)) return null
  const damaged = { token: '', email: '' }
  if (link.length > MAX_LINK_CHARACTERS || !/^[\x21-\x7e]+$/.test(link)) return damaged
  // Some mail programs show the source of the link.
  const url = parse(link.replace(/&amp;/gi, '&'))
  if (!url) return damaged
  const isReset = url.hostname.toLowerCase() === 'reset' && (url.pathname === '' || url.pathname === '/')
  if (!isReset || url.username || url.password || url.port || url.hash) return damaged
  // Keep plus signs: neither value contains a space, and email addresses have unescaped ones.
  const query = new URLSearchParams(url.search.replaceAll('+', '%2B'))
  const token = only(query.getAll('token'))
  const email = only(query.getAll('email'))
  return { token: isToken(token) ? token : '', email: isEmail(email) ? email : '' }
}

function parse(link: string): URL | null {
  return URL.canParse(link) ? new URL(link) : null
}

function only(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? '') : ''
}

function isToken(text: string): boolean {
  return text.length <= MAX_TOKEN_CHARACTERS && /^[\x21-\x7e]+$/.test(text)
}

/** U+FFFD replaces badly encoded bytes; \p{C} has the control, bidi and unassigned characters. */
function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL_CHARACTERS && /^[^@]+@[^@]+$/.test(text) && !/[\s\p{C}\p{Z}\uFFFD]/u.test(text)
  )
}
