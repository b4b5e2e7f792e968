import { createRequire } from 'node:module'

/** One icon to draw: its file name in resources/icons, its size in pixels and its SVG. */
export interface Drawing {
  file: string
  side: number
  svg: string
}

/** The state of the tray icon: normal, a new alert, or disconnected. */
export type Mark = 'plain' | 'alert' | 'off'

const APP_SIDES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const TRAY_SIDE = { linux: 24, template: 18 }
/** The inks of a glyph; one with an outline shows on light panels by that, and on dark ones by its lines. */
const INKS = {
  outlined: { lines: '#ffffff', badge: '#ff6b63', outline: '#26282c' },
  Template: { lines: '#000000', badge: '#000000', outline: null },
}

/** All icons from one source. Tray icons have no background and fill their square, so that they stay distinct when small. */
export function drawings(source: string): Drawing[] {
  const app = APP_SIDES.map((side) => ({ file: `${side}x${side}.png`, side, svg: source }))
  const tray = (['outlined', 'Template'] as const).flatMap((ground) =>
    (['plain', 'alert', 'off'] as const).flatMap((mark) =>
      [1, 2].map((scale) => ({
        file: `${nameOf(ground, mark)}${scale === 2 ? '@2x' : ''}.png`,
        side: (ground === 'Template' ? TRAY_SIDE.template : TRAY_SIDE.linux) * scale,
        svg: trayGlyph(ground, mark),
      })),
    ),
  )
  return [...app, ...tray]
}

/** The name must end in `Template` for macOS to colour it itself. */
function nameOf(ground: keyof typeof INKS, mark: Mark): string {
  const marked = mark === 'plain' ? 'tray' : `tray-${mark}`
  return ground === 'Template' ? `${marked}Template` : marked
}

function trayGlyph(ground: keyof typeof INKS, mark: Mark): string {
  const { lines, badge, outline } = INKS[ground]
  const cut = mark === 'plain' ? '' : '<circle cx="19" cy="5" r="6.25" fill="#000" />'
  const glyph = (ink: string, width: number): string => `
  <g stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">
    <g mask="url(#m)"><rect x="3" y="5" width="15" height="11" rx="2" /><path d="M3 21h8" /></g>
    <rect mask="url(#n)" x="15" y="11" width="6" height="10" rx="1.75" />
  </g>`
  const dot = {
    plain: () => '',
    alert: (ink: string, more: number) => `<circle cx="19" cy="5" r="${3.75 + more}" fill="${ink}" />`,
    off: (ink: string, more: number) =>
      `<circle cx="19" cy="5" r="3.25" stroke="${ink}" stroke-width="${1.75 + 2 * more}" />`,
  }[mark]
  const under = outline === null ? '' : glyph(outline, 4) + dot(outline, 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none">
  <mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="24" height="24"><rect width="24" height="24" fill="#fff" /><rect x="13" y="9" width="10" height="14" rx="2.5" fill="#000" />${cut}</mask>
  <mask id="n" maskUnits="userSpaceOnUse" x="0" y="0" width="24" height="24"><rect width="24" height="24" fill="#fff" />${cut}</mask>${under}${glyph(lines, 2)}
  ${dot(mark === 'alert' ? badge : lines, 0)}
</svg>`
}

/** The path of the small program that shows a drawing. */
export const BLANK_WINDOW = createRequire(import.meta.url).resolve('./blank-window.cjs')
