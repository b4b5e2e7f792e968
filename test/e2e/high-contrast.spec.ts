import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '../support/app.ts'
import { violations } from '../support/checks/axe.ts'
import { changedIn, inkIn, partOf, picture, type Part } from '../support/checks/contrast.ts'
import { expect, test } from '../support/shared-app.ts'
import { inDock, ANA, openSessions, refresh } from '../support/page-actions.ts'

test.use({ ana: {} })
test.beforeEach(async ({ service }) => {
  service.state.addSession(ANA.email, { name: 'iPhone 15', lastUsedAt: Date.now() - 3_600_000 })
  service.state.addSession(ANA.email, { name: 'Old tablet', lastUsedAt: null })
  const longAgo = Date.now() - 100 * 86_400_000
  service.state.addSession(ANA.email, { name: 'Kiosk', createdAt: longAgo, lastUsedAt: longAgo })
})

/** The visible parts of an element in forced colours, by its painted pixels. */
function createInspector(app: TestApp, page: Page) {
  const way = ({ width, height }: Part): number => 2 * (width + height)

  return {
    /** A line goes around most of each element. */
    async framed(...elements: Locator[]): Promise<void> {
      for (const element of elements) {
        await element.scrollIntoViewIfNeeded()
        // The layout may not be painted yet, or may still move.
        await expect
          .poll(
            async () => {
              const part = await partOf(element)
              const [ink = 0] = await inkIn(app, page, [{ ...part, ring: 2 }])
              return ink / way(part)
            },
            { message: `the frame of ${element.toString()}` },
          )
          .toBeGreaterThan(0.7)
      }
    },
    /** Keyboard focus is visible around the element or in it. */
    async focusable(...elements: Locator[]): Promise<void> {
      for (const element of elements) {
        await element.scrollIntoViewIfNeeded()
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        const before = await picture(page)
        await page.keyboard.press('Shift')
        await element.focus()
        const part = await partOf(element, 6)
        const changed = await changedIn(app, before, await picture(page), part)
        expect(changed, `the focus of ${element.toString()}`).toBeGreaterThan(0.7 * way(part))
      }
    },
    /** The action changes at least so many pixels. */
    async changes(element: Locator, atLeast: number, work: () => Promise<unknown>): Promise<void> {
      await element.scrollIntoViewIfNeeded()
      const part = await partOf(element)
      const before = await picture(page)
      await work()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const changed = await changedIn(app, before, await picture(page), part)
      expect(changed, `the state of ${element.toString()}`).toBeGreaterThan(atLeast)
    },
    /** Every icon stands out from the background. */
    async icons(least: number): Promise<void> {
      // A strip below the page may come or go between the look and the picture.
      await expect(async () => {
        const parts = await page.locator('svg:visible').evaluateAll((icons) =>
          icons.flatMap((icon) => {
            const { x, y, width, height } = icon.getBoundingClientRect()
            // What is scrolled out of its page may lie behind a strip below that.
            const isThere = (at: number): boolean =>
              document.elementFromPoint(x + width / 2, at)?.contains(icon) === true ||
              icon.contains(document.elementFromPoint(x + width / 2, at))
            return [y + 1, y + height - 1].every(isThere) ? [{ x, y, width, height }] : []
          }),
        )
        const ink = await inkIn(app, page, parts)
        expect(ink.length).toBeGreaterThanOrEqual(least)
        expect(ink.filter((animation) => animation < 8)).toEqual([])
      }).toPass()
    },
  }
}

