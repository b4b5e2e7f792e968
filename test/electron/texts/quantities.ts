import { LANGUAGES, type Language } from '../../../electron/shared/languages.ts'

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000]
const UNITS = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY, year: 365 * DAY }
const SHORT_UNITS: [string, number][] = [
  ['ms', 1],
  ['s', SECOND],
  ['min', MINUTE],
  ['h', HOUR],
]
const BYTES = new Map([
  ['byte', 1],
  ['bytes', 1],
  ['KiB', 1_024],
  ['MiB', 1_024 ** 2],
])
/** What the app has limits for. A number of something else, such as a version, is no quantity. */
const COUNTED = 'accounts bits characters digits entries lists names notes rows sessions times tries'.split(
  ' ',
)

/** The words of the numbers from one on, as regular expressions. */
const NUMBER_WORDS: Record<Language, readonly string[]> = {
  en: ['an?|one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  'pt-BR': ['uma?', 'dois|duas', ...'três quatro cinco seis sete oito nove dez onze doze'.split(' ')],
  es: ['una?|uno', 'dos', ...'tres cuatro cinco seis siete ocho nueve diez once doce'.split(' ')],
}
/** From here on a word is a number that counts; "one" and "two" are in too many sentences. */
const MIN_WORD = 3

/** The words of each language for the units of time, singular and plural, with their ms. */
const TIME_WORDS = new Map(
  LANGUAGES.map((language) => {
    const words = Object.entries(UNITS).flatMap(([unit, ms]) => {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
      return [1, 2].map((number): [string, number] => [format.format(number).replace(/^\d+\s*/, ''), ms])
    })
    return [language, new Map(words)]
  }),
)
const timeWords = (language: Language): Map<string, number> =>
  TIME_WORDS.get(language) ?? new Map<string, number>()

/** A duration as a quantity, in the largest unit that has no fraction. */
export function time(ms: number): string {
  const sizes = { d: DAY, h: HOUR, min: MINUTE, s: SECOND }
  const found = Object.entries(sizes).find(([, each]) => ms % each === 0)
  return found ? `‹${ms / found[1]} ${found[0]}›` : `‹${ms} ms›`
}

/** A size as a quantity. */
export const size = (bytes: number): string => `‹${bytes / 1_024} KiB›`

/** A number as a quantity: of `of`, or alone. */
export const count = (number: number, of = ''): string => `‹${`${number} ${of}`.trim()}›`

/** Returns the quantities in a text that was read. */
export const quantitiesIn = (text: string): string[] => text.match(/‹.*?›/g) ?? []

/** Replaces the numbers in a text of the app by quantities: times, and all others that stand alone. */
export function readText(text: string, language: Language): string {
  const times = timeWords(language)
  const ofTimes = replaceNumbers(text, language, [...times.keys()], (number, unit) =>
    time(number * (times.get(unit) ?? NaN)),
  )
  return replaceNumbers(ofTimes, language, [], (number) => count(number))
}

/** Replaces the numbers with a unit in documentation by quantities, and its line breaks by spaces. */
export function readDocumentation(text: string): string {
  const times = new Map([...timeWords('en'), ...SHORT_UNITS])
  const oneLine = text.replace(/\s+/g, ' ')
  const ofTimes = replaceNumbers(oneLine, 'en', [...times.keys()], (number, unit) =>
    time(number * (times.get(unit) ?? NaN)),
  )
  const ofSizes = replaceNumbers(ofTimes, 'en', [...BYTES.keys()], (number, unit) =>
    size(number * (BYTES.get(unit) ?? NaN)),
  )
  return replaceNumbers(ofSizes, 'en', COUNTED, count)
}

/** Replaces each number before one of the units, or each number if there are none. */
function replaceNumbers(
  text: string,
  language: Language,
  units: readonly string[],
  quantity: (number: number, unit: string) => string,
): string {
  const words = NUMBER_WORDS[language]
  const isTime = units.some((unit) => timeWords(language).has(unit))
  const number = `(?<![\\p{L}\\p{N}‹{._-])(\\d+(?:[,.]\\d+)*|${words.join('|')})`
  const unit = units.length === 0 ? '()' : `(?: (?:good|last|more))? (${units.join('|')})`
  // Not part of a word, and no ordinal: "1.ª".
  const pattern = new RegExp(`${number}${unit}(?!\\.?[\\p{L}\\p{N}ª_-])`, 'giu')
  return text.replace(pattern, (all, said: string, of: string, at: number) => {
    const isWord = !/^\d/.test(said)
    const value = isWord
      ? 1 + words.findIndex((word) => matches(said, word))
      : Number(said.replaceAll(',', ''))
    if (isWord && !isTime && value < MIN_WORD) return all
    // "A second list", but "a second apart".
    if (/^an? second$/i.test(all) && !text.startsWith(' apart', at + all.length)) return all
    return quantity(value, units.find((each) => matches(of, each)) ?? '')
  })
}

const matches = (text: string, word: string): boolean => new RegExp(`^(?:${word})$`, 'iu').test(text)
