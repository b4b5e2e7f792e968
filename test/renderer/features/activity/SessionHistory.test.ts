import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import type { SessionHistory } from '../../../../electron/shared/activity.ts'
import { datesIn } from '../../../../electron/shared/dates.ts'
import { ok } from '../../../../electron/shared/result.ts'
import SessionHistoryPart from '../../../../renderer/features/activity/SessionHistory.vue'
import { createAppI18n } from '../../../../renderer/lib/i18n.ts'
import { appState, fakeBridge, session, type FakeBridge } from '../../fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'
import { mountList } from '../../mount-app.ts'
import { get, hides, press, shows, text } from '../../screen.ts'

const DAY_MS = 86_400_000
const at = (day: number, hour = 12): number => Date.UTC(2020, 0, day, hour)
const NONE: SessionHistory = {
  signedInAt: at(1),
  firstSeenAt: at(1),
  isFromStart: false,
  formerNames: [],
  entries: [],
}

/** Opens the details of a session that signed in on January 1. */
async function open(history: Partial<SessionHistory> | null): Promise<FakeBridge> {
  const phone = session(2, 'Phone', { createdAt: at(1), firstSeenAt: at(1) })
  const fake = await mountList({ sessions: [session(1, 'Here', { isCurrent: true }), phone] })
  fake.handlers['activity:ofSession'] = () => ok(history && { ...NONE, ...history })
  await press('Phone')
  await get('heading', 'History')
  return fake
}
const lines = (): string[] => [...document.querySelectorAll('ol > li')].map((line) => text(line))
const becomes = (expected: unknown[]): Promise<void> => vi.waitFor(() => expect(lines()).toEqual(expected))

describe('the history of a session', () => {
  it('has its entries newest first, and when it was seen first', async () => {
    const fake = await open({
      entries: [
        { at: at(5), after: at(4), type: 'renewed', actor: 'elsewhere' },
        { at: at(3), type: 'itWasMe', actor: 'thisApp' },
      ],
      signedInAt: at(1, 6),
    })
    await becomes([
      expect.stringMatching(/^Probably renewed.*Jan 4, 2020.*Jan 5, 2020/),
      expect.stringMatching(/^It was me.*Jan 3, 2020/),
      expect.stringMatching(/^First seen here.*Jan 1, 2020/),
      expect.stringMatching(/^First signed in.*Jan 1, 2020/),
    ])
    expect(fake.callsOf('activity:ofSession')).toEqual([{ accountId: 'a1', key: keyOf({ id: 2 }) }])
  })

  it('says when it was first seen once, and what that means for a session of the first list', async () => {
    await open({ entries: [{ at: at(1), type: 'newSignIn', actor: 'elsewhere' }] })
    await becomes([expect.stringMatching(/^New sign-in/)])
    await press('Close')
    await open({ isFromStart: true })
    await becomes([expect.stringMatching(/^Known since Jan 1, 2020, 12:00 PM$/)])
  })

  it('has what is known without a record of it', async () => {
    await open(null)
    await becomes([expect.stringMatching(/^First seen here.*Jan 1, 2020/)])
  })

  it('says the year of what becomes of another one while it is shown', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      now: Date.UTC(2020, 11, 31, 23, 58),
    })
    await open(null)
    await becomes([expect.stringMatching(/^First seen here.*Jan 1, 12/)])
    vi.advanceTimersByTime(2 * 60_000)
    await becomes([expect.stringMatching(/^First seen here.*Jan 1, 2020, 12/)])
  })

  it('has the names of before, and follows the history of its account', async () => {
    const fake = await open({ formerNames: ['Old phone', 'Spare phone'] })
    await shows('Earlier name at the service: Old phone, Spare phone')
    fake.handlers['activity:ofSession'] = () => ok(NONE)
    fake.emit('activity:changed', { accountId: 'a2' })
    fake.emit('activity:changed', { accountId: 'a1' })
    await hides('Earlier name at the service')
    expect(fake.callsOf('activity:ofSession')).toHaveLength(2)
  })

  it('is asked for once the person stays with the session', async () => {
    const fake = fakeBridge(appState())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const about = { accountId: 'a1', decision: null, skew: 0, zone: undefined }
    const part = mount(SessionHistoryPart, {
      props: { ...about, session: session(2, 'Phone') },
      global: { plugins: [createPinia(), createAppI18n()] },
    })
    vi.advanceTimersByTime(149)
    await part.setProps({ session: session(3, 'Tablet') })
    vi.advanceTimersByTime(149)
    expect(fake.calls).toEqual([])
    vi.advanceTimersByTime(1)
    expect(fake.callsOf('activity:ofSession')).toEqual([{ accountId: 'a1', key: keyOf({ id: 3 }) }])
  })

  it('has the last decision of a review', async () => {
    const decided = { decision: 'notMine' as const, at: Date.now() - 2 * DAY_MS }
    const fake = await open({})
    const item = {
      ...fake.list.sessions!.find(({ id }) => id === 2)!,
      ...{ decided, hasArrived: false, earlier: null, outcome: null },
    }
    fake.changeList({ skew: -3 * 3_600_000 })
    fake.emit('review:changed', { ...fake.review, items: [item] })
    const { moment } = datesIn('en', 'UTC', Date.now())
    await becomes([`Review: Not mine${moment(decided.at)}`, expect.stringMatching(/^First seen here/)])
  })
})
