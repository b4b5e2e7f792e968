import { groupBy } from './group-by.ts'
import type { SessionFacts } from './session-facts.ts'
import type { Translate } from './translate.ts'

/** What a service says of a session beyond the API: plain text by the names that it gives. */
export type ServiceFields = NonNullable<SessionFacts['serviceFields']>

/** The fields that people know, in their order: the last part of the key of their word, and their usual names, folded. */
const KNOWN: readonly [word: string, names: readonly string[]][] = [
  ['ip', ['ip', 'ipaddress', 'clientip', 'remoteip']],
  ['place', ['location', 'place', 'city', 'region', 'country']],
  ['client', ['client', 'clientname', 'app', 'appname', 'application', 'browser']],
  ['platform', ['platform', 'os', 'osname', 'operatingsystem']],
  ['version', ['version', 'appversion', 'clientversion']],
  ['userAgent', ['useragent']],
]
const RANKS = new Map(KNOWN.flatMap(([, names], rank) => names.map((name) => [name, rank] as const)))

/** A name in lower case and without underscores: `ipAddress` and `ip_address` are one. */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll('_', '')
}

/** The place of a field among the others: the known ones come first. */
export function rankOf(name: string): number {
  return RANKS.get(foldName(name)) ?? KNOWN.length
}

/** A field with its title; `isKnown`: the title is a word of the app, and not the name that the service gives. */
interface FieldText {
  title: string
  text: string
  isKnown: boolean
}

/** Returns the fields with their titles; what has one word, such as a city and a country, is together. */
export function fieldTexts(fields: ServiceFields | undefined, t: Translate): FieldText[] {
  const titled = Object.entries(fields ?? {}).map(([name, text]): FieldText => {
    const word = KNOWN[rankOf(name)]?.[0]
    return {
      title: word === undefined ? name : t(`serviceFields.${word}`),
      text,
      isKnown: word !== undefined,
    }
  })
  return [...groupBy(titled, ({ title }) => title)].map(([title, same]) => ({
    title,
    text: [...new Set(same.map(({ text }) => text))].join(', '),
    isKnown: same.some(({ isKnown }) => isKnown),
  }))
}

/** The same in one line, for a table: the known ones say themselves what they are. */
export function fieldsLine(fields: ServiceFields | undefined, t: Translate): string {
  return fieldTexts(fields, t)
    .map(({ title, text, isKnown }) => (isKnown ? text : `${title}: ${text}`))
    .join(' · ')
}
