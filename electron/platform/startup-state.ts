import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { THEMES, type Theme } from '../shared/settings.ts'
import { parseWindowBounds, type WindowState } from './domain/window-bounds.ts'

/** What the window opens with; `isKnown`: somebody has signed in here before. */
export interface StartupState {
  place: WindowState | null
  theme: Theme
  hasSignedInBefore: boolean
}

/** What the window opens with, before the files are opened in earnest; what makes no sense is as good as absent. */
export function readStartupState(folder: string): StartupState {
  const { theme, server } = (valueIn(folder, 'settings') ?? {}) as { theme?: unknown; server?: unknown }
  const { place } = (valueIn(folder, 'window') ?? {}) as { place?: unknown }
  return {
    place: parseWindowBounds(place),
    theme: THEMES.find((one) => one === theme) ?? 'system',
    hasSignedInBefore: typeof server === 'string' && server !== '',
  }
}

/** The value in one of the files, whatever it is: they are read before their shapes are loaded. */
function valueIn(folder: string, name: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as { value?: unknown } | null)
      ?.value
  } catch {
    return null
  }
}
