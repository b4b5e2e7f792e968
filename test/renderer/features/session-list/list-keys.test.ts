import { describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import {
  createTypeAhead,
  isDeletion,
  useListKeys,
} from '../../../../renderer/features/session-list/list-keys.ts'
import { keysOf, revokeOf, sessions, singleEnd, undoablePhase, type FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { find, findMessage, get, nameOf, press, pressKey, query, text } from '../../screen.ts'

const OWN = 'Session Desk on ana-laptop'

const checks = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]'),
]
/** The names of the selected sessions. */
const checked = (): string[] =>
  checks().flatMap((check) => (check.checked ? nameOf(check).replace('Select ', '') : []))

/** The name of what has the focus; a row has that of its session. */
function focused(): string {
  const element = document.activeElement ?? document.body
  if (!(element instanceof HTMLTableRowElement)) return nameOf(element)
  return `row ${text(element.querySelector('bdi') ?? undefined)}`
}

/** Presses a key where the focus is, and waits until the focus has moved. */
async function key(name: string, over?: KeyboardEventInit): Promise<void> {
  pressKey(name, over)
  await new Promise((resolve) => setTimeout(resolve))
}

const row = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].find(
    (element) => text(element.querySelector('bdi') ?? undefined) === name,
  )!

/** Opens the list with the focus on a row. */
async function openAt(name = OWN): Promise<FakeBridge> {
  const fake = await mountList()
  await get('checkbox', 'Select Firefox on Ubuntu')
  row(name).focus()
  return fake
}

async function shiftClick(name: string): Promise<void> {
  const check = await get('checkbox', `Select ${name}`)
  check.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))
}

/** Presses and clicks the name of a row, as a pointer does. */
async function clickRow(name: string, over: MouseEventInit = {}): Promise<void> {
  const target = row(name).querySelector('bdi') as HTMLElement
  const init = { bubbles: true, cancelable: true, detail: 1, ...over }
  if (target.dispatchEvent(new MouseEvent('mousedown', init))) row(name).focus()
  target.dispatchEvent(new MouseEvent('click', init))
  await new Promise((resolve) => setTimeout(resolve))
}

