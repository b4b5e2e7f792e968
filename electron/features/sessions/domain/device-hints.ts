import type { DeviceKind } from '../../../shared/device.ts'

// The first match wins: "iPad" before "Safari", "Android" before "Linux", "Ubuntu" before "Linux".
const PLATFORMS: readonly (readonly [RegExp, string, DeviceKind])[] = [
  [/\bipad\b/i, 'iPad', 'tablet'],
  [/\b(?:iphone|ipod)\b/i, 'iPhone', 'phone'],
  [/windows phone/i, 'Windows Phone', 'phone'],
  [
    /\b(?:android|pixel|galaxy|redmi|xiaomi|oneplus|oppo|realme|huawei|motorola)\b|\bmoto ?g/i,
    'Android',
    'phone',
  ],
  // The codes that Samsung gives its phones and tablets.
  [/\b(?:SM-[TPX]\d{3}|GT-P\d{4})[A-Z\d]*\b/, 'Android', 'tablet'],
  [/\b(?:SM-[A-Z]\d{3}|GT-[A-Z]\d{4})[A-Z\d]*\b/, 'Android', 'phone'],
  [/\b(?:chrome ?os|cros|chromebook)\b/i, 'ChromeOS', 'computer'],
  [/\b(?:windows|win32|win64)\b/i, 'Windows', 'computer'],
  [/\b(?:macbook|imac|mac ?mini|mac ?os|macos|macintosh)\b/i, 'macOS', 'computer'],
  [/\bios\b/i, 'iPhone', 'phone'],
  [/\bubuntu\b/i, 'Ubuntu', 'computer'],
  [/\bfedora\b/i, 'Fedora', 'computer'],
  [/\bdebian\b/i, 'Debian', 'computer'],
  [/\blinux\b/i, 'Linux', 'computer'],
]

/** Matches whole words in any case, also followed by digits. `\b` would end a word at an accented letter. */
function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})\\d*(?![\\p{L}\\p{N}])`, 'iu')
}

const KINDS: readonly (readonly [RegExp, DeviceKind])[] = [
  [/session ?desk/i, 'thisApp'],
  [/tablet|kindle|\bgalaxy tab\b/i, 'tablet'],
  [/\btv\b|television/i, 'television'],
  [/phone|mobile|celular|m[oó]vil/i, 'phone'],
  [words('curl|wget|httpie|postman|insomnia|python|node|axios|okhttp|java|cli|script|bot'), 'terminal'],
  [/laptop|desktop|notebook|computer|\bpc\b/i, 'computer'],
  // Samsung makes laptops too, and says so in their names.
  [/\bsamsung\b/i, 'phone'],
  // After "laptop" and "desktop", because a build laptop is a computer. "Ci" is also a person's name.
  [/(?<![\p{L}\p{N}])(?:CI|ci)(?![\p{L}\p{N}])/u, 'terminal'],
  [words('build|cron|cronjob|crontab'), 'terminal'],
  [/firefox|chrome|chromium|safari|edge|opera|brave|vivaldi|browser/i, 'browser'],
]

/** Finds a platform in a text, with the kind of device that it runs on; null if there is none. */
export function detectPlatform(text: string): { platform: string; kind: DeviceKind } | null {
  const found = PLATFORMS.find(([hint]) => hint.test(text))
  return found ? { platform: found[1], kind: found[2] } : null
}

/** Guesses the kind of device from a name; null if no word in it tells. */
export function detectKind(text: string): DeviceKind | null {
  return KINDS.find(([hint]) => hint.test(text))?.[1] ?? null
}
