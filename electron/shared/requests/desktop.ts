import { z } from 'zod'
import type { AppState } from '../app-state.ts'
import type { Library } from '../library.ts'
import type { NavigationTarget } from '../navigation.ts'
import type { StartAtLogin } from '../settings.ts'
import { nothing, plain } from './payloads.ts'
import { settingsChange } from '../settings-schemas.ts'
import { viewStateSchema } from '../view-state-schema.ts'
import { typeOf } from './table.ts'

const isNotEmpty = (part: object): boolean => Object.keys(part).length > 0

/** An uncaught error of the page: its name, file, line and column; no message. */
const pageError = z.strictObject({ name: z.string().max(100), at: z.string().max(200) })

/** The app itself: its state and settings, the start, and what a person passes on to support. */
export const desktopRequests = {
  'appState:get': { payload: nothing, answer: typeOf<AppState>() },
  'settings:update': { payload: settingsChange, answer: typeOf<null>() },
  'view:update': {
    // Null is as at a first start. An empty object is refused: what cannot be sent to another process arrives as one.
    payload: z.strictObject({ view: plain.pipe(viewStateSchema).refine(isNotEmpty).nullable() }),
    answer: typeOf<null>(),
  },
  'startAtLogin:get': { payload: nothing, answer: typeOf<StartAtLogin>() },
  'startAtLogin:set': { payload: z.strictObject({ on: z.boolean() }), answer: typeOf<StartAtLogin>() },
  'keyring:retry': { payload: nothing, answer: typeOf<null>() },
  'app:restart': { payload: nothing, answer: typeOf<null>() },
  'page:failed': { payload: pageError, answer: typeOf<null>() },
  'navigation:take': { payload: nothing, answer: typeOf<NavigationTarget | null>() },
  'lostFiles:dismiss': { payload: nothing, answer: typeOf<null>() },
  'lostFiles:openFolder': { payload: nothing, answer: typeOf<null>() },
  'diagnostics:copy': { payload: nothing, answer: typeOf<null>() },
  'diagnostics:openFolder': { payload: nothing, answer: typeOf<null>() },
  'version:copy': { payload: nothing, answer: typeOf<null>() },
  'licenses:get': { payload: nothing, answer: typeOf<Library[]>() },
}
