import { shortened } from '../../../shared/exact-time.ts'

/** Returns a formatter of epoch ms to a short text without the zone, such as "Nov 21, 2026, 8:49 PM". */
export function briefTime(locale: string, zone: string | undefined): (at: number) => string {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  return (at) => shortened(format.format(at))
}
