/** The data of a pasted recovery link; `email` is null if the link has none. */
export interface PastedRecovery {
  token: string
  email: string | null
}

const MAX_TOKEN_LENGTH = 1024

/**
 * Parses a recovery link: `…/reset?token=…&email=…` or `…/reset-password/TOKEN?email=…`, also after `#/`, or with the app's
 * own scheme. Null for any other text, such as a plain token.
 */
export function pastedRecovery(pasted: string): PastedRecovery | null {
  // Some mail programs show the source of the link.
  const text = pasted.trim().replace(/&amp;/gi, '&')
  if (!/^(https?|session-desk):\/\//i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const isBehindHash = url.hash.startsWith('#/') && URL.canParse(url.hash.slice(1), 'https://page')
  const page = isBehindHash ? new URL(url.hash.slice(1), 'https://page') : url
  // Mails contain plain plus signs in addresses, which URLSearchParams would decode to spaces.
  const query = new URLSearchParams(page.search.replaceAll('+', '%2B'))
  const token = query.get('token') ?? tokenInPath(page.pathname)
  if (token.length > MAX_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)) return null
  const email = query.get('email') ?? ''
  return { token, email: /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) ? email : null }
}

function tokenInPath(path: string): string {
  const found = /(?:reset|recover|password)[^/]*\/([^/]+)\/?$/i.exec(path)?.[1] ?? ''
  try {
    return decodeURIComponent(found)
  } catch {
    return ''
  }
}
