import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { contentsOf } from '../support/checks/page-contents.ts'
import { scanForSecrets, type SecretHit } from '../support/checks/secrets.ts'
import { treeOf } from '../support/process/tree.ts'
import { expect, invokeActive, test } from './fixture.ts'
import type { PracticeService } from '../service/start.ts'
import { waitForSessions } from '../support/page-actions.ts'
import { viewOf } from './canaries/processes.ts'
import { crashRenderer, dumpsBelow, inspectRenderer } from './canaries/renderer.ts'
import { report } from './report.ts'
import { IS_FULL } from './scale.ts'

const BRUNO = { email: 'bruno-canary@example.com', password: 'canary-password-81c4e7' }
const WRONG = 'canary-wrong-password-5d20'

// A trace or a screenshot would itself put typed text into the page's memory.
test.use({ trace: 'off', screenshot: 'off' })

test('canaries', async ({ app, page, service, desktop, tolerate }) => {
  test.setTimeout(IS_FULL ? 300_000 : 90_000)
  // The crashes of this test, and their reporter, which needs a clock that a virtual machine lacks.
  tolerate.errors(/The renderer process is gone: crashed/, /:ERROR:file_io_posix/)
  await service.state.addUser({ ...BRUNO, name: 'Bruno', twoFactor: true })
  service.state.addSession(BRUNO.email, { name: 'iPhone' })
  const folder = await mkdtemp(join(tmpdir(), 'session-desk-heap-'))
  const violations: string[] = []
  const codes: string[] = []
  let scanned = 0

  const canaries = (): Record<string, string> => {
    const tokens = new Set(service.requests.flatMap(({ bearer }) => bearer ?? []))
    const named = [...tokens].flatMap((token, index) => [
      [`token ${index + 1}`, token],
      [`secret of token ${index + 1}`, token.split('|')[1] ?? token],
    ])
    return { password: BRUNO.password, 'wrong password': WRONG, ...(Object.fromEntries(named) as object) }
  }
  const say = ({ canary, encoding, where }: SecretHit): string => `${canary} (${encoding}) in ${where}`
  async function scan(when: string, texts: Record<string, string>, dirs: string[] = []): Promise<void> {
    scanned += Object.values(texts).reduce((sum, text) => sum + text.length, 0)
    const hits = await scanForSecrets({ texts, dirs, canaries: canaries() })
    violations.push(...hits.map((hit) => `${when}: ${say(hit)}`))
    for (const [name, text] of Object.entries(texts)) {
      if (name !== 'heap' && codes.some((code) => new RegExp(`\\b${code}\\b`).test(text))) {
        violations.push(`${when}: a code in ${name}`)
      }
    }
  }
  /** The token is never in the renderer; the passwords are not once the sign-in is over. */
  async function inspect(when: string, wholeMemory = IS_FULL): Promise<void> {
    // A token contains its secret.
    const wanted = Object.entries(canaries()).filter(([name]) => !name.startsWith('token'))
    const texts = wholeMemory ? [BRUNO.email, ...wanted.map(([, secret]) => secret)] : []
    const { snapshot, inMemory } = await inspectRenderer(app, page, { folder, texts })
    await scan(when, { heap: snapshot, page: await contentsOf(page) })
    if (!snapshot.includes('app://session-desk/')) violations.push(`${when}: the snapshot is empty`)
    if (inMemory === null) return
    samples++
    const [control, ...found] = inMemory
    if (control === 0) violations.push(`${when}: not even the email was found in the renderer's memory`)
    for (const [index, [name]] of wanted.entries()) {
      const times = found[index] ?? 0
      if (name.includes('password')) remains += times
      else if (times > 0) violations.push(`${when}: ${name} is ${times} times in the renderer's memory`)
    }
  }
  let samples = 0
  let remains = 0

  await enter(page, service, codes)
  await inspect('signed in')
  await page.getByRole('button', { name: 'End iPhone' }).click()
  await page.getByText('Ended iPhone').waitFor()
  await invokeActive(page, 'account:renew')
  for (const fault of [{ kind: 'html' }, { kind: 'status', status: 500 }, { kind: 'wrong-types' }] as const) {
    const remove = service.faults.add({ ...fault, endpoint: 'GET /auth/sessions' })
    await invokeActive(page, 'session:refresh')
    remove()
  }
  const lost = service.faults.add({ kind: 'reset', endpoint: 'POST /auth/refresh' })
  await invokeActive(page, 'account:renew')
  lost()
  await inspect('after renewals and failures', true)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await inspect('signed out')
  await page.getByLabel('Email').fill(BRUNO.email)
  await enter(page, service, codes)
  await inspect('signed in again')

  const views = await viewOf(await treeOf(app.electron.process().pid ?? 0))
  for (const { pid, argv, environment } of views) await scan(`process ${pid}`, { argv, environment })
  const netLog = views.flatMap(({ argv }) => /--log-net-log=([^\0 ]+)/.exec(argv)?.[1] ?? [])[0] ?? ''

  await crashRenderer(app)
  const unasked = await dumpsBelow(desktop.folder)
  violations.push(...unasked.map((dump) => `an unexpected crash dump: ${dump}`))
  // Chromium's crash reporter, which the app never enables. It covers only renderers that start after it.
  await app.inMain(({ crashReporter }) => crashReporter.start({ uploadToServer: false }))
  for (let crash = 0; crash < 2; crash++) await crashRenderer(app)
  await expect.poll(() => dumpsBelow(desktop.folder)).not.toEqual([])
  const dumps = await dumpsBelow(desktop.folder)

  // Chromium writes tokens into the network log of the tests; a packaged app has no such log (packaged-switches.spec.ts).
  const log = { texts: { netLog: await readFile(netLog, 'utf8') }, canaries: canaries() }
  const written = (await scanForSecrets(log)).filter(({ canary }) => !canary.includes('token'))
  violations.push(...written.map(say))
  await scan('while it runs', {}, [desktop.folder])
  await app.quit()
  await scan('after its end', { output: app.output.all.join('\n') }, [desktop.folder])
  await rm(folder, { recursive: true })
  await report(
    {
      part: 'canaries',
      cases: ['disk', 'logs', 'output', 'argv', 'environment', 'heap', 'page', 'crash dump'],
      figures: { canaries: Object.keys(canaries()).length + codes.length, hits: violations.length },
      violations,
    },
    {
      processes: views.length,
      'MB of heap, page, argv, environment, logs': Math.round(scanned / 1e6),
      "looks at the renderer's whole memory": samples,
      'copies of a password there after the sign-in': remains,
      'crash dumps': dumps.length,
    },
  )
})

/** Signs in with single keys, first with a wrong password, then with the code, without Playwright's page scripts. */
async function enter(page: Page, service: PracticeService, codes: string[]): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(BRUNO.email)
  for (const password of [WRONG, BRUNO.password]) {
    await page.getByLabel('Password').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    if (password === WRONG) await page.getByRole('alert').first().waitFor()
  }
  await page.getByLabel('Verification code').focus()
  const code = service.state.codeFor(BRUNO.email)
  codes.push(code)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await waitForSessions(page)
}
