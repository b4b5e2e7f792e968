import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, THEMES, type Settings, type Theme } from '../shared/settings.ts'
import { parseWindowBounds, type WindowState } from './domain/window-bounds.ts'

/** The stored state that the window and its first page need. `server` is a base URL or empty. */
export interface StartupState {
  bounds: WindowState | null
  theme: Theme
  language: Settings['language']
  server: string
  /** The page that the app will most likely show; `other` is a sign-in that has something to say. */
  screen: 'signIn' | 'sessions' | 'other'
}

/** Reads the state before the files are opened and validated; ignores invalid values. */
export function readStartupState(folder: string): StartupState {
  const { theme, language, server } = readObject(folder, 'settings')
  return {
    bounds: parseWindowBounds(readObject(folder, 'window')['bounds']),
    theme: THEMES.find((one) => one === theme) ?? 'system',
    language: LOCALES.find((one) => one === language) ?? 'auto',
    server: typeof server === 'string' ? server : '',
    screen: findScreen(folder),
  }
}

function findScreen(folder: string): StartupState['screen'] {
  const { accounts, activeAccountId } = readObject(folder, 'accounts')
  const all = Array.isArray(accounts) ? (accounts as ({ id?: unknown; status?: unknown } | null)[]) : []
  const active = all.find((account) => typeof account?.id === 'string' && account.id === activeAccountId)
  if (active) return active.status === 'signedIn' ? 'sessions' : 'other'
  const unconfirmed = readValue(folder, 'unconfirmed')
  return Array.isArray(unconfirmed) && unconfirmed.length > 0 ? 'other' : 'signIn'
}

function readObject(folder: string, name: string): Record<string, unknown> {
  return (readValue(folder, name) ?? {}) as Record<string, unknown>
}

/** Reads the unvalidated value of a file, before the schemas are loaded. */
function readValue(folder: string, name: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as { value?: unknown } | null)
      ?.value
  } catch {
    return null
  }
}
