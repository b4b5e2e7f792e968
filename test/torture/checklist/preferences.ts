import type { WebPreferences } from 'electron'
import type { TestApp } from '../../support/app.ts'

/** The effective preferences of the app's window, defaults included. */
export function preferencesOf(app: TestApp): Promise<WebPreferences> {
  return app.inMain(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const all = (contents as unknown as { getLastWebPreferences(): WebPreferences }).getLastWebPreferences()
    const { session: _session, ...plain } = all
    return JSON.parse(JSON.stringify(plain)) as WebPreferences
  })
}
