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
const INKS = { 'on-light': '#3a3d42', 'on-dark': '#f1f1f2', Template: '#000000' }
const BADGE = { 'on-light': '#c4403b', 'on-dark': '#ff9a94', Template: '#000000' }

/** All icons from one source. Tray icons have no background and fill their square, so that they stay distinct when small. */
export function drawings(source: string): Drawing[] {
  const app = APP_SIDES.map((side) => ({ file: `${side}x${side}.png`, side, svg: source }))
  const tray = (['on-light', 'on-dark', 'Template'] as const).flatMap((ground) =>
    (['plain', 'alert', 'off'] as const).flatMap((mark) =>
      [1, 2].map((scale) => ({
        file: `${nameOf(ground, mark)}${scale === 2 ? '@2x' : ''}.png`,
        side: (ground === 'Template' ? TRAY_SIDE.template : TRAY_SIDE.linux) * scale,
        svg: trayGlyph(INKS[ground], BADGE[ground], mark),
      })),
    ),
  )
  return [...app, ...tray]
}

/** The name must end in `Template` for macOS to colour it itself. */
function nameOf(ground: keyof typeof INKS, mark: Mark): string {
  const marked = mark === 'plain' ? 'tray' : `tray-${mark}`
  return ground === 'Template' ? `${marked}Template` : `${marked}-${ground}`
}

function trayGlyph(ink: string, badge: string, mark: Mark): string {
  const cut = mark === 'plain' ? '' : '<circle cx="19.5" cy="4.5" r="6" fill="#000" />'
  const dot = {
    plain: '',
    alert: `<circle cx="19.5" cy="4.5" r="4.25" fill="${badge}" />`,
    off: `<circle cx="19.5" cy="4.5" r="3.25" fill="none" stroke="${ink}" stroke-width="1.75" />`,
  }[mark]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none">
  <mask id="m"><rect width="24" height="24" fill="#fff" /><rect x="13.5" y="9.5" width="9" height="12.5" rx="2.5" fill="#000" />${cut}</mask>
  <mask id="n"><rect width="24" height="24" fill="#fff" />${cut}</mask>
  <g stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
    <g mask="url(#m)"><rect x="2" y="4" width="17" height="12" rx="2.25" /><path d="M2 21h9" /></g>
    <rect mask="url(#n)" x="15" y="11" width="6.5" height="10" rx="1.75" />
  </g>
  ${dot}
</svg>`
}

/** The path of the small program that shows a drawing. */
export const BLANK_WINDOW = createRequire(import.meta.url).resolve('./blank-window.cjs')
