import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { THEMES, type Theme } from '../shared/settings.ts'
import { parseWindowBounds, type WindowState } from './domain/window-bounds.ts'

/** The stored state that the window needs first; `hasSignedInBefore`: the settings contain a server. */
export interface StartupState {
  bounds: WindowState | null
  theme: Theme
  hasSignedInBefore: boolean
}

/** Reads the state before the files are opened and validated; ignores invalid values. */
export function readStartupState(folder: string): StartupState {
  const { theme, server } = (readValue(folder, 'settings') ?? {}) as { theme?: unknown; server?: unknown }
  const { bounds } = (readValue(folder, 'window') ?? {}) as { bounds?: unknown }
  return {
    bounds: parseWindowBounds(bounds),
    theme: THEMES.find((one) => one === theme) ?? 'system',
    hasSignedInBefore: typeof server === 'string' && server !== '',
  }
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
