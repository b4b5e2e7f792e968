import { CITY, offsetOf, withoutAccents } from '../../../electron/shared/zones.ts'

/** Former zone names, which the runtime returns, and their current names in the IANA database. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}
const FORMER = new Map(Object.entries(RENAMED).map(([former, name]) => [name, former]))

/** The current names of all zones of the system, UTC, and the chosen one; sorted by what is shown of them, without duplicates. */
export function zoneNames(chosen: string | null): string[] {
  const known = Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name)
  const zones = new Set([...known, 'UTC', ...(chosen === null ? [] : [chosen])])
  const sortKey = (zone: string): string => CITY.exec(zone)?.[1] ?? zone
  return [...zones].toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

/** The zones that contain every word of a term in their current or former name, or in their offset at a time (epoch ms). */
export function findZones(zones: readonly string[], term: string, at: number): string[] {
  const words = folded(term).split(' ').filter(Boolean)
  return zones.filter((zone) => {
    const text = folded(`${zone} ${FORMER.get(zone) ?? ''}`)
    return words.every((word) => text.includes(word) || (OFFSET.test(word) && isOffset(zone, word, at)))
  })
}

/** A word that may be an offset. No other word is compared with offsets, because they are slow to format. */
const OFFSET = /^\(?(utc|gmt)?[+-]?\d/

function isOffset(zone: string, word: string, at: number): boolean {
  const offset = folded(offsetOf(zone, at))
  const term = word.replace(/[()]/g, '').replace('gmt', 'utc')
  // "-3" matches "-03:00".
  return offset.includes(term) || offset.replace(/([+-])0/, '$1').includes(term)
}

function folded(text: string): string {
  return withoutAccents(text).replaceAll('_', ' ').replaceAll('−', '-').toLowerCase()
}
