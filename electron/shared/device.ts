export const DEVICE_KINDS = [
  'phone',
  'tablet',
  'computer',
  'television',
  'thisApp',
  'terminal',
  'browser',
  'unknown',
] as const
/** The kind of device that a session runs on, for its icon only. */
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** The device that a session's service name describes; unknown parts are null. Product names are not translated. */
export interface Device {
  app: string | null
  appVersion: string | null
  platform: string | null
  platformVersion: string | null
  model: string | null
  kind: DeviceKind
}

/** A person's notes on a session; stored on this computer only. */
export interface Annotation {
  alias: string | null
  note: string | null
}
