import { describe, expect, it, vi } from 'vitest'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { CHANGED_FACTS, deviceSession, keyOf } from '../../../support/builders.ts'
import { session, singleEnd, type FakeBridge, revokeOf } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import {
  all,
  field,
  find,
  findMessage,
  get,
  press,
  pressKey,
  query,
  shows,
  text,
  type,
} from '../../screen.ts'

const HERE = session(1, 'Here', { isCurrent: true })
const RAW = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const FIREFOX = { serviceName: RAW, app: 'Firefox', appVersion: '140.0', platform: 'Ubuntu', firstSeenAt: 0 }

async function details(over: Partial<DeviceSession> = {}): Promise<FakeBridge> {
  const fake = await mountList({ sessions: [HERE, session(2, 'Firefox on Ubuntu', { ...FIREFOX, ...over })] })
  await press('Firefox on Ubuntu')
  await get('complementary', 'Details')
  return fake
}

const facts = (): string[] =>
  [...document.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map((cell) => text(cell)).join(': '),
  )

const sessionAtFocus = () => document.activeElement?.getAttribute('data-session')

describe('the details of a session', () => {
  it('show all known data, with exact times and their zone', async () => {
    await details()
    expect(facts()).toEqual([
      expect.stringMatching(/^Last used: .* at \d+:\d\d.*UTC.*1 minute ago/),
      expect.stringMatching(/^Signed in: /),
      'App: Firefox 140.0',
      'Platform: Ubuntu',
      'Session ID: 2',
      `Name at the service: ${RAW}`,
    ])
  })

  it('show the history before what is asked', async () => {
    await details()
    const history = await get('heading', 'History')
    const keep = await get('switch', 'Keep')
    expect(history.compareDocumentPosition(keep)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('have what else the service says under a heading of its own', async () => {
    await details({ serviceFields: { ip_address: '203.0.113.7', city: 'Lisbon', two_step: 'true' } })
    await get('heading', 'From the service')
    expect(facts().slice(-3)).toEqual(['IP address: 203.0.113.7', 'Place: Lisbon', 'two_step: true'])
  })

  it('show the same age as the row, however late they were opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await mountList({ sessions: [HERE, session(2, 'Old', { lastUsedAt: Date.now() - 45_000 })] })
    vi.advanceTimersByTime(54_000)
    await press('Old')
    await get('complementary', 'Details')
    for (const age of ['1 minute ago', '2 minutes ago']) {
      await vi.waitFor(() => {
        const row = text(document.querySelector('tr[aria-current] [data-column=lastUsed]')!)
        expect([row, facts()[0]]).toEqual([age, expect.stringContaining(age)])
      })
      vi.advanceTimersByTime(26_000)
    }
  })

  it.each(CHANGED_FACTS.filter(([fact]) => fact !== 'id'))('show another %s', async (_fact, change) => {
    const plain = deviceSession({ id: 2 })
    const fake = await mountList({ sessions: [HERE, plain] })
    await press(plain.name)
    const before = text(await get('complementary', 'Details'))
    fake.changeList({ sessions: [HERE, { ...plain, ...change }] })
    await vi.waitFor(() => expect(all('complementary').map((panel) => text(panel))).not.toEqual([before]))
  })

  it('say that the service gives a session no name', async () => {
    await details({ serviceName: '' })
    expect(facts()).toContain('Name at the service: None')
    expect(query('button', 'Copy the name at the service')).toBeNull()
  })

  it('have the facts before the form, and the history after it', async () => {
    await details()
    await get('heading', 'History')
    const order = [...document.querySelectorAll('dl, form, ol')].map((element) => element.tagName)
    expect(order).toEqual(['DL', 'FORM', 'OL'])
  })

  it.each([
    ['Copy the session ID', '2'],
    ['Copy the name at the service', RAW],
  ])('have a button: %s', async (button, copied) => {
    await details()
    const set = vi.fn<(type: string, text: string) => void>()
    // As Chromium does, which then copies what the event has.
    const execCommand = (): boolean => {
      const event = new Event('copy', { cancelable: true })
      return document.dispatchEvent(Object.assign(event, { clipboardData: { setData: set } }))
    }
    Object.assign(document, { execCommand })
    await press(button)
    await findMessage('status', 'Copied')
    expect(set.mock.calls).toEqual([['text/plain', copied]])
  })

  it('save a name and a note automatically, and say so', async () => {
    const fake = await details()
    await type('Name on this computer', ' Work laptop ')
    await type('Note', 'By the window')
    await findMessage('status', 'Saved on this computer')
    const part = { alias: 'Work laptop', note: 'By the window' }
    expect(fake.callsOf('session:annotate')).toEqual([{ accountId: 'a1', key: keyOf({ id: 2 }), part }])
  })

  it('have neither a name nor a note of a session that the record does not have', async () => {
    await details({ key: -2 })
    expect(document.querySelector('aside form')).toBeNull()
  })

  it('stay those of the session when the record has it by now', async () => {
    const fake = await details({ key: -2 })
    fake.changeList({ sessions: [HERE, session(2, 'Firefox on Ubuntu', FIREFOX)] })
    await field('Name on this computer')
    expect(text()).not.toContain('This session is no longer in the list.')
    expect(document.querySelector('tr[aria-current]')?.getAttribute('data-session')).toBe(
      String(keyOf({ id: 2 })),
    )
  })

  it('stay while Escape ends a composition', async () => {
    await details()
    ;(await field('Note')).focus()
    pressKey('Escape', { isComposing: true })
    await new Promise((done) => setTimeout(done))
    expect(query('complementary', 'Details')).not.toBeNull()
  })

  it('save what was typed when they close', async () => {
    const fake = await details()
    await type('Note', 'Sold')
    await press('Close')
    const saved = { accountId: 'a1', key: keyOf({ id: 2 }), part: { note: 'Sold' } }
    await vi.waitFor(() => expect(fake.callsOf('session:annotate')).toEqual([saved]))
  })

  it('say when saving fails, and try again on the next edit', async () => {
    const fake = await details()
    fake.handlers['session:annotate'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    await type('Name on this computer', 'Work')
    await findMessage(
      'alert',
      "Not saved. This computer couldn't write to its disk. Free some space or check the folder, and try again.",
    )
    fake.handlers['session:annotate'] = () => ok(null)
    await type('Name on this computer', 'Work 2')
    await findMessage('status', 'Saved on this computer')
    expect((await field('Name on this computer')).value).toBe('Work 2')
  })

  it('end the session, and close', async () => {
    const fake = await details()
    await press('End this session')
    expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)])
    await vi.waitFor(() => expect(all('complementary')).toEqual([]))
  })

  it('ignore the second click of a double click, which was meant for the button before', async () => {
    const fake = await details()
    const twice = (button: HTMLElement): void => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
    }
    twice(await get('button', 'End this session'))
    expect(fake.callsOf('session:revoke')).toEqual([])
    fake.changeEnds(singleEnd())
    const undo = await find('Undo in the details', () =>
      [...document.querySelectorAll<HTMLElement>('aside button')].find((button) => text(button) === 'Undo'),
    )
    twice(undo)
    expect(fake.callsOf('session:undo')).toEqual([])
    undo.click()
    expect(fake.callsOf('session:undo')).toHaveLength(1)
  })

  it('keep the session that is gone until another one is opened, without anything that changes it', async () => {
    const fake = await details()
    const before = facts()
    fake.changeList({ sessions: [HERE, session(3, 'Tablet')] })
    await shows('This session is no longer in the list.')
    const form = document.querySelector('aside form')
    expect([facts(), query('button', 'End this session'), form]).toEqual([before, null, null])
    expect(text(await get('heading', 'Firefox on Ubuntu'))).toBe('Firefox on Ubuntu')
  })

  it('are above the page in a narrow window, which gets the focus back', async () => {
    await details()
    const page = document.querySelector<HTMLElement>('main')!.closest<HTMLElement>('[inert]')
    expect(page?.inert).toBe(true)
    expect(document.activeElement).toBe(await get('complementary', 'Details'))
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    await vi.waitFor(() => expect(all('complementary')).toEqual([]))
    expect([page?.inert, sessionAtFocus()]).toEqual([false, String(keyOf({ id: 2 }))])
  })
})
