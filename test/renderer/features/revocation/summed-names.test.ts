import { describe, expect, it, vi } from 'vitest'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { account, appState, session, sessions, user } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, get, nameOf, press, text } from '../../screen.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const used = (days: number): number => Date.now() - days * DAY_MS

/** Sessions of one program; the first one has the name alone. */
function agents(...lastUses: DeviceSession['lastUsedAt'][]): DeviceSession[] {
  return lastUses.map((lastUsedAt, at) => {
    const twin = at === 0 ? {} : { commonName: 'OkHttp' }
    return session(10 + at, at === 0 ? 'OkHttp' : `OkHttp (${at})`, { lastUsedAt, ...twin })
  })
}

async function openPlan(others: DeviceSession[], state = appState()): Promise<string[]> {
  await mountList({ sessions: [...sessions().slice(0, 2), ...others] }, state)
  await press('End all others')
  await get('button', `End ${others.length + 1} sessions`)
  return lines()
}
const lines = (): string[] => all('listitem').map((item) => text(item))

describe('the plan of many ends', () => {
  it('sums up the sessions of one name, which a click opens and closes', async () => {
    const summed = '8 × OkHttp, last used 92 to 400 days ago'
    expect(await openPlan(agents(...[92, 400, 100, 100, 100, 100, 100, 100].map(used)))).toEqual([
      summed,
      'Firefox on Ubuntu',
    ])
    await press(summed)
    expect(lines()).toHaveLength(10)
    expect((await get('button', summed)).getAttribute('aria-expanded')).toBe('true')
    await press(summed)
    expect(lines()).toHaveLength(2)
  })

  it('names each session while they fit', async () => {
    expect(await openPlan(agents(...Array.from({ length: 7 }, () => used(1))))).toHaveLength(8)
  })

  it.each<[string, number, DeviceSession['lastUsedAt'], DeviceSession['lastUsedAt']]>([
    ['last used 3 days ago', 3, used(3), used(3)],
    ['last used 1 day ago', 1, used(1), used(1)],
    ['last used up to 5 days ago', 5, used(0), used(2)],
    ['last used today', 0, used(0), used(0)],
    ['last used 2 to 9 days ago, some never used', 9, used(2), null],
    ['last used 2 to 9 days ago', 9, used(2), 'unknown'],
  ])('says of a group that it was %s', async (said, days, ...uses) => {
    const many = Array.from({ length: 7 }, () => used(days))
    expect(await openPlan(agents(...uses, ...many))).toContain(`9 × OkHttp, ${said}`)
  })

  it.each([
    ['2 days ago', null],
    ['yesterday', 'Asia/Tokyo'],
  ])('has the age that the list has, by the calendar of the account: %s', async (age, timezone) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 15, 12) })
    const at = Date.now() - 36.5 * HOUR_MS
    const state = appState({ accounts: [account({ user: user({ timezone }) })] })
    const [group] = await openPlan(agents(...Array.from({ length: 9 }, () => at)), state)
    const rows = [...document.querySelectorAll('tbody tr')]
    expect(nameOf(rows.at(-1)!)).toContain(`Last used ${age}`)
    expect(group).toBe(`9 × OkHttp, last used ${age.replace('yesterday', '1 day ago')}`)
  })

  it('says of a group that it was never used', async () => {
    const ofNever = Array.from({ length: 9 }, () => null)
    expect(await openPlan(agents(...ofNever))).toContain('9 × OkHttp, never used')
  })

  it('says nothing of a use that is unknown', async () => {
    const unknown = Array.from({ length: 9 }, () => 'unknown' as const)
    expect(await openPlan(agents(...unknown))).toContain('9 × OkHttp')
  })
})
