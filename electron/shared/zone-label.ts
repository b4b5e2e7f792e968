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
