import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseChoice, SETTINGS, type Theme } from '../../shared/settings.ts'
import { parseFormat, PROFILE_FORMAT } from '../../core/profile-format.ts'
import { parseWindowBounds, parseZoom, type WindowState } from '../domain/window-bounds.ts'

/** The stored state that the window opens with. */
export interface StartupState {
  bounds: WindowState | null
  zoom: number
  theme: Theme
  /** The page that the app will most likely show first. */
  page: 'sessions' | 'sign-in'
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the files in `folder` before the services validate them; ignores invalid values, and other formats. Never throws. */
export function readStartupState(folder: string): StartupState {
  const { bounds, zoom } = readStore(folder, 'window')
  return {
    bounds: parseWindowBounds(bounds),
    zoom: parseZoom(zoom),
    theme: parseChoice(SETTINGS.theme, readStore(folder, 'settings')['theme']),
    page: findPage(readStore(folder, 'accounts')),
  }
}

function findPage({ accounts, activeAccountId }: Fields): StartupState['page'] {
  const all = Array.isArray(accounts) ? accounts.map(fieldsOf) : []
  const active = all.find(({ id }) => typeof id === 'string' && id === activeAccountId)
  return active?.['status'] === 'signedIn' ? 'sessions' : 'sign-in'
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Reads the unvalidated value of a store's file; empty if it cannot be read, or is of another format. */
function readStore(folder: string, name: string): Fields {
  try {
    const [format = '', text = ''] = ['profile', name].map((file) =>
      readFileSync(join(folder, `${file}.json`), 'utf8'),
    )
    const isCurrent = parseFormat(format) === PROFILE_FORMAT.number
    return isCurrent ? fieldsOf(fieldsOf(JSON.parse(text))['value']) : {}
  } catch {
    return {}
  }
}
