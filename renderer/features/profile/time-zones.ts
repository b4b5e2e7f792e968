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

/** The current names of all zones of the system, UTC, and the chosen one; sorted, without duplicates. */
export function zoneNames(chosen: string | null): string[] {
  const known = Intl.supportedValuesOf('timeZone').map((name) => RENAMED[name] ?? name)
  return [...new Set([...known, 'UTC', ...(chosen === null ? [] : [chosen])])].sort()
}

/** A zone's offset at a time (epoch ms), such as "UTC−03:00"; empty for an unknown zone. */
export function offsetOf(zone: string, at: number): string {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return `UTC${name.slice(3).replace('-', '−') || '+00:00'}`
  } catch {
    return ''
  }
}

/** A zone with its offset at a time (epoch ms), such as "America/Sao_Paulo (UTC−03:00)". */
export function zoneLabel(zone: string, at: number): string {
  const offset = offsetOf(zone, at)
  return offset === '' ? zone : `${zone} (${offset})`
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
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ').replaceAll('−', '-').toLowerCase()
}
