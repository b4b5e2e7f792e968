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

/** The fields with their titles; what has one word, such as a city and a country, is together. Others have their own names. */
export function fieldTexts(
  fields: ServiceFields | undefined,
  t: Translate,
): { title: string; text: string }[] {
  const texts = new Map<string, Set<string>>()
  for (const [name, text] of Object.entries(fields ?? {})) {
    const word = KNOWN[rankOf(name)]?.[0]
    const title = word === undefined ? name : t(`serviceFields.${word}`)
    texts.set(title, (texts.get(title) ?? new Set()).add(text))
  }
  return [...texts].map(([title, same]) => ({ title, text: [...same].join(', ') }))
}

/** The same in one line, for a table. */
export function fieldsLine(fields: ServiceFields | undefined, t: Translate): string {
  return fieldTexts(fields, t)
    .map(({ title, text }) => `${title}: ${text}`)
    .join(' · ')
}
