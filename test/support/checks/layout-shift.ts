import type { Page } from '@playwright/test'

/** Records what moves in the page from now on, also right after a click or a key. */
export function recordShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
    const shifts: string[] = []
    const placeOf = ({ x, y, width }: DOMRectReadOnly): string => `${x},${y} (${width} wide)`
    const take = (entries: PerformanceEntryList): void => {
      for (const { sources } of entries as Shift[])
        for (const { node, previousRect, currentRect } of sources) {
          const text = node?.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40) ?? ''
          shifts.push(`${node?.nodeName} "${text}": ${placeOf(previousRect)} to ${placeOf(currentRect)}`)
        }
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    Object.assign(globalThis, {
      endShifts: () => {
        take(observer.takeRecords())
        observer.disconnect()
        return shifts
      },
    })
  })
}

/** What has moved since `recordShifts`; without a shift it is empty. */
export async function recordedShifts(page: Page): Promise<string[]> {
  await settled(page)
  return page.evaluate(() => (globalThis as unknown as { endShifts: () => string[] }).endShifts())
}

/** Waits until what was caused is loaded and painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  })
}

/** What moved while `act` ran, also right after a click or a key; without a shift it is empty. */
export async function shiftsIn(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  await settled(page)
  await recordShifts(page)
  await act()
  return recordedShifts(page)
}
