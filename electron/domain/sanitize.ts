const MAX_CHARACTERS = 300
/** The number of input characters that are read for each output character, because sanitizing removes some. */
const INPUT_PER_OUTPUT_CHARACTER = 8
/** No language stacks more than four marks on a letter; more would cover the adjacent lines. */
const STACKED = /(\p{M}{4})\p{M}+/gu
/** Control characters, bidi controls, surrogates, and other invisible characters. */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB]/gu

/** Nothing that a font draws. */
const BLANK = /^[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800\uFFFD]*$/u

/**
 * Sanitizes a label to one line: control characters, line breaks and bidi controls, which could make a name read as
 * another, become U+FFFD; white space is collapsed. A label of which nothing can be seen is empty. Markup stays: the window
 * shows text only.
 */
export function sanitize(raw: string, maxCharacters = MAX_CHARACTERS): string {
  // Cut first: matching millions of marks throws a RangeError.
  const line = cutText(
    sanitizeLine(raw.trimStart().slice(0, INPUT_PER_OUTPUT_CHARACTER * maxCharacters)),
    maxCharacters,
  ).trim()
  return BLANK.test(line) ? '' : line
}

/** The beginning of a text, at most `max` UTF-16 units: no emoji and no letter with its marks is cut in half. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const last = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text).containing(max)
  return text.slice(0, last?.index ?? max)
}

function sanitizeLine(raw: string): string {
  return raw
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replace(INVISIBLE, '\uFFFD')
    .replace(STACKED, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Like `sanitize` for a text of several lines: keeps line breaks, at most one empty line in a row. */
export function sanitizeText(raw: string, maxCharacters: number): string {
  const lines = raw
    .slice(0, INPUT_PER_OUTPUT_CHARACTER * maxCharacters)
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .split('\n')
  const kept = lines.map((line) => sanitizeLine(line)).join('\n')
  return cutText(kept, maxCharacters)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const LOOKALIKES: Readonly<Record<string, string>> = { '&': '\uFF06', '<': '\u2039', '>': '\u203A' }

/**
 * Replaces `&`, `<` and `>` with lookalikes: Linux notification servers with `body-markup` parse tags and entities,
 * others show them as text (freedesktop.org, Desktop Notifications).
 */
export function sanitizeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (mark) => LOOKALIKES[mark] ?? mark)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes `&`, `<` and `>` for a notification server that has `body-markup`, which then shows them literally. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark)
}