describe('selecting sessions', () => {
  it('says how many, ends them, and clears', async () => {
    const fake = await openAt()
    await press('Select Chrome on Windows', 'checkbox')
    await press('Select Firefox on Ubuntu', 'checkbox')
    await findMessage('status', '2 selected')
    expect(checked()).toEqual(['Firefox on Ubuntu', 'Chrome on Windows'])
    await press('End selected')
    await press('End 2 sessions')
    const keys = keysOf(fake, 2, 3)
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }])
    await press('Clear selection')
    await vi.waitFor(() => expect(checked()).toEqual([]))
    expect(query('button', 'End selected')).toBeNull()
  })

  it('selects a range with Shift and a click, also onto a checked session', async () => {
    await openAt()
    await press('Select Safari on iPhone', 'checkbox')
    await shiftClick('Firefox on Ubuntu')
    await vi.waitFor(() => expect(checked()).toHaveLength(3))
    await shiftClick('Safari on iPhone')
    await vi.waitFor(() => expect(checked()).toEqual(['Safari on iPhone']))
  })

  it('selects with Ctrl and a click on a row, and with Shift all from there, and opens nothing', async () => {
    await openAt()
    await clickRow('Firefox on Ubuntu', { ctrlKey: true })
    expect(checked()).toEqual(['Firefox on Ubuntu'])
    await clickRow('Safari on iPhone', { shiftKey: true })
    expect(checked()).toHaveLength(3)
    expect(focused()).toBe('row Safari on iPhone')
    await clickRow('Chrome on Windows', { ctrlKey: true })
    await clickRow(OWN, { ctrlKey: true })
    expect(checked()).toEqual(['Firefox on Ubuntu', 'Safari on iPhone'])
    expect(query('button', 'Close')).toBeNull()
  })

  it('selects from the active row with Shift and a click, if none was selected before', async () => {
    await openAt('Chrome on Windows')
    await clickRow('Safari on iPhone', { shiftKey: true })
    expect(checked()).toEqual(['Chrome on Windows', 'Safari on iPhone'])
  })

  it('works by keyboard: rows, ranges, all, none', async () => {
    await openAt()
    await key(' ')
    expect(checked()).toEqual([])
    await key('ArrowDown')
    expect(focused()).toBe('row Firefox on Ubuntu')
    await key(' ')
    await key('ArrowDown', { shiftKey: true })
    await key('ArrowDown', { shiftKey: true })
    expect(checked()).toHaveLength(3)
    await key('ArrowUp', { shiftKey: true })
    expect(checked()).toEqual(['Firefox on Ubuntu', 'Chrome on Windows'])
    await key('End')
    expect(focused()).toBe('row Safari on iPhone')
    await key(' ', { shiftKey: true })
    expect(checked()).toHaveLength(3)
    await key('Escape')
    expect(checked()).toEqual([])
    await key('a', { ctrlKey: true })
    expect(checked()).toHaveLength(3)
    await key('Home')
    expect(focused()).toBe(`row ${OWN}`)
  })

  it('leaves Ctrl+A to the search', async () => {
    await openAt()
    document.querySelector<HTMLElement>('input[type=search]')?.focus()
    await key('a', { ctrlKey: true })
    expect(checked()).toEqual([])
  })

  it('survives a refresh, without sessions that are gone or being ended', async () => {
    const fake = await openAt()
    await key('a', { ctrlKey: true })
    await findMessage('status', '3 selected')
    fake.changeList({ sessions: sessions().slice(0, 3) })
    await findMessage('status', '2 selected')
    fake.changeEnds(singleEnd())
    await findMessage('status', '1 selected')
    expect(query('checkbox', 'Select Firefox on Ubuntu')).toBeNull()
  })

  it('is not offered while it is unclear which session is this device', async () => {
    await mountList({ sessions: sessions().slice(1) })
    await get('button', 'End Firefox on Ubuntu')
    expect([checks(), query('checkbox', 'Select all')]).toEqual([[], null])
    await key('a', { ctrlKey: true })
    expect(query('button', 'End selected')).toBeNull()
  })

  it('returns the focus to the row when its bar is closed', async () => {
    await openAt('Firefox on Ubuntu')
    await key(' ')
    await press('Clear selection')
    await vi.waitFor(() => expect(focused()).toBe('row Firefox on Ubuntu'))
    expect(query('button', 'Clear selection')).toBeNull()
  })
})

describe('the keys of the table', () => {
  it.each<[string, string, path: [key: string, focused: string][]]>([
    [
      'the controls of a row, and the next row from them',
      'Firefox on Ubuntu',
      [
        ['ArrowRight', 'Select Firefox on Ubuntu'],
        ['ArrowRight', 'Firefox on Ubuntu'],
        ['ArrowRight', 'End Firefox on Ubuntu'],
        ['ArrowRight', 'End Firefox on Ubuntu'],
        ['ArrowLeft', 'Firefox on Ubuntu'],
        ['ArrowDown', 'row Chrome on Windows'],
        ['ArrowLeft', 'row Chrome on Windows'],
      ],
    ],
    [
      'the head from the first row, along it and back',
      OWN,
      [
        ['ArrowUp', 'Select all'],
        ['ArrowRight', 'Name'],
        ['ArrowDown', `row ${OWN}`],
      ],
    ],
  ])('reaches %s', async (_what, from, path) => {
    await openAt(from)
    for (const [name, to] of path) {
      await key(name)
      expect(focused()).toBe(to)
    }
  })
})

