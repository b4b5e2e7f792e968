import { PAGES, type PageName } from './pages.ts'

/** The command of a shortcut; the name of a page opens it. */
export type Command = PageName | 'search' | 'refresh' | 'undo' | 'palette' | 'overview'

/** A key combination. `mod` is Ctrl, or Cmd on macOS. A `typed` one edits text, so it does nothing in text fields. */
export interface Chord {
  key: string
  mod: boolean
  typed: boolean
}

/** A command with its chords; the first one is shown where there is room for one. */
export interface Shortcut {
  command: Command
  group: 'pages' | 'list' | 'window'
  chords: readonly Chord[]
}

/** The element id of the search field. */
export const SEARCH_FIELD = 'session-search'

/** The relevant properties of a key press. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'
>

const mod = (key: string): Chord => ({ key, mod: true, typed: false })

/** The shortcuts of the window. The menu handles zooming and editing, and `app/keyboard/commands.ts` F6 and F8. */
export const SHORTCUTS: readonly Shortcut[] = [
  ...PAGES.map(({ name }, index) => ({
    command: name,
    group: 'pages' as const,
    // As in other apps.
    chords: [mod(String(index + 1)), ...(name === 'settings' ? [mod(',')] : [])],
  })),
  { command: 'search', group: 'list', chords: [mod('f')] },
  { command: 'refresh', group: 'list', chords: [mod('r'), { key: 'F5', mod: false, typed: false }] },
  { command: 'undo', group: 'list', chords: [{ ...mod('z'), typed: true }] },
  { command: 'palette', group: 'window', chords: [mod('k')] },
  {
    command: 'overview',
    group: 'window',
    chords: [mod('/'), { key: 'F1', mod: false, typed: false }, { key: '?', mod: false, typed: true }],
  },
]

/** Whether keys are named as on macOS. */
export const onMac = (): boolean => navigator.userAgent.includes('Macintosh')

/** The command of a key press, or null. */
export function commandOf(press: KeyPress, isMac = onMac()): Command | null {
  const found = SHORTCUTS.find(({ chords }) =>
    chords.some((chord) => isPressed(chord, press, isMac) && !(chord.typed && isTextField(press.target))),
  )
  return found?.command ?? null
}

/** The names of a chord's keys, such as `Ctrl` and `K`. */
export function keysOf(chord: Pick<Chord, 'key' | 'mod'>, isMac = onMac()): string[] {
  const key = chord.key.length === 1 ? chord.key.toUpperCase() : chord.key
  return chord.mod ? [isMac ? '⌘' : 'Ctrl', key] : [key]
}

/** The attributes that show a command's shortcut on its button or link. */
export function shortcutAttributes(command: Command, isMac = onMac()) {
  const chords = chordsOf(command)
  const aria = chords.map((chord) =>
    chord.mod ? `${isMac ? 'Meta' : 'Control'}+${chord.key.toUpperCase()}` : chord.key,
  )
  return { title: hintOf(command, isMac), 'aria-keyshortcuts': aria.join(' ') }
}

/** A command's first chord as text, such as `Ctrl+K` or `⌘K`. */
export function hintOf(command: Command, isMac = onMac()): string {
  return chordsOf(command)
    .slice(0, 1)
    .map((chord) => keysOf(chord, isMac).join(isMac ? '' : '+'))
    .join('')
}

/** The chords of a command. */
export function chordsOf(command: Command): readonly Chord[] {
  return SHORTCUTS.find((shortcut) => shortcut.command === command)?.chords ?? []
}

function isPressed({ key, mod: needsMod }: Chord, press: KeyPress, isMac: boolean): boolean {
  const [held, other] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (held !== needsMod || other || press.altKey) return false
  // Symbols need Shift on some keyboard layouts.
  if (/^\W$/.test(key)) return press.key === key
  return !press.shiftKey && (press.key.toLowerCase() === key.toLowerCase() || isPhysicalKey(key, press))
}

/** Matches the physical key: of digits that need Shift, as in French, and of letters in another script. */
function isPhysicalKey(key: string, press: KeyPress): boolean {
  if (/^\d$/.test(key)) return press.code === `Digit${key}`
  return press.key > '~' && press.code === `Key${key.toUpperCase()}`
}

/** Whether a key press types into a text field. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable]')
  )
}

/** Whether a dialog, a sheet, a menu or a list of options is open; it handles the keys itself. */
export function isOverlayOpen(): boolean {
  const overlays = '[role=dialog], [role=alertdialog], [data-sheet], [role=menu], [role=listbox]'
  return document.querySelector(overlays) !== null
}
