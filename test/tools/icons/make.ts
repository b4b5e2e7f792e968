import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { startDesktop } from '../../support/desktop/desktop.ts'
import { startDisplay } from '../../support/desktop/display.ts'
import { projectRoot } from '../../support/project-root.ts'
import { findRuntime } from '../../support/runtime/find.ts'
import { drawings, BLANK_WINDOW } from './draw.ts'

// Draws every icon in resources/icons from app.svg there, with the Electron of the tests.
const folder = join(projectRoot(), 'resources', 'icons')
const display = await startDisplay()
const desktop = await startDesktop({ display, keyring: 'none' })
const runtime = await findRuntime(projectRoot())
const app = await _electron.launch({
  executablePath: runtime.path,
  args: [BLANK_WINDOW, '--force-device-scale-factor=1'],
  env: desktop.env as Record<string, string>,
})
try {
  const page = await app.firstWindow()
  for (const { file, side, svg } of drawings(await readFile(join(folder, 'app.svg'), 'utf8'))) {
    await page.evaluate(
      ([drawn, size]) => {
        document.body.innerHTML = drawn
        const picture = document.querySelector('svg')
        picture?.setAttribute('width', String(size))
        picture?.setAttribute('height', String(size))
        if (picture) picture.style.display = 'block'
      },
      [svg, side] as const,
    )
    const clip = { x: 0, y: 0, width: side, height: side }
    await writeFile(join(folder, file), await page.screenshot({ clip, omitBackground: true }))
  }
} finally {
  await app.close()
  await desktop.stop()
  await display.stop()
}
