/** The replacement of a secret; no rule changes it again. */
const HIDDEN = '[hidden]'

/** The rules in the order in which they apply: values by their names, parts of addresses, tokens by their form. */
const RULES: readonly [secret: RegExp, shown: string][] = [
  // Values by their names, to the closing quote or the end of the line, because a password may contain any character.
  [
    /((?:token|password|passwd|passphrase|secret|code)(?:_?confirmation)?\\*["']?\s*[=:]\s*\\*["']?)(?:\\.|[^"\\])+/gi,
    `$1${HIDDEN}`,
  ],
  // The query and fragment of an address, then its user name and password.
  [/(:\/\/[^\s"<>?#]*)[?#][^\s"<>]*/g, `$1?${HIDDEN}`],
  [/:\/\/[^\s"<>/]*@/g, '://'],
  // A word with an @ in it, plain or URL-encoded: possibly an email address.
  [/(?<![^\s"<>])[^\s"<>@]+?(?:@|%40)[^\s"<>]+/gi, HIDDEN],
  [/\b(bearer\s+)[^\s"]+/gi, `$1${HIDDEN}`],
  // Tokens by their form: `12|secret`, `sk_secret`, a JWT, and any long random word but an account's id.
  [/(?<!\d)\d+(?:\||%7c)[^\s"]+/gi, HIDDEN],
  [/(?<![A-Za-z0-9])sk_[^\s"]+/g, HIDDEN],
  [/(?<![A-Za-z0-9])eyJ[\w-]+(?:\.[\w-]*)*/g, HIDDEN],
  [/(?<![\w-]|"account":")(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g, HIDDEN],
  // The name of a home folder is the name of its owner.
  [/(?:[A-Za-z]:)?(?<![\\/])[\\/]+(?:home|Users)[\\/]+[^\\/\s":]+/g, '~'],
]

/**
 * Removes secrets and personal data from a line: tokens, passwords, codes, emails, queries of addresses, names of home
 * folders. Every logged or copied line is redacted. In doubt it hides a word.
 */
export function redact(line: string): string {
  return RULES.reduce((text, [secret, shown]) => text.replace(secret, shown), line)
}
