/** What stands where something was hidden. It matches no rule in a way that would change it again. */
const HIDDEN = '[hidden]'

/** In this order: a value goes by its name before its own looks can tear it apart, and an address loses its query first. */
const RULES: readonly [secret: RegExp, shown: string][] = [
  // Values by their names, to the end of the quotes or of the line: a password may have any character.
  [
    /((?:token|password|passwd|passphrase|secret|code)(?:_?confirmation)?\\*["']?\s*[=:]\s*\\*["']?)(?:\\.|[^"\\])+/gi,
    `$1${HIDDEN}`,
  ],
  // The query and fragment of an address, then its name and password.
  [/(:\/\/[^\s"<>?#]*)[?#][^\s"<>]*/g, `$1?${HIDDEN}`],
  [/:\/\/[^\s"<>/]*@/g, '://'],
  // A word with an @ in it, written out or as in an address: whatever else it is, it may be an email.
  [/(?<![^\s"<>])[^\s"<>@]+?(?:@|%40)[^\s"<>]+/gi, HIDDEN],
  [/\b(bearer\s+)[^\s"]+/gi, `$1${HIDDEN}`],
  // Tokens by their looks: `12|secret`, `sk_secret`, a JWT, and whatever is long and random.
  [/(?<!\d)\d+(?:\||%7c)[^\s"]+/gi, HIDDEN],
  [/(?<![A-Za-z0-9])sk_[^\s"]+/g, HIDDEN],
  [/(?<![A-Za-z0-9])eyJ[\w-]+(?:\.[\w-]*)*/g, HIDDEN],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g, HIDDEN],
  // Whose computer it is.
  [/(?:[A-Za-z]:)?(?<![\\/])[\\/]+(?:home|Users)[\\/]+[^\\/\s":]+/g, '~'],
]

/**
 * A line without what must not be read by others: tokens, passwords, codes, emails, queries of addresses, names of home
 * folders. Everything that is logged or copied goes through here. Rather too much is hidden than too little.
 */
export function redact(line: string): string {
  return RULES.reduce((text, [secret, shown]) => text.replace(secret, shown), line)
}
