/** What a pasted recovery link holds; `email` is null when it has none. */
export interface PastedRecovery {
  token: string
  email: string | null
}

const LONGEST = 1024

/**
 * The token and email of a whole link: `…/reset?token=…&email=…`, `…/reset-password/TOKEN?email=…`, behind a `#/` too, or
 * the app's own scheme. Null for everything else, such as a token itself.
 */
export function pastedRecovery(pasted: string): PastedRecovery | null {
  const text = pasted.trim()
  if (!/^(https?|session-desk):\/\//i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const isBehindHash = url.hash.startsWith('#/') && URL.canParse(url.hash.slice(1), 'https://page')
  const page = isBehindHash ? new URL(url.hash.slice(1), 'https://page') : url
  // A plus sign is itself, as the writers of mails mean it.
  const query = new URLSearchParams(page.search.replaceAll('+', '%2B'))
  const token = query.get('token') ?? tokenInPath(page.pathname)
  if (token.length > LONGEST || !/^[\x21-\x7e]+$/.test(token)) return null
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
