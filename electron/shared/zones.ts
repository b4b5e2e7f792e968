import { DAY_MS } from './dates.ts'

/** The zone of this computer. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A zone's offset at a time (epoch ms), such as "UTC−03:00"; empty for an unknown zone. */
export function offsetOf(zone: string, at: number): string {
  try {
    return `UTC${nameAt(at, zone, 'en', 'longOffset').slice(3).replace('-', '−') || '+00:00'}`
  } catch {
    return ''
  }
}

/**
 * The name of a zone in a language, such as "Central European Standard Time", where its clocks differ from this computer's
 * now or half a year later; otherwise null. `now` is epoch ms.
 */
export function otherZone(zone: string | undefined, locale: string, now: number): string | null {
  if (zone === undefined) return null
  const isSame = [now, now + 183 * DAY_MS].every((at) => offsetOf(zone, at) === offsetOf(ownZone(), at))
  return isSame ? null : nameAt(now, zone, locale, 'longGeneric')
}

function nameAt(
  at: number,
  timeZone: string,
  locale: string,
  timeZoneName: 'longOffset' | 'longGeneric',
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** The areas whose zones are named after a city. "Etc/GMT+3" is not, and means UTC−03:00. */
export const CITY =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/(?:.+\/)?(.+)$/

/** The cities whose names have accents, which the names of zones lack. */
const ACCENTED = new Map(
  [
    ...['Araguaína', 'Asunción', 'Bahía Banderas', 'Belém', 'Bogotá', 'Cancún', 'Ciudad Juárez', 'Córdoba'],
    ...[
      'Cuiabá',
      'Curaçao',
      'Eirunepé',
      'Maceió',
      'Mazatlán',
      'Mérida',
      'Panamá',
      'Río Gallegos',
      'Santarém',
    ],
    ...['São Paulo', 'Tucumán', 'Galápagos', 'Nouméa', 'Réunion', 'Mahé', 'São Tomé', 'El Aaiún', 'Lomé'],
    ...['Büsingen', 'Chișinău', 'Reykjavík', 'Zürich', 'Ürümqi'],
  ].map((city) => [withoutAccents(city), city]),
)

/** Returns a text without its accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** The city that a zone is named after, such as "São Paulo"; any other name as it is. */
function cityOf(zone: string): string {
  const city = CITY.exec(zone)?.[1]?.replaceAll('_', ' ')
  return city === undefined ? zone : (ACCENTED.get(city) ?? city)
}

/** A zone with its offset at a time (epoch ms), such as "São Paulo (UTC−03:00)"; UTC and an unknown zone as they are. */
export function zoneLabel(zone: string, at: number): string {
  const offset = offsetOf(zone, at)
  return offset === '' || zone === 'UTC' ? zone : `${cityOf(zone)} (${offset})`
}
