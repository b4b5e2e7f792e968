/** What a session's name hints at, for its icon; a guess that never carries meaning of its own. */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'desk' | 'terminal' | 'browser' | 'unknown'

// The first match wins: "iPad" before "Safari", "Android" before "Chrome".
const HINTS: readonly (readonly [RegExp, DeviceKind])[] = [
  [/session desk/i, 'desk'],
  [/ipad|tablet|kindle/i, 'tablet'],
  [/iphone|ipod|android|mobile|phone|pixel|galaxy/i, 'phone'],
  [
    /\b(curl|wget|httpie|postman|insomnia|python|node|axios|okhttp|java|go-http|cli|script|bot)\b/i,
    'terminal',
  ],
  [
    /macbook|laptop|ubuntu|linux|windows|mac ?os|macintosh|imac|fedora|debian|chrome ?os|desktop/i,
    'computer',
  ],
  [/firefox|chrome|chromium|safari|edge|opera|brave|vivaldi|browser|mozilla/i, 'browser'],
]

/** Guesses the device from a session's name. */
export function deviceKind(name: string): DeviceKind {
  return HINTS.find(([hint]) => hint.test(name))?.[1] ?? 'unknown'
}
