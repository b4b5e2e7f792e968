const MAX_CHARACTERS = 300
/** Characters read for each that is kept: what is folded or taken away leaves room for what comes after it. */
const READ_PER_KEPT = 8
/** Letters with more marks than this are no language, but a way to write over the lines around. */
const STACKED = /(\p{M}{4})\p{M}+/gu
/** Controls, bidi controls, half characters, and what takes room or joins without being seen. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB]/gu

/**
 * A session's label as one harmless line: control characters, line breaks and bidi controls (which can make a name read
 * as another) become a visible mark; white space is folded. Markup needs nothing here: the window shows text only.
 */
export function sanitize(raw: string, longest = MAX_CHARACTERS): string {
  // Before anything looks at it: a pattern over millions of marks ends in a RangeError.
  return sanitizeLine(raw.trimStart().slice(0, READ_PER_KEPT * longest))
    .slice(0, longest)
    .replace(INVISIBLE, '\uFFFD')
    .trim()
}

function sanitizeLine(raw: string): string {
  return raw
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replace(INVISIBLE, '\uFFFD')
    .replace(STACKED, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A text of several lines, as harmless as a name on each of them. */
export function sanitizeText(raw: string, longest: number): string {
  const lines = raw
    .slice(0, READ_PER_KEPT * longest)
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .split('\n')
  const kept = lines.map((line) => sanitizeLine(line)).join('\n')
  return kept
    .slice(0, longest)
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const LOOKALIKES: Readonly<Record<string, string>> = { '&': '\uFF06', '<': '\u2039', '>': '\u203A' }

/**
 * A text without markup, for a desktop that may read it as such: Linux servers that announce `body-markup` take tags and
 * entities, the others show them (freedesktop.org, Desktop Notifications). Characters that look alike are right on both.
 */
export function sanitizeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (mark) => LOOKALIKES[mark] ?? mark)
}
