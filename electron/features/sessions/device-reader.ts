import { parseDevice, type ParsedDevice } from './domain/device.ts'
import { nameKey } from './domain/display-names.ts'

/** Reads devices from raw names, each name once. */
export interface DeviceReader {
  read(raw: string): ParsedDevice
  /** What the names of equal devices have in common, whatever the language. */
  keyOf(raw: string): string
}

/** Several full lists of distinct names. */
const MAX_NAMES = 50_000

/** Makes it. */
export function createDeviceReader(): DeviceReader {
  const known = new Map<string, { device: ParsedDevice; key: string }>()

  function find(raw: string): { device: ParsedDevice; key: string } {
    const found = known.get(raw)
    if (found) return found
    if (known.size >= MAX_NAMES) known.clear()
    const device = parseDevice(raw)
    const made = { device, key: nameKey(raw, device) }
    known.set(raw, made)
    return made
  }

  return { read: (raw) => find(raw).device, keyOf: (raw) => find(raw).key }
}
