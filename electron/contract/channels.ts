import type { EventName } from './events.ts'
import type { RequestName } from './requests.ts'

/** The request channels, as the preload offers them; a name missing here does not compile. */
export const REQUEST_NAMES = Object.keys({
  'desk:get': 0,
  'settings:update': 0,
  'startAtLogin:get': 0,
  'startAtLogin:set': 0,
  'keyring:retry': 0,
  'app:restart': 0,
  'account:signIn': 0,
  'account:register': 0,
  'account:connect': 0,
  'account:verify': 0,
  'account:abandon': 0,
  'account:show': 0,
  'account:renew': 0,
  'account:signOut': 0,
  'account:signOutEverywhere': 0,
  'password:change': 0,
  'password:findOut': 0,
  'password:dismiss': 0,
  'profile:refresh': 0,
  'profile:update': 0,
  'password:forgot': 0,
  'password:reset': 0,
  'link:take': 0,
  'session:list': 0,
  'session:refresh': 0,
  'session:revoke': 0,
  'session:keepLeftBehind': 0,
  'session:undo': 0,
  'alert:itWasMe': 0,
  'alert:allMine': 0,
  'activity:get': 0,
  'activity:export': 0,
  'activity:clear': 0,
  'diagnostics:copy': 0,
  'diagnostics:openFolder': 0,
} satisfies Record<RequestName, 0>) as readonly RequestName[]

/** The event channels, as the preload offers them. */
export const EVENT_NAMES = Object.keys({
  'desk:changed': 0,
  'sessions:changed': 0,
  'session:settled': 0,
  'link:arrived': 0,
  'activity:changed': 0,
} satisfies Record<EventName, 0>) as readonly EventName[]
