import { parseDevice, type ParsedDevice } from './domain/device.ts'
import { nameKey } from './domain/display-names.ts'

/** Parses devices from service names, and caches the results. */
export interface DeviceReader {
  read(raw: string): ParsedDevice
  /** The key by which equal device names are numbered; the same in every language. */
  keyOf(raw: string): string
}

/** Enough for several full lists of distinct names. */
const MAX_NAMES = 50_000

/** Creates the reader with an empty cache. */
export function createDeviceReader(): DeviceReader {
  const known = new Map<string, { device: ParsedDevice; key: string }>()

  function find(raw: string): { device: ParsedDevice; key: string } {
    const found = known.get(raw)
    if (found) return found
    if (known.size >= MAX_NAMES) known.clear()
    const device = parseDevice(raw)
    const entry = { device, key: nameKey(raw, device) }
    known.set(raw, entry)
    return entry
  }

  return { read: (raw) => find(raw).device, keyOf: (raw) => find(raw).key }
}
