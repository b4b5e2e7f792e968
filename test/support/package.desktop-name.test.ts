import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8')

/** The name of the app's desktop file, without its ending: on Wayland a window has no other name. */
const NAME = 'session-desk'

it('the app has one name on every Linux desktop', () => {
  expect((JSON.parse(read('package.json')) as { desktopName?: string }).desktopName).toBe(`${NAME}.desktop`)
  const builder = read('electron-builder.yml')
  expect(builder).toContain(`executableName: ${NAME}\n`)
  expect(builder).toContain('syncDesktopName: true\n')
  expect(read('test/tools/package/deb.ts')).toContain(`name: '${NAME}'`)
  expect(read('resources/package/session-desk.desktop.ejs')).toContain('StartupWMClass=<%= name %>\n')
  expect(read('electron/platform/autostart-file.ts')).toContain(`'${NAME}.desktop'`)
})
