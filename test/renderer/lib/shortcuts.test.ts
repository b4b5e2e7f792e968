import { describe, expect, it } from 'vitest'
import { PAGES } from '../../../renderer/lib/pages.ts'
import {
  commandOf,
  hintOf,
  keysOf,
  SHORTCUTS,
  shortcutAttributes,
  type KeyPress,
} from '../../../renderer/lib/shortcuts.ts'
import { createAppRouter } from '../../../renderer/app/router.ts'

function press(key: string, over: Partial<KeyPress> = {}): KeyPress {
  const still = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null }
  return { key, ...still, ...over }
}
const ctrl = (key: string, over: Partial<KeyPress> = {}): KeyPress => press(key, { ctrlKey: true, ...over })
const cmd = (key: string): KeyPress => press(key, { metaKey: true })

describe('the table of shortcuts', () => {
  it('has a key for each page, in the order of the sidebar, and then for all accounts', () => {
    const pages = SHORTCUTS.filter(({ group }) => group === 'pages')
    expect(pages.map(({ command }) => command)).toEqual([...PAGES.map(({ name }) => name), 'allAccounts'])
    expect(pages.map(({ command }) => hintOf(command, false))).toEqual(
      pages.map((_, index) => `Ctrl+${index + 1}`),
    )
    expect(PAGES.length).toBeLessThan(10)
    const router = createAppRouter()
    expect(PAGES.filter(({ name }) => !router.hasRoute(name))).toEqual([])
  })

  it('assigns no key twice', () => {
    const all = SHORTCUTS.flatMap(({ chords }) => chords.map((chord) => keysOf(chord, false).join('+')))
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(SHORTCUTS.flatMap(({ command, chords }) => chords.map((chord) => ({ command, chord }))))(
    'answers $chord.key with $command, on both kinds of keyboard',
    ({ command, chord: { key, mod } }) => {
      expect(commandOf(mod ? ctrl(key) : press(key), false)).toBe(command)
      expect(commandOf(mod ? cmd(key) : press(key), true)).toBe(command)
      if (mod) expect([commandOf(ctrl(key), true), commandOf(cmd(key), false)]).toEqual([null, null])
    },
  )
})

describe('a key press', () => {
  it.each<[string, KeyPress, string | null]>([
    ['Caps Lock', ctrl('K'), 'palette'],
    ['a French digit', ctrl('&', { code: 'Digit1' }), 'sessions'],
    ['a Russian letter', ctrl('л', { code: 'KeyK' }), 'palette'],
    ['a letter at the place of another', ctrl('w', { code: 'KeyZ' }), null],
    ['a slash above the 7', ctrl('/', { code: 'Digit7', shiftKey: true }), 'overview'],
    ['a question mark', press('?', { shiftKey: true }), 'overview'],
    ['redo', ctrl('z', { shiftKey: true }), null],
    ['AltGr', ctrl('2', { altKey: true }), null],
    ['both modifiers', ctrl('k', { metaKey: true }), null],
    ['a plain letter', press('k'), null],
    ['a plain digit', press('1', { code: 'Digit1' }), null],
    ['a page that is not there', ctrl('9', { code: 'Digit9' }), null],
  ])('of %s', (_, pressed, command) => {
    expect(commandOf(pressed, false)).toBe(command)
  })

  it.each(['input', 'textarea'])('in a text field (%s) leaves the field its own keys', (tag) => {
    const target = document.createElement(tag)
    expect(commandOf(press('?', { target }), false)).toBeNull()
    expect(commandOf(ctrl('z', { target }), false)).toBeNull()
    expect(commandOf(ctrl('k', { target }), false)).toBe('palette')
    expect(commandOf(press('F5', { target }), false)).toBe('refresh')
  })
})

describe('a shortcut as text', () => {
  it.each([
    [false, 'Ctrl+R', 'Control+R F5'],
    [true, '⌘R', 'Meta+R F5'],
  ])('on macOS: %s', (isMac, title, keys) => {
    expect(shortcutAttributes('refresh', isMac)).toEqual({ title, 'aria-keyshortcuts': keys })
  })
})
