import { readdir, readFile } from 'node:fs/promises'
import { scanForSecrets } from '../support/checks/secrets.ts'
import { expect, test } from '../support/fixture.ts'
import { ANA, openSessions } from '../support/page-actions.ts'

const TOKEN = 'canary-recovery-5f1e77'
const LINK = `session-desk://reset?token=${TOKEN}&email=bia%40example.com`

/** The command lines of every process on this computer except `main`, which got the link from the system. */
async function commandLines(main: number): Promise<string> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== main)
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return lines.join('\n')
}

test.use({ ana: {} })
test('a link at the start fills in the form and sends nothing, and a restart does not pass its token on', async ({
  launch,
  service,
  profile,
}) => {
  const app = await launch(`${LINK}&server=https%3A%2F%2Fevil.example`, '--after=it')
  const page = await app.window()
  await page.getByRole('heading', { name: 'Reset password' }).waitFor()
  await expect(page.getByLabel('Recovery token')).toHaveValue(TOKEN)
  await expect(page.getByLabel('Email')).toHaveValue('bia@example.com')
  await expect(page.getByLabel('Server address')).toHaveValue(service.baseUrl)
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await expect(page.getByText('evil')).toHaveCount(0)
  expect(service.requests).toEqual([])
  if (process.platform === 'linux')
    expect(await commandLines(app.electron.process().pid ?? 0)).not.toContain(TOKEN)
  const restarts = await app.inMain(async ({ app: main, BrowserWindow }) => {
    const given: string[][] = []
    main.relaunch = (options) => void given.push(options?.args ?? ['everything'])
    const quit = main.quit
    main.quit = () => undefined
    await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      "window.sessionDesk.invoke('app:restart', null)",
    )
    main.quit = quit
    return given.map((args) => args.join(' '))
  })
  expect(restarts).toEqual([expect.stringContaining('--user-data-dir')])
  expect(restarts.join()).not.toContain(TOKEN)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect(page.getByLabel('Email')).toHaveValue('bia@example.com')
  await app.quit()
  expect(service.requests).toEqual([])
  const texts = { output: app.output.all.join('\n') }
  expect(await scanForSecrets({ dirs: [profile], texts, canaries: { token: TOKEN } })).toEqual([])
})

test('a second start brings the window of the first to the front with its link or page, and says that a link is damaged', async ({
  app,
  page,
  service,
}) => {
  expect((await app.startAgain('session-desk://reset')).code).toBe(0)
  expect(await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  await expect(page.getByText(/^This link is damaged\. Fill in what is missing/)).toBeVisible()
  expect(await app.inMain(({ app: main }) => main.isDefaultProtocolClient('session-desk'))).toBe(false)
  await app.inMain(({ app: main }, link) => {
    main.emit('open-url', { preventDefault: () => undefined }, link)
  }, LINK)
  await expect(page.getByLabel('Recovery token')).toHaveValue(TOKEN)
  expect(service.requests).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()

  await openSessions(page, ANA)
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await app.startAgain('--page=review')
  await page.getByRole('heading', { name: 'Review', exact: true }).waitFor()
  await expect
    .poll(() => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized()))
    .toBe(false)
  await app.startAgain(LINK)
  await expect(page.getByLabel('Recovery token')).toHaveValue(TOKEN)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('heading', { name: 'Review', exact: true }).waitFor()
  expect(service.requests.filter(({ endpoint }) => endpoint.includes('password'))).toEqual([])
})
