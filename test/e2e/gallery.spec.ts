import { fileURLToPath } from 'node:url'
import { _electron, type Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import { expect, test } from '../support/fixture.ts'
import { BLANK_WINDOW } from '../tools/icons/draw.ts'

const CONFIG = fileURLToPath(new URL('../tools/gallery/vite.config.ts', import.meta.url))
/** All of the gallery fits into it, so that one picture has all parts. */
const SIZE = { width: 1440, height: 1900 }
/** The same fonts and the same Chromium draw the same; another system may round the edge of a letter differently. */
const TOLERANCE = { maxDiffPixels: 10, threshold: 0.1, animations: 'disabled' } as const

let server: ViteDevServer

test.beforeAll(async () => {
  server = await createServer({ configFile: CONFIG, logLevel: 'error', server: { open: false, port: 0 } })
  await server.listen()
})

test.afterAll(() => server.close())

test('every part of the window’s kit looks as it did, in both themes and all languages', async ({
  runtime,
  desktop,
}) => {
  const app = await _electron.launch({
    executablePath: runtime.path,
    args: [BLANK_WINDOW, '--force-device-scale-factor=1', ...desktop.switches],
    env: desktop.env as Record<string, string>,
  })
  try {
    const page = await app.firstWindow()
    await page.setViewportSize(SIZE)
    for (const [index, language] of LANGUAGES.entries()) {
      // A language changes lengths and a theme colours: the first is drawn in both themes, each other in one.
      for (const theme of [...(index === 0 ? ['light'] : []), index % 2 ? 'light' : 'dark']) {
        await open(page, `?language=${language}&theme=${theme}`)
        const main = page.getByRole('main')
        expect(await main.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
        await expect(page).toHaveScreenshot(`${language}-${theme}.png`, TOLERANCE)
      }
    }
    for (const name of ['dialog', 'confirm', 'harmless']) {
      await page.locator(`[data-opens=${name}]`).click()
      const dialog = page.getByRole(name === 'dialog' ? 'dialog' : 'alertdialog')
      await expect(dialog).toHaveScreenshot(`${name}.png`, TOLERANCE)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  } finally {
    await app.close()
  }
})

async function open(page: Page, query: string): Promise<void> {
  const { port } = server.httpServer?.address() as { port: number }
  await page.goto(`http://localhost:${port}/test/tools/gallery/index.html${query}`)
  // The last part, and the strength of the passwords.
  await page.locator('#side-panel aside').waitFor()
  await page.locator('[id=weak]').filter({ hasNotText: '8' }).waitFor()
}