test('in forced colours, light and dark, every control is visible', async ({ app, page, service }) => {
  // It looks at each control on every page.
  test.slow()
  const { framed, focusable, changes, icons } = createInspector(app, page)
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true })
  // The styles of both are the same, and name colours of the system; the list is looked at in both.
  async function inForced(colorScheme: 'light' | 'dark', look: () => Promise<unknown>): Promise<void> {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', colorScheme })
    await test.step(colorScheme, look)
  }

  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await inForced('light', async () => {
    await framed(page.getByLabel('Email'), button('Sign in'))
    await focusable(page.getByLabel('Email'), button('Sign in'), button('Forgot password?'))
  })

  await openSessions(page, ANA)
  service.state.addSession(ANA.email, { name: 'Stranger', lastUsedAt: Date.now() })
  await button('Refresh').click()
  const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(name) })
  await expect(row('Stranger')).toContainText('New')
  const check = page.getByRole('checkbox', { name: 'Select Old tablet' })
  const lookAtList = async (): Promise<void> => {
    await icons(15)
    await framed(
      button('End all others'),
      button('End iPhone 15'),
      page.getByRole('table').getByText('This device'),
      page.getByText('New', { exact: true }).locator('..'),
      page.getByLabel('Search sessions'),
      check,
    )
    await focusable(link('Sessions'), link('Settings'), button('Refresh'), button('End iPhone 15'))
    await changes(row('Old tablet'), 1_000, () => check.click())
    await focusable(row('Old tablet'), check)
    expect(await violations(page), 'sessions').toEqual([])
  }
  await inForced('light', lookAtList)
  await inForced('dark', lookAtList)

  await inForced('light', async () => {
    const chip = page.getByRole('button', { name: '1 unused for 90 days' })
    await chip.click()
    const text = await partOf(chip.getByText('unused'))
    const [ink = 0] = await inkIn(app, page, [text])
    // The rest of it is the text, in the colour of the page.
    expect(ink / (text.width * text.height), 'the ground of a chip that is on').toBeGreaterThan(0.5)
    await chip.click()
    await page.getByRole('button', { name: 'Days without use' }).focus()
    await page.keyboard.press('Enter')
    await framed(page.getByRole('menu'))
    await page.keyboard.press('ArrowDown')
    await framed(page.locator('[role=menuitemradio][data-highlighted]'))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('ArrowDown')
    await framed(page.getByRole('dialog'), page.locator('[role=option][data-highlighted]'))
    await page.keyboard.press('Escape')
  })

  await check.click()
  await button('End selected').focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  const end = question.getByRole('button', { name: 'End 1 session' })
  await inForced('dark', async () => {
    await framed(question, question.getByRole('button', { name: 'Cancel' }), end)
    await focusable(end)
  })
  await end.click()
  await framed(inDock(page, 'Undo'))
  await inDock(page, 'Undo').click()

  await link('Settings').click()
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  const notifications = page.getByRole('switch', { name: 'Show notifications' })
  const english = page.getByRole('radio', { name: 'English' })
  await inForced('dark', async () => {
    await icons(10)
    await changes(link('Sessions'), 100, () => link('Sessions').click())
    await link('Settings').click()
    await framed(notifications)
    await changes(notifications, 150, () => notifications.click())
    await focusable(notifications)
    const [off = 0] = await inkIn(app, page, [await partOf(notifications)])
    await notifications.click()
    const [on = 0] = await inkIn(app, page, [await partOf(notifications)])
    expect(on, 'what is on is filled').toBeGreaterThan(off + 100)
    await page.getByRole('radio', { name: /^Automatic/ }).click()
    await changes(english, 30, () => english.click())
    await focusable(english)
    expect(await violations(page), 'settings').toEqual([])
  })
})

/** Records, at every frame from now on, animations that are longer than an instant. */
function watchMotion(page: Page): Promise<void> {
  return page.evaluate(() => {
    const moved = ((window as { moved?: string[] }).moved = [] as string[])
    const check = (): void => {
      // The watch that follows this one goes on.
      if ((window as { moved?: string[] }).moved !== moved) return
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? {}
        if (typeof duration === 'number' && duration > 1) moved.push(animation.constructor.name)
      }
      requestAnimationFrame(check)
    }
    check()
  })
}

test('with motion allowed something animates, with motion reduced nothing', async ({ page, service }) => {
  service.faults.add({ kind: 'delay', ms: 400, endpoint: 'GET /auth/sessions' })
  await openSessions(page, ANA)
  for (const [reducedMotion, kinds] of [
    ['no-preference', ['CSSAnimation', 'CSSTransition']],
    ['reduce', []],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await watchMotion(page)
    await refresh(page)
    await page.getByRole('button', { name: 'Days without use' }).click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'End Old tablet' }).click()
    await inDock(page, 'Undo').click()
    await page.getByRole('button', { name: 'Old tablet', exact: true }).click()
    await page.getByRole('complementary', { name: 'Details' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Settings' }).click()
    const notifications = page.getByRole('switch', { name: 'Show notifications' })
    const isOn = await notifications.isChecked()
    await notifications.click()
    await expect(notifications).toBeChecked({ checked: !isOn })
    const moved = await page.evaluate(() => (window as { moved?: string[] }).moved ?? [])
    expect([...new Set(moved)].sort(), reducedMotion).toEqual(kinds)
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  }
})
