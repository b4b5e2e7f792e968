import { join } from 'node:path'
import { expect, test } from '../support/fixture.ts'
import { projectRoot } from '../support/project-root.ts'

/** Panels of desktops, dark and light: Xfce, GNOME, KDE Plasma, MATE. */
const PANELS = ['#353535', '#000000', '#2a2e32', '#3c3c3c', '#f6f5f4', '#eff0f1', '#ffffff', '#d6d6d6']
const ICONS = [
  'tray.png',
  'tray-alert.png',
  'tray-off.png',
  'tray@2x.png',
  'tray-alert@2x.png',
  'tray-off@2x.png',
]

test('the icon in the tray shows on dark and light panels, whatever the theme of the app is', async ({
  launch,
}) => {
  const app = await launch()
  await app.window()
  const shares = await app.inMain(
    ({ nativeImage }, { files, panels, least }) => {
      const linear = (part: number): number =>
        part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
      const light = ([red = 0, green = 0, blue = 0]: number[]): number =>
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      return files.map((file) => {
        const pixels = nativeImage.createFromPath(file).toBitmap()
        return panels.map((panel) => {
          const ground = [1, 3, 5].map((at) => Number.parseInt(panel.slice(at, at + 2), 16))
          let contrasting = 0
          for (let at = 0; at < pixels.length; at += 4) {
            // BGRA; the colours are multiplied by the opacity already.
            const rest = 1 - (pixels[at + 3] ?? 0) / 255
            const painted = [2, 1, 0].map(
              (part, index) => (pixels[at + part] ?? 0) + rest * (ground[index] ?? 0),
            )
            const [low, high] = [light(painted), light(ground)].sort((a, b) => a - b)
            if (((high ?? 0) + 0.05) / ((low ?? 0) + 0.05) >= least) contrasting++
          }
          return contrasting / (pixels.length / 4)
        })
      })
    },
    { files: ICONS.map((name) => join(projectRoot(), 'resources', 'icons', name)), panels: PANELS, least: 3 },
  )
  for (const [index, ofPanels] of shares.entries())
    for (const [panel, share] of ofPanels.entries())
      expect(share, `${ICONS[index]} on ${PANELS[panel]}`).toBeGreaterThan(0.14)
})
