/**
 * The name of a zone in a language, such as "Central European Standard Time", where its clocks differ from this computer's
 * now or half a year later; otherwise null. `now` is epoch ms.
 */
export function otherZone(zone: string | undefined, locale: string, now: number): string | null {
  if (zone === undefined) return null
  const partOf = (
    at: number,
    timeZone: string | undefined,
    timeZoneName: 'longOffset' | 'longGeneric',
  ): string =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const offsetOf = (at: number, timeZone?: string): string => partOf(at, timeZone, 'longOffset')
  const isSame = [now, now + HALF_YEAR_MS].every((at) => offsetOf(at, zone) === offsetOf(at))
  return isSame ? null : partOf(now, zone, 'longGeneric')
}

const HALF_YEAR_MS = 183 * 86_400_000