describe('Delete', () => {
  it('ends the session of the row as its button does, once while it is held', async () => {
    const fake = await openAt('Firefox on Ubuntu')
    await key('Delete', { repeat: true })
    expect(fake.callsOf('session:revoke')).toEqual([])
    await key('Delete')
    expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)])
    expect(focused()).toBe('row Firefox on Ubuntu')
  })

  it.each([
    [undoablePhase(), 'Ending Firefox on Ubuntu'],
    [{ kind: 'going', wait: null } as const, 'Ending Firefox on Ubuntu'],
    [{ kind: 'waiting' } as const, 'Undo'],
  ])('does nothing on this device, nor on a session that is being ended: %j', async (phase, button) => {
    const fake = await openAt()
    await key('Delete')
    fake.changeEnds(singleEnd(phase))
    await find('the row', () => row('Firefox on Ubuntu').querySelector(`[aria-label="${button}"]`))
    row('Firefox on Ubuntu').focus()
    await key('Delete')
    for (const request of ['session:revoke', 'session:undo', 'account:renew'] as const)
      expect(fake.callsOf(request)).toEqual([])
  })

  it('asks about the selection, if there is one', async () => {
    const fake = await openAt('Chrome on Windows')
    await key(' ')
    await key('ArrowDown', { shiftKey: true })
    await key('Delete')
    await press('End 2 sessions')
    const keys = keysOf(fake, 3, 4)
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }])
    expect(fake.callsOf('session:revoke')).toEqual([])
  })

  it('is Backspace too on macOS alone', () => {
    const backspace = { key: 'Backspace', repeat: false, shiftKey: false }
    expect([isDeletion(backspace, true), isDeletion(backspace, false)]).toEqual([true, false])
    expect(isDeletion({ ...backspace, key: 'Delete', shiftKey: true }, true)).toBe(false)
  })
})

it('goes to the row whose name begins with what is typed', async () => {
  await openAt()
  await key('s')
  await vi.waitFor(() => expect(focused()).toBe('row Safari on iPhone'))
})

it('scrolls to no row that is not there, but to the active one, which takes the place of one that is gone', async () => {
  const rows = shallowRef(['a', 'b', 'c', 'd'])
  const reveal = vi.fn<(row: string) => void>()
  const selection = { selected: shallowRef(new Set<string>()), all() {}, none() {}, toggle() {}, range() {} }
  const list = { rows: () => rows.value, reveal, page: () => 1, act: () => false, selection }
  const scope = effectScope()
  const { go, active } = scope.run(() => useListKeys(list))!
  await go('c')
  rows.value = ['a', 'b', 'd']
  await nextTick()
  expect(active.value).toBe('d')
  await go('c')
  rows.value = []
  await nextTick()
  await go('c')
  expect(reveal.mock.calls).toEqual([['c'], ['d']])
  scope.stop()
})

describe('letters', () => {
  const NAMES = ['Chrome', 'Edge', 'Chromium', 'Épiphany', 'Safari']

  /** Types letters, each with the pause before it in ms, from the row of `active`; returns the name that each led to. */
  function type(active: string, ...letters: [letter: string, pause?: number][]): (string | undefined)[] {
    let time = 0
    const find = createTypeAhead(() => time)
    let at = NAMES.indexOf(active)
    return letters.map(([letter, pause = 100]) => {
      time += pause
      const found = find(letter, NAMES, at)
      if (found >= 0) at = found
      return NAMES[found]
    })
  }

  it('lead to the next row that begins with what was typed, from the start again after the last', () => {
    expect(type('Chrome', ['s'])).toEqual(['Safari'])
    const typed = type('Edge', ['c'], ['h'], ['r'], ['o'], ['m'], ['e'])
    expect(typed).toEqual([...Array<string>(5).fill('Chromium'), 'Chrome'])
    expect(type('Safari', ['C'])).toEqual(['Chrome'])
  })

  it('go on with the same letter, and begin anew after a pause', () => {
    expect(type('Edge', ['c'], ['c'], ['c'])).toEqual(['Chromium', 'Chrome', 'Chromium'])
    expect(type('Chrome', ['e'], ['s', 800])).toEqual(['Edge', 'Safari'])
  })

  it('ignore accents and case, and what no row begins with', () => {
    expect(type('Edge', ['E'])).toEqual(['Épiphany'])
    expect(type('Edge', ['x'], ['s'])).toEqual([undefined, undefined])
  })
})
