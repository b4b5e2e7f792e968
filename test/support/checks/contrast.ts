import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '../app.ts'

/** A part of the window, CSS px. `ring` limits it to that distance from its inner edge. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
  ring?: number
}

/** WCAG's minimum contrast of non-text elements. */
const LEAST = 3

/** Takes a screenshot of the window, with the pointer out of the way. */
export async function picture(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0)
  return page.screenshot({ scale: 'css', caret: 'hide' })
}

/** The bounds of an element, with a margin of `around`. */
export async function partOf(element: Locator, around = 0): Promise<Part> {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element.toString()} cannot be seen`)
  return {
    x: box.x - around,
    y: box.y - around,
    width: box.width + 2 * around,
    height: box.height + 2 * around,
  }
}

/** The number of painted pixels in each part that contrast with the page's background. */
export async function inkIn(app: TestApp, page: Page, parts: readonly Part[]): Promise<number[]> {
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [red = 0, green = 0, blue = 0] = ground.match(/\d+/g)?.map(Number) ?? []
  return count(app, [await picture(page)], parts, [red, green, blue])
}

/** The number of pixels in a part that clearly differ between two screenshots. */
export async function changedIn(app: TestApp, before: Buffer, after: Buffer, part: Part): Promise<number> {
  const [changed = 0] = await count(app, [before, after], [part], [0, 0, 0])
  return changed
}

function count(
  app: TestApp,
  shots: readonly Buffer[],
  parts: readonly Part[],
  ground: [number, number, number],
): Promise<number[]> {
  const task = { shots: shots.map((shot) => shot.toString('base64')), parts, ground, least: LEAST }
  return app.inMain(({ nativeImage }, { shots: coded, parts: wanted, ground: under, least }) => {
    const images = coded.map((shot) => nativeImage.createFromBuffer(Buffer.from(shot, 'base64')))
    const size = images[0]!.getSize()
    const pixels = images.map((image) => image.toBitmap())
    const linear = (part: number): number =>
      part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
    const light = (red: number, green: number, blue: number): number =>
      0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    // A bitmap is blue, green, red, alpha.
    const lightAt = (bitmap: Buffer, at: number): number =>
      light(bitmap[at + 2]!, bitmap[at + 1]!, bitmap[at]!)
    const groundLight = light(...under)
    return wanted.map(({ x, y, width, height, ring = Infinity }) => {
      const [left, top] = [Math.round(x), Math.round(y)]
      const [right, bottom] = [Math.round(x + width), Math.round(y + height)]
      let contrasting = 0
      for (let row = Math.max(0, top); row < Math.min(bottom, size.height); row++)
        for (let column = Math.max(0, left); column < Math.min(right, size.width); column++) {
          const inside = Math.min(row - top, bottom - 1 - row, column - left, right - 1 - column)
          if (inside >= ring) continue
          const at = (row * size.width + column) * 4
          const first = lightAt(pixels[0]!, at)
          const second = pixels[1] ? lightAt(pixels[1], at) : groundLight
          const contrast = (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
          if (contrast >= least) contrasting++
        }
      return contrasting
    })
  }, task)
}
