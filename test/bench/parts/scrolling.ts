import type { Page } from '@playwright/test'
import type { BenchHarness } from '../bench-harness.ts'
import type { Figure } from '../figure.ts'
import { median, percentile } from '../statistics.ts'

const FRAMES = 240

/** The frames of scrolling a page; the control is the bare window with a thousand plain lines, the limit of this computer. */
export async function measureScrolling(harness: BenchHarness, name: string, page: Page): Promise<Figure[]> {
  const frames = await page.evaluate(scrolled, FRAMES)
  const plain = await harness.withApp('bare', async (bare) => {
    await bare.evaluate(fillPlain)
    return bare.evaluate(scrolled, FRAMES)
  })
  const what = `${name}a frame of scrolling`
  const p95 = (times: readonly number[]): number => percentile(times, 0.95)
  return [
    { what: `${what}, p95`, value: p95(frames), control: p95(plain), unit: 'ms', budget: 32 },
    { what: `${what}, median`, value: median(frames), control: median(plain), unit: 'ms' },
  ]
}

// These functions run in the page: they may use nothing from this file.

/** Adds a thousand plain lines to a page, which then scrolls. */
function fillPlain(): void {
  const main = document.createElement('main')
  main.style.cssText = 'height: 600px; overflow-y: auto'
  for (let line = 0; line < 1_000; line++) {
    const plain = document.createElement('div')
    plain.style.height = '52px'
    plain.textContent = `Line ${line}`
    main.append(plain)
  }
  document.body.append(main)
}

/** Scrolls 120 px a frame: the ms of each frame. */
async function scrolled(frames: number): Promise<number[]> {
  const main = document.querySelector('main')!
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  main.scrollTo(0, 0)
  await frame()
  const times: number[] = []
  let last = await frame()
  let step = 120
  for (let count = 0; count < frames; count++) {
    const before = main.scrollTop
    main.scrollTop += step
    // At the end of a short list: scroll back.
    if (main.scrollTop === before) step = -step
    const now = await frame()
    times.push(now - last)
    last = now
  }
  main.scrollTo(0, 0)
  return times
}
