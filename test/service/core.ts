import { createLimits } from './rate-limits.ts'
import type { Limits } from './rate-limits.ts'
import { DEFAULTS } from './options.ts'
import type { PracticeOptions, Settings } from './options.ts'
import { createStore } from './store.ts'
import type { Store } from './store.ts'

/** The state and settings of one practice service, without its sockets. */
export interface Core {
  readonly settings: Settings
  /** The service's own time in milliseconds, skew included. */
  readonly clock: () => number
  readonly store: Store
  readonly limits: Limits
}

/** A core without users. */
export function createCore(options: PracticeOptions): Core {
  const settings = { ...DEFAULTS, ...options }
  const clock = (): number => settings.now() + settings.clockSkewMs
  return { settings, clock, store: createStore(), limits: createLimits(settings, clock) }
}
