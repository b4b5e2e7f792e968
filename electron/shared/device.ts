/** What a session runs on, for its icon; it never carries meaning of its own. */
export type DeviceKind =
  'phone' | 'tablet' | 'computer' | 'television' | 'thisApp' | 'terminal' | 'browser' | 'unknown'

/** What a session's raw name tells of its device; null is not told. The names are those of their makers, in no language. */
export interface Device {
  app: string | null
  appVersion: string | null
  platform: string | null
  platformVersion: string | null
  model: string | null
  kind: DeviceKind
}

/** What a person wrote about a session; kept on this computer only. */
export interface Annotation {
  alias: string | null
  note: string | null
}
