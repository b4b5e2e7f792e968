import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'

/** Panels of desktops, dark and light: Xfce, GNOME, KDE Plasma, MATE. */
const PANELS = ['#353535', '#000000', '#2a2e32', '#3c3c3c', '#f6f5f4', '#eff0f1', '#ffffff', '#d6d6d6']
const ICONS = ['tray', 'tray-alert', 'tray-off'].flatMap((name) => [`${name}.png`, `${name}@2x.png`])

const linear = (part: number): number =>
  part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
const light = ([red = 0, green = 0, blue = 0]: number[]): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

it.each(ICONS)('%s shows on dark and light panels, whatever the theme of the app is', (name) => {
  const { data } = PNG.sync.read(
    readFileSync(new URL(`../../../../resources/icons/${name}`, import.meta.url)),
  )
  for (const panel of PANELS) {
    const ground = [1, 3, 5].map((at) => Number.parseInt(panel.slice(at, at + 2), 16))
    let contrasting = 0
    for (let at = 0; at < data.length; at += 4) {
      const opacity = (data[at + 3] ?? 0) / 255
      const painted = ground.map((part, index) => opacity * (data[at + index] ?? 0) + (1 - opacity) * part)
      const [low = 0, high = 0] = [light(painted), light(ground)].sort((a, b) => a - b)
      if ((high + 0.05) / (low + 0.05) >= 3) contrasting++
    }
    expect(contrasting / (data.length / 4), panel).toBeGreaterThan(0.14)
  }
})
