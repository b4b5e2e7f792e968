const LONGEST = 300

/**
 * A session's label as one harmless line: control characters, line breaks and bidi controls (which can make a name read
 * as another) become a visible mark; white space is folded. Markup needs nothing here: the window shows text only.
 */
export function neutralise(raw: string): string {
  return raw
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '\uFFFD')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
}
