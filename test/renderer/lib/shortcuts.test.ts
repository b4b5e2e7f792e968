import { describe, expect, it, vi } from 'vitest'
import { appState, emptyAppState, singleEnd } from '../fake-bridge.ts'
import { mountApp, mountList } from '../mount-app.ts'
import { alertDialog, all, find, get, nameOf, press, pressKey, query, text } from '../screen.ts'
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

function keyPress(key: string, over: Partial<KeyPress> = {}): KeyPress {
  const still = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null }
  return { key, ...still, ...over }
}
const ctrl = (key: string, over: Partial<KeyPress> = {}): KeyPress =>
  keyPress(key, { ctrlKey: true, ...over })
const cmd = (key: string): KeyPress => keyPress(key, { metaKey: true })

describe('the table of shortcuts', () => {
  it('has a key for each page, in the order of the sidebar', () => {
    const pages = SHORTCUTS.filter(({ group }) => group === 'pages')
    expect(pages.map(({ command }) => command)).toEqual(PAGES.map(({ name }) => name))
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
      expect(commandOf(mod ? ctrl(key) : keyPress(key), false)).toBe(command)
      expect(commandOf(mod ? cmd(key) : keyPress(key), true)).toBe(command)
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
    ['a question mark', keyPress('?', { shiftKey: true }), 'overview'],
    ['redo', ctrl('z', { shiftKey: true }), null],
    ['AltGr', ctrl('2', { altKey: true }), null],
    ['both modifiers', ctrl('k', { metaKey: true }), null],
    ['a plain letter', keyPress('k'), null],
    ['a plain digit', keyPress('1', { code: 'Digit1' }), null],
    ['a page that is not there', ctrl('9', { code: 'Digit9' }), null],
  ])('of %s', (_, pressed, command) => {
    expect(commandOf(pressed, false)).toBe(command)
  })

  it.each(['input', 'textarea'])('in a text field (%s) leaves the field its own keys', (tag) => {
    const target = document.createElement(tag)
    expect(commandOf(keyPress('?', { target }), false)).toBeNull()
    expect(commandOf(ctrl('z', { target }), false)).toBeNull()
    expect(commandOf(ctrl('k', { target }), false)).toBe('palette')
    expect(commandOf(keyPress('F5', { target }), false)).toBe('refresh')
    expect(commandOf(keyPress('F1', { target }), false)).toBe('overview')
    expect(commandOf(ctrl(',', { target }), false)).toBe('settings')
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

/** Presses a key with Ctrl; returns whether the window handled it. */
const key = (name: string, over: KeyboardEventInit = { ctrlKey: true }): boolean => pressKey(name, over)

const dialog = (): Element | null => document.querySelector('[role=dialog]')
const gone = (): Promise<void> => vi.waitFor(() => expect(dialog()).toBeNull())

describe('the keys of the window', () => {
  it('are shown on their links and buttons', async () => {
    await mountList()
    expect(all('link').map(({ title }) => title)).toEqual(['Ctrl+1', 'Ctrl+2', 'Ctrl+3', 'Ctrl+4', 'Ctrl+5'])
    expect((await get('link', 'Password')).getAttribute('aria-keyshortcuts')).toBe('Control+4')
    const refresh = await get('button', 'Refresh')
    expect([refresh.title, refresh.getAttribute('aria-keyshortcuts')]).toEqual(['Ctrl+R', 'Control+R F5'])
  })

  it('leave the keys of a text field to it', async () => {
    const fake = await mountList()
    fake.changeEnds(singleEnd())
    key('2')
    const field = await find('the first field', () => document.querySelector('input'))
    field.focus()
    expect([key('z'), key('?', {}), key('a')]).toEqual([false, false, false])
    expect([fake.callsOf('ends:control'), dialog()]).toEqual([[], null])
    field.blur()
    expect(key('z')).toBe(true)
    await vi.waitFor(() => expect(fake.callsOf('ends:control')).toHaveLength(1))
  })

  it('undo nothing when no session is being ended', async () => {
    await mountList()
    expect(key('z')).toBe(false)
  })

  it('do nothing while a dialog or a menu is open', async () => {
    const fake = await mountList()
    await press('Account menu, Ana Souza, ana@example.com · desk.example.com')
    await get('menuitem', 'Sign out everywhere')
    expect([key('2'), key('k')]).toEqual([false, false])
    await press('Sign out everywhere', 'menuitem')
    await find('the dialog', alertDialog)
    expect([key('2'), key('r'), key('?', {})]).toEqual([false, false, false])
    await press('Cancel')
    await vi.waitFor(() => expect(alertDialog()).toBeNull())
    expect(fake.callsOf('session:refresh')).toEqual([])
    expect(query('heading', 'Profile')).toBeNull()
    expect(key('k')).toBe(true)
    // Its code may still be loading, and only one overlay opens.
    expect([key('/'), key('2')]).toEqual([false, false])
    await find('the palette', dialog)
    expect(key('2')).toBe(false)
  })

  it('do nothing before sign-in, and leave no overlay open after a sign-out', async () => {
    const fake = await mountApp(emptyAppState())
    await get('heading', 'Sign in')
    expect([key('k'), key('/'), key('r'), key('1')]).toEqual([false, false, false, false])
    fake.changeState(appState())
    await get('table', 'Sessions')
    key('k')
    await find('the palette', dialog)
    fake.changeState(emptyAppState())
    await get('heading', 'Sign in')
    fake.changeState(appState())
    await get('table', 'Sessions')
    expect(dialog()).toBeNull()
  })
})

describe('the overview', () => {
  it('lists every shortcut, and restores the focus', async () => {
    await mountList()
    const refresh = await get('button', 'Refresh')
    refresh.focus()
    key('?', {})
    const shown = await find('the overview', dialog)
    expect(nameOf(shown)).toBe('Keyboard shortcuts')
    const rows = [...shown.querySelectorAll('dl > div')].map((row) => text(row))
    // There is one account here.
    for (const { chords } of SHORTCUTS.filter(({ command }) => command !== 'allAccounts')) {
      const keys = chords.map((chord) => keysOf(chord, false).join('')).join('or')
      expect(rows.filter((row) => row.endsWith(keys))).not.toEqual([])
    }
    const some = ['Refresh the listCtrlRorF5', 'Clear the selectionEsc', 'SettingsCtrl5orCtrl,', 'Not mineX']
    expect(rows).toEqual(expect.arrayContaining([...some, 'Back to the usual sizeCtrl0']))
    key('Escape', {})
    await gone()
    await vi.waitFor(() => expect(document.activeElement).toBe(refresh))
  })
})
