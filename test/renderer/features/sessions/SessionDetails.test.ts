import { describe, expect, it, vi } from 'vitest'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, list, session, type FakeBridge, revokeOf } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, field, get, press, findMessage, text, type } from '../../screen.ts'

describe('the details of a session', () => {
  async function details(facts: Partial<DeviceSession> = {}): Promise<FakeBridge> {
    const raw = 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const known = {
      rawName: raw,
      app: 'Firefox',
      appVersion: '140.0',
      platform: 'Ubuntu',
      firstSeenAt: 0,
      ...facts,
    }
    const fake = await mountApp(appState(), (prepared) => {
      prepared.list = list({
        sessions: [session(1, 'Here', { isCurrent: true }), session(2, 'Firefox on Ubuntu', known)],
      })
    })
    await press('Firefox on Ubuntu')
    await get('dialog', 'Firefox on Ubuntu')
    return fake
  }

  it('show all known data, with exact times and their zone', async () => {
    await details()
    const facts = [...document.querySelectorAll('dl > div')].map((row) =>
      [...row.children].map((cell) => text(cell)),
    )
    expect(facts.map(([title]) => title)).toEqual([
      'Last used',
      'Signed in',
      'Age',
      'First seen here',
      'App',
      'Platform',
      'Session ID',
      'Name at the service',
    ])
    expect(facts[0]?.[1]).toMatch(/at \d+:\d\d.*UTC.*1 minute ago/)
    expect(facts[2]?.[1]).toBe('1 day')
    expect(facts[3]?.[1]).toMatch(/January 1, 1970/)
    expect(facts[4]?.[1]).toBe('Firefox 140.0')
  })

  it('give the age of a session of today in words', async () => {
    await details({ createdAt: Date.now() - 3_600_000 })
    const ages = [...document.querySelectorAll('dl > div')].map((row) => text(row))
    expect(ages).toContain('AgeLess than a day')
  })

  it('save a name and a note automatically, and say so', async () => {
    const fake = await details()
    await type('Name on this computer', ' Work laptop ')
    await type('Note', 'By the window')
    await findMessage('status', 'Saved on this computer')
    expect(fake.callsOf('session:annotate')).toEqual([
      { accountId: 'a1', sessionId: 2, part: { alias: 'Work laptop', note: 'By the window' } },
    ])
  })

  it('save what was typed when they close', async () => {
    const fake = await details()
    await type('Note', 'Sold')
    await press('Close')
    await vi.waitFor(() =>
      expect(fake.callsOf('session:annotate')).toEqual([
        { accountId: 'a1', sessionId: 2, part: { note: 'Sold' } },
      ]),
    )
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
    await vi.waitFor(() => expect(all('dialog')).toEqual([]))
  })

  it('say that the session is gone', async () => {
    const fake = await details()
    fake.changeList({ sessions: [session(1, 'Here', { isCurrent: true })] })
    await findMessage('status', 'This session is no longer in the list.')
  })
})
