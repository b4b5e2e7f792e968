import { describe, expect, it } from 'vitest'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { appState, identitiesOf, list, revokeOf, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { find, get, press, query, text } from '../../screen.ts'

const REFUSED = { kind: 'offline', reason: 'refused' } as const
const YEAR_2020 = Date.UTC(2020, 2, 2, 21, 5)

/** Mounts the page with the last known list of an account whose service refuses connections. */
const mountUnreachable = (over: Partial<SessionList> = {}): Promise<FakeBridge> =>
  mountApp(appState(), (fake) => {
    fake.list = list({ isLive: false, checkedAt: YEAR_2020, failure: REFUSED, ...over })
  })

/** Queues the end of a listed session, as main does. */
function queue(fake: FakeBridge, ...ids: number[]): void {
  const queuedEnds = identitiesOf(fake, ...ids).map((identity) => ({ ...identity, name: 'x', queuedAt: 1 }))
  fake.changeList({ queuedEnds })
}

const row = (name: string): Promise<HTMLElement> =>
  find(`the row of ${name}`, () =>
    [...document.querySelectorAll<HTMLElement>('tbody tr')].find((each) => text(each).includes(name)),
  )

describe('the list of an account whose service cannot be reached', () => {
  it('is usable, and says how old it is and what happens with what is ended', async () => {
    await mountUnreachable()
    await row('Firefox on Ubuntu')
    expect(text()).toContain('4 sessions')
    expect(text()).toContain('Last known list, Mar 2, 2020, 9:05 PM')
    expect(document.querySelector('table')?.inert).toBe(false)
    await find('the search', () => document.querySelector('input[aria-label="Search sessions"]'))
    await find('the reason', () => (text().includes('What you end now ends when') ? true : null))
    expect(text()).toContain("desk.example.com doesn't accept connections at the moment. Try again later.")
    expect(text()).not.toContain('Check the address')
    const others = await get('button', 'End all others')
    expect(others.getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(others.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toContain('“End all others” is unavailable until then.')
  })

  it('does not ask to check the address of an account that is kept', async () => {
    for (const [failure, message] of [
      [{ kind: 'offline', reason: 'unknownHost' }, "can't be found at the moment"],
      [{ kind: 'misconfigured', reason: 'notTheApi' }, "but it isn't the service"],
    ] as const) {
      const fake = await mountUnreachable({ failure })
      await find(message, () => (text().includes(message) ? true : null))
      expect(text()).not.toContain('Check the address')
      fake.changeList({ failure: null })
    }
  })

  it('is not the last known one once the list of this run arrives', async () => {
    const fake = await mountUnreachable()
    await row('Firefox on Ubuntu')
    fake.changeList({ isLive: true, failure: null, checkedAt: Date.now() })
    await find('the live list', () => (text().includes('Last known list') ? null : true))
    const others = await get('button', 'End all others')
    expect(others.getAttribute('aria-disabled')).toBeNull()
  })

  it('of this run is the last known one while the computer is offline', async () => {
    const fake = await mountApp(appState())
    await row('Firefox on Ubuntu')
    expect(text()).not.toContain('Last known list')
    fake.changeState({ online: false })
    await find('the last known list', () => (text().includes('Last known list') ? true : null))
  })
})

describe('a session that ends when online', () => {
  it('says so in its row, and Undo there takes it back', async () => {
    const fake = await mountUnreachable()
    await press('End Firefox on Ubuntu')
    expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)])
    const end = document.activeElement
    queue(fake, 2)
    const undo = await get('button', 'Undo')
    expect(text(await row('Firefox on Ubuntu'))).toContain('Ends when online')
    expect(undo.closest('tr')).toBe(await row('Firefox on Ubuntu'))
    // The same button, so that the focus stays.
    expect(end === document.body || end === undo).toBe(true)
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
    expect(query('checkbox', 'Select Firefox on Ubuntu')).toBeNull()
    undo.click()
    await find('the request', () => (fake.callsOf('session:undo').length > 0 ? true : null))
    expect(fake.callsOf('session:undo')).toEqual([{ accountId: 'a1', sessionId: 2 }])
    fake.changeList({ queuedEnds: [] })
    await get('button', 'End Firefox on Ubuntu')
    await find('the outcome', () => (text().includes('Firefox on Ubuntu stays signed in') ? true : null))
  })

  it('says so in its details', async () => {
    const fake = await mountUnreachable()
    await row('Firefox on Ubuntu')
    queue(fake, 2)
    await press('Firefox on Ubuntu')
    await find('the details', () => (text().includes('Ends when the service can be reached.') ? true : null))
    const dialog = await find('the panel', () => document.querySelector<HTMLElement>('[role="dialog"]'))
    const undo = [...dialog.querySelectorAll('button')].find((each) => text(each) === 'Undo')
    undo?.click()
    await find('the request', () => (fake.callsOf('session:undo').length > 0 ? true : null))
    expect(text(dialog)).not.toContain('End this session')
  })

  it('can be one of many, after a plan that says when they end', async () => {
    const fake = await mountUnreachable()
    await row('Firefox on Ubuntu')
    queue(fake, 4)
    await press('Select Firefox on Ubuntu', 'checkbox')
    await press('Select Chrome on Windows', 'checkbox')
    await press('End selected')
    await find('the plan', () => (text().includes('They end when the service can be reached') ? true : null))
    expect(text()).not.toContain('These devices will be signed out.')
    await press('End 2 sessions')
    expect(fake.callsOf('session:revokeMany')).toEqual([
      { accountId: 'a1', target: { kind: 'these', sessions: identitiesOf(fake, 2, 3) } },
    ])
  })

  it('that was not sent is shown with its reason, until the person closes the notice', async () => {
    const fake = await mountApp(appState(), (prepared) => {
      const reasons = ['gone', 'replaced', 'unclear', 'thisDevice', 'tooOld'] as const
      const unsentEnds = reasons.map((reason, id) => ({ id, createdAt: 1, name: `Device ${id}`, reason }))
      prepared.list = list({ unsentEnds: unsentEnds.slice(0, 4) })
    })
    await find('the notice', () => (text().includes("4 sessions weren't ended as you asked") ? true : null))
    expect(text()).toContain('Device 0 is no longer signed in.')
    expect(text()).toContain('The list has another session in place of Device 1.')
    expect(text()).toContain('And 1 more.')
    await press('Dismiss')
    expect(fake.callsOf('unsentEnds:dismiss')).toEqual([{ accountId: 'a1' }])
    fake.changeList({ unsentEnds: [] })
    await find('no notice', () => (text().includes('as you asked') ? null : true))
  })
})

describe('signing out with sessions that end when online', () => {
  it('asks first, because they would stay signed in', async () => {
    const fake = await mountUnreachable()
    await row('Firefox on Ubuntu')
    queue(fake, 2)
    await press('Account menu, Ana Souza, Acme')
    await press('Sign out', 'menuitem')
    await find('the question', () => document.querySelector('[role="alertdialog"],[role="dialog"]'))
    expect(fake.callsOf('account:signOut')).toEqual([])
  })
})
