import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { datesIn } from '../../electron/shared/dates.ts'
import { LANGUAGES } from '../../electron/shared/languages.ts'
import { startReading } from '../support/checks/reading.ts'
import { ANA, rows, setLanguage } from '../support/page-actions.ts'
import { projectRoot } from '../support/project-root.ts'
import { expect, test } from '../support/shared-app.ts'

// Two tasks by keyboard alone, read as a screen reader reads them: what has the focus after each key, and what is announced. A
// change of what is heard is a change of a script: read it aloud.

const DAY_MS = 86_400_000
const SCRIPTS = join(projectRoot(), 'test/fixtures/reading')

/** Writes down what is read at each step of a task. */
async function startScript(page: Page, language: string) {
  const reader = await startReading(page)
  const lines: string[] = []
  // The date is another one each day, and the computer has another name elsewhere.
  const general = (line: string): string =>
    line
      .replaceAll(datesIn(language, 'UTC', Date.now()).day(Date.now()), 'TODAY')
      .replaceAll(` ${hostname()},`, ' HOST,')
      .replaceAll(/(just now|agora mesmo|ahora mismo|\p{L}* ?1 minuto?e?( ago)?), [^()]*?UTC/gu, 'NOW')
  return {
    lines,
    /** Does something; the focus then is where `settled` waits for it, and so many texts were announced. */
    async step(title: string, act: () => Promise<unknown>, settled: () => Promise<unknown>, texts = 0) {
      await act()
      await settled()
      const announced = await reader.announced(texts)
      const read = await reader.focused()
      lines.push(`> ${title}`, ...read.map(general), ...announced.map((text) => `! ${general(text)}`))
      expect(await reader.repetitions(), `repeated after: ${title}`).toEqual([])
    },
    title: (text: string) => void lines.push(...(lines.length > 0 ? [''] : []), `# ${text}`),
  }
}

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ ana: { locale: language === 'pt-BR' ? 'pt_BR' : language, timezone: 'UTC' } })

    test('is read sensibly while a strange device is found and ended, and during a review', async ({
      page,
      service,
    }) => {
      const used = { createdAt: Date.now() - 100 * DAY_MS }
      service.state.addSession(ANA.email, {
        ...used,
        name: 'Nokia 3310',
        lastUsedAt: Date.now() - 3 * DAY_MS,
      })
      service.state.addSession(ANA.email, {
        ...used,
        name: 'Firefox on Ubuntu',
        lastUsedAt: Date.now() - 2 * DAY_MS,
      })
      service.state.addSession(ANA.email, { ...used, name: 'Kitchen radio', lastUsedAt: null })
      // So that it is heard that the list is loading.
      service.faults.add({ kind: 'delay', ms: 500, endpoint: 'GET /auth/sessions', calls: { first: 1 } })
      await setLanguage(page, language)
      const focused = (selector: string) => () => expect(page.locator(selector)).toBeFocused()
      const key = (name: string) => () => page.keyboard.press(name)
      const row = (name: string) => () => expect(rows(page).filter({ hasText: name })).toBeFocused()
      const { lines, step, title } = await startScript(page, language)

      title('Sign in, find a device that is not yours and end it')
      const fields = page.locator('form input')
      await step(
        'The sign-in',
        () => fields.nth(1).focus(),
        () => expect(fields.nth(1)).toBeFocused(),
      )
      await page.keyboard.type(ANA.email)
      await step('Tab', key('Tab'), focused('input[type=password]'))
      await page.keyboard.type(ANA.password)
      await step('Enter', key('Enter'), focused('h1'), 2)
      await page.locator('table:not([inert]) [data-revoke]').first().waitFor()
      await step('Ctrl+F', key('Control+f'), focused('[type=search]'))
      await step('Down', key('ArrowDown'), row('Session Desk'))
      await step('Down', key('ArrowDown'), row('Firefox'))
      await step('Down', key('ArrowDown'), row('Nokia'))
      await step('Delete', key('Delete'), row('Nokia'), 1)
      await step('Ctrl+Z', key('Control+z'), row('Nokia'), 1)
      await step('Right', key('ArrowRight'), focused('tr:focus-within input'))
      await step('Right', key('ArrowRight'), focused('tr:focus-within th button'))
      await step('Right', key('ArrowRight'), focused('tr:focus-within [data-revoke]'))
      await step('Enter', key('Enter'), focused('tr:focus-within [aria-disabled=true]'), 1)
      await step('The service confirms it', async () => {}, row('Kitchen'), 1)

      title('Review who is signed in')
      const buttons = page.locator('main button')
      await step(
        'Review…',
        () => buttons.first().focus(),
        () => expect(buttons.first()).toBeFocused(),
      )
      await step('Enter', key('Enter'), row('Firefox'))
      await step('X', key('x'), row('Kitchen'), 1)
      await step('Right', key('ArrowRight'), focused('tr:focus-within input[type=checkbox]'))
      await step('Right', key('ArrowRight'), focused('tr:focus-within th button'))
      await step('Right', key('ArrowRight'), focused('tr:focus-within input[value=mine]'))
      await step('Space', key('Space'), focused('tr:focus-within input[value=mine]'), 1)
      const finish = page.locator('#dock button').last()
      await step(
        'Finish review',
        () => finish.focus(),
        () => expect(finish).toBeFocused(),
      )
      await step('Enter', key('Enter'), focused('[role=alertdialog] button >> nth=0'))
      const confirm = page.locator('[role=alertdialog] button').last()
      await step('Tab', key('Tab'), () => expect(confirm).toBeFocused())
      await step('Enter', key('Enter'), focused('h1'), 2)
      await step('The service confirms it', async () => {}, focused('h1'), 1)
      await step('Tab', key('Tab'), () => expect(buttons.first()).toBeFocused())
      await step('Tab', key('Tab'), () => expect(buttons.nth(1)).toBeFocused())

      const path = join(SCRIPTS, `${language}.txt`)
      expect(`${lines.join('\n')}\n`).toBe(readFileSync(path, 'utf8'))
    })
  })
}
