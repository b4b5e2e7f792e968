import type { RequestName } from '../../../electron/shared/requests.ts'
import { GOOD, REQUEST_NAMES } from '../../electron/ipc/requests-harness.ts'

/** A well-formed payload of every request; it names nothing that exists, and does not change start at login. */
export const SAMPLES = {
  ...GOOD,
  'startAtLogin:set': { on: false },
  // No number is a choice too, and every other value is malformed.
  'review:schedule': { accountId: 'a', days: null },
  'rule:set': { accountId: 'a', afterDays: null, keys: [] },
  'review:saveReport': { accountId: 'a', format: 'pdf', finishedAt: 0 },
} as const satisfies Record<RequestName, unknown>

/** Changed payloads that the window sends too: the last two finish a review, and turn on a rule, that end no session. */
export const FITTING = [
  ...Object.entries(SAMPLES).flatMap(([name, sample]) =>
    Object.entries(sample ?? {}).flatMap(([key, value]) =>
      typeof value === 'boolean' ? [`${name}: ${key} is true`] : [],
    ),
  ),
  // A row that no good list has shown is named by its id, negative.
  ...Object.entries(SAMPLES).flatMap(([name, sample]) =>
    'key' in (sample ?? {}) ? [`${name}: key is a negative number`] : [],
  ),
  'view:update: view is null',
  'review:finish: keys is an empty list',
  'rule:set: keys is an empty list',
]

/** The requests whose sample names something that must exist: each answers with a `Failure`. */
export const ABOUT_NOTHING = REQUEST_NAMES.filter(
  (name) => name === 'account:verifyTwoFactor' || 'accountId' in (SAMPLES[name] ?? {}),
)

/** Names that are not requests: events, channels of Electron and libraries, and properties of every object. */
export const NO_REQUESTS = [
  ...['appState:changed', 'sessions:changed', 'session:revoked', 'ends:changed'],
  ...['vault:read', 'account:token', 'electron-store-get-data', 'REMOTE_BROWSER_GET_GLOBAL'],
  ...[
    'ELECTRON_BROWSER_REQUIRE',
    'ELECTRON_BROWSER_GET_BUILTIN',
    'ELECTRON_GUEST_WINDOW_MANAGER_WINDOW_OPEN',
  ],
  ...['BROWSER_SANDBOX_LOAD', 'BROWSER_PRELOAD_ERROR', 'GUEST_VIEW_MANAGER_CALL', 'ipc-internal'],
  ...['request', 'event:appState:changed', 'constructor', '__proto__', 'toString', 'hasOwnProperty'],
  ...['*', '', 'appState:get ', 'APPSTATE:GET', 'appState:get\0'],
]
