import { describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import {
  alertDialog,
  all,
  find,
  findMessage,
  focusOn,
  get,
  press,
  pressKey,
  query,
  text,
} from '../../screen.ts'
import { AT, change, focuses, groups, itemOf, mine, notMine, openMany, radio } from './review-page.ts'

const status = (decided: number, total: number) => findMessage('status', `${decided} of ${total} decided`)
const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true'

describe('a review by keys', () => {
  // A list of over 100 needs a layout: the test of 200 is in test/e2e/review.spec.ts.
  it('of 40 sessions takes 40 keys, and one to finish', async () => {
    const fake = await openMany(40)
    let keys = 0
    for (let device = 1; device <= 40; device++) {
      await focuses(`Device ${device}`)
      pressKey(device % 15 === 0 ? 'u' : 'm')
      keys += 1
    }
    await status(40, 40)
    await focusOn('button', 'Finish review')
    // The browser clicks a focused button at Enter.
    if (document.activeElement instanceof HTMLElement) document.activeElement.click()
    keys += 1
    await vi.waitFor(() => expect(fake.callsOf('review:finish')).toHaveLength(1))
    expect(keys).toBe(41)
    expect(fake.callsOf('review:decide')).toHaveLength(40)
  })

  it('goes to the next undecided session, over decided ones and from the last one to the first', async () => {
    await openMany(4, (key) => (key === 2 ? { decided: mine } : {}))
    await focuses('Device 1')
    pressKey('ArrowDown')
    await focuses('Device 3')
    pressKey('m')
    await focuses('Device 4')
    pressKey('x')
    await focuses('Device 1')
  })

  it('does not go back to a session whose decision main is storing', async () => {
    const fake = await openMany(3)
    const answers: (() => void)[] = []
    fake.handlers['review:decide'] = () => new Promise((resolve) => answers.push(() => resolve(ok(null))))
    await focuses('Device 1')
    for (const name of ['Device 2', 'Device 3']) {
      pressKey('m')
      await focuses(name)
    }
    pressKey('m')
    await vi.waitFor(() => expect(answers).toHaveLength(3))
    // Its button is disabled until main has all of them.
    await focuses('Device 3')
    answers.forEach((answer) => answer())
    change(fake, ...[...fake.review.items].slice(1).map((item) => ({ ...item, decided: mine })))
    await focusOn('button', 'Finish review')
  })

  it('goes back to the session whose decision is undone, and to what was chosen before', async () => {
    const fake = await openMany(3)
    fake.handlers['review:undo'] = () => {
      change(fake, { ...fake.review.items[1]!, decided: null })
      return ok(null)
    }
    await focuses('Device 1')
    pressKey('x')
    await focuses('Device 2')
    await status(1, 3)
    pressKey('z', { ctrlKey: true })
    await focuses('Device 1')
    await status(0, 3)
  })

  it('keeps the focus on the chosen decision of a session', async () => {
    const fake = await openMany(2)
    await focuses('Device 1')
    expect(document.activeElement).toBe(await radio('Device 1', 'Mine'))
    change(fake, { ...fake.review.items[1]!, decided: notMine })
    const chosen = await radio('Device 1', 'Not mine')
    await vi.waitFor(() => expect(document.activeElement).toBe(chosen))
  })

  it('shows each decision by its word and an icon of its own', async () => {
    await openMany(1)
    const own = document.querySelector('[data-radios]')!
    const icons = [...own.querySelectorAll('label svg')].map((icon) => icon.getAttribute('class'))
    expect(new Set(icons.map((classes) => /lucide-[\w-]+/.exec(classes ?? '')?.[0])).size).toBe(3)
    expect(text(own)).toBe('MineNot mineNot sure')
  })
})

describe('the filter of undecided sessions', () => {
  it('leaves out what is decided, and moves no row while one decides', async () => {
    await openMany(10, (key) => (key <= 3 ? { decided: mine } : {}))
    const filter = await get('button', 'Undecided')
    expect([isPressed(filter), groups().length]).toEqual([false, 10])
    await press('Undecided')
    await vi.waitFor(() => expect(groups()).toHaveLength(7))
    expect(isPressed(filter)).toBe(true)
    const rest = groups()
    ;(await radio('Device 4', 'Mine')).click()
    await status(4, 10)
    expect(groups()).toEqual(rest)
    await press('Undecided')
    await press('Undecided')
    await vi.waitFor(() => expect(groups()).toEqual(rest.slice(1)))
  })

  it('leaves out a selection once it is decided, and says when nothing is left', async () => {
    await openMany(10)
    await press('Undecided')
    await press('Select Device 1', 'checkbox')
    await press('Select all 10')
    const selection = await get('group', 'Decide on 10 selected')
    selection.querySelectorAll('button')[0]!.click()
    await findMessage('status', 'Every session has its decision.')
    expect(groups()).toEqual([])
  })
})

describe('as last time', () => {
  const earlier = { decision: 'mine', at: AT - 90 * 86_400_000 } as const
  /** All were mine before but the last one, and the second one came since the review began. */
  const openAgain = () =>
    openMany(4, (index) => {
      if (index === 4) return { earlier: { ...earlier, decision: 'notSure' } }
      return index > 0 ? { earlier, hasArrived: index === 2 } : {}
    })

  it('shows what it decides before it does, and does nothing if cancelled', async () => {
    const fake = await openAgain()
    await press('As last time: 2')
    const dialog = await find('a dialog', alertDialog)
    expect(text(dialog)).toContain('2 sessions as last time')
    expect([...dialog.querySelectorAll('li')].map((each) => text(each))).toEqual([
      'Device 1Mine, Aug 23',
      'Device 3Mine, Aug 23',
    ])
    expect(text(dialog)).toContain("You said before that they're yours.")
    await press('Cancel')
    expect(fake.callsOf('review:decide')).toEqual([])
    await press('As last time: 2')
    await press('Mark 2 as mine')
    await status(2, 4)
    expect(fake.callsOf('review:decide')).toMatchObject([{ keys: [1_002, 1_004], decision: 'mine' }])
    await focuses('Device 2')
  })

  it('is not offered where nothing is as last time', async () => {
    await openMany(3)
    await status(0, 3)
    expect(all('button').filter((button) => text(button).startsWith('As last time'))).toEqual([])
    expect(query('button', 'Undecided')).toBeNull()
  })
})

it('shows what is known of the session in focus below the page', async () => {
  const fake = await openMany(
    2,
    () => ({}),
    (made) => {
      made.list = {
        ...made.list,
        sessions: made.list.sessions!.map((each) => ({ ...each, note: `Note ${each.id}` })),
      }
    },
  )
  const dock = document.querySelector('#dock')!
  await vi.waitFor(() => expect(text(dock)).toContain('Device 1NoteNote 2'))
  pressKey('ArrowDown')
  await vi.waitFor(() => expect(text(dock)).toContain('Device 2NoteNote 3'))
  change(fake, itemOf(2, { id: 3, name: 'Device 2', earlier: mine }))
  await vi.waitFor(() => expect(text(dock)).toContain('BeforeMine, Nov 21'))
})
