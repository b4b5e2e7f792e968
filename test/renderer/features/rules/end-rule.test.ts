import { describe, expect, it, vi } from 'vitest'
import type { BatchView } from '../../../../electron/shared/ends.ts'
import type { Rule, RuleCandidate, RuleBlocker } from '../../../../electron/shared/rules.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { DAY_MS } from '../../../../electron/shared/dates.ts'
import { keyOf } from '../../../support/builders.ts'
import {
  account,
  API_TOKEN,
  appState,
  batchView,
  list,
  session,
  undoablePhase,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountPage } from '../../mount-app.ts'
import {
  alertDialog,
  all,
  field,
  find,
  findMessage,
  get,
  nameOf,
  press,
  query,
  shows,
  text,
} from '../../screen.ts'

const OLD: RuleCandidate[] = [
  { key: keyOf({ id: 2 }), name: 'Old phone', days: 120 },
  { key: keyOf({ id: 3 }), name: 'Old tablet', days: 95 },
]
/** The list of this device and of these sessions, which have another order there. */
const listed = (): DeviceSession[] => [
  session(1, 'Session Desk on ana-laptop', { isCurrent: true }),
  ...OLD.map(({ name, days }, at) =>
    session(at + 2, name, { lastUsedAt: Date.now() - days! * DAY_MS }),
  ).reverse(),
]
const SWITCH = 'End inactive sessions'
/** A time of the service, and how the page says it. */
const AT = Date.UTC(2026, 2, 3, 14, 3)
const WHEN = 'March 3, 2026 at 2:03 PM UTC'

/** Opens the page of an account whose rule main stores in `kept`, and answers with its preview. */
async function open(over: Partial<Rule> = {}, state = appState(), afterDays: Rule['afterDays'] = null) {
  const kept = { afterDays, exempt: new Set<number>() }
  const isExempt = ({ key }: RuleCandidate): boolean => kept.exempt.has(key)
  const prepare = (prepared: FakeBridge): void => {
    const { handlers } = prepared
    prepared.list = list({ sessions: listed() })
    handlers['rule:get'] = ({ previewDays }) => {
      const days = previewDays ?? kept.afterDays
      const wouldRevoke = OLD.filter((each) => !isExempt(each) && days !== null && (each.days ?? 0) >= days)
      const rule = {
        afterDays: kept.afterDays,
        lastEndedAt: null,
        wouldRevoke,
        nextRunAt: null,
        exemptListed: OLD.filter(isExempt),
      }
      return ok({ ...rule, blockedBy: days === null ? 'off' : null, ...over })
    }
    handlers['rule:set'] = ({ afterDays }) => ((kept.afterDays = afterDays), ok(null))
    handlers['rule:exempt'] = ({ key, isExempt }) => {
      if (isExempt) kept.exempt.add(key)
      else kept.exempt.delete(key)
      return ok(null)
    }
  }
  const fake = await mountPage('Profile', prepare, state)
  await get('heading', 'Inactive sessions')
  return { fake, kept }
}

const isChecked = async (role: string, name: string): Promise<string | null> =>
  (await get(role, name)).getAttribute('aria-checked')
const isOn = async (): Promise<boolean> => (await field(SWITCH)).getAttribute('aria-checked') === 'true'
const toggle = async (): Promise<void> => (await field(SWITCH)).click()

/** Chooses days in the select that shows `before`. */
async function chooseDays(before: string, days: string): Promise<void> {
  const select = await get('combobox', `Not used for: ${before}`)
  select.focus()
  select.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  const option = await get('option', days)
  option.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  await get('combobox', `Not used for: ${days}`)
}

describe('the rule for inactive sessions', () => {
  it('is asked for again when the names of the list change, as with the language', async () => {
    const { fake } = await open()
    await shows('Old phone')
    OLD[0] = { ...OLD[0]!, name: 'Teléfono viejo' }
    fake.changeList({ sessions: [...(fake.list.sessions ?? [])] })
    await shows('Teléfono viejo')
    OLD[0] = { ...OLD[0], name: 'Old phone' }
  })

  it('is off, and previews its effect for 90 days and for others before it is turned on', async () => {
    const { fake } = await open()
    await findMessage('status', 'It would end 2 sessions now.')
    expect(await isOn()).toBe(false)
    await chooseDays('90 days', '180 days')
    await findMessage('status', 'It would end no sessions now.')
    expect(all('button').map(nameOf)).not.toContain('Turn on and end 0…')
    await chooseDays('180 days', '90 days')
    await get('button', 'Turn on and end 2…')
    expect(fake.callsOf('rule:set')).toEqual([])
  })

  it.each([
    ['its switch', toggle],
    ['its button', () => press('Turn on and end 2…')],
  ])(
    'is turned on by %s after a confirmation that names the number, and off at once',
    async (_by, turnOn) => {
      const { fake } = await open()
      await findMessage('status', 'It would end 2 sessions now.')
      await turnOn()
      expect(nameOf(await find('the dialog', alertDialog))).toMatch(/^End 2 inactive sessions\?/)
      expect(text()).toContain('That begins at once.')
      expect(
        all('listitem')
          .slice(-2)
          .map((item) => text(item)),
      ).toEqual(['Old phone, last used 120 days ago', 'Old tablet, last used 95 days ago'])
      expect(text()).toContain("Session Desk on ana-laptop stays signed in: it's this device.")
      expect(await isOn()).toBe(false)
      await press('End 2 sessions')
      await findMessage('status', 'It ends 2 sessions at the next check.')
      expect(await isOn()).toBe(true)
      expect(query('button', 'Turn on and end 2…')).toBeNull()
      const on = { accountId: 'a1', afterDays: 90, keys: OLD.map(({ key }) => key) }
      expect(fake.callsOf('rule:set')).toEqual([on])
      await toggle()
      const off = { accountId: 'a1', afterDays: null, keys: [] }
      await vi.waitFor(() => expect(fake.callsOf('rule:set')).toEqual([on, off]))
      await vi.waitFor(async () => expect(await isOn()).toBe(false))
    },
  )

  it('asks also when no session would end, and keeps its days when it is off again', async () => {
    const { kept } = await open()
    await chooseDays('90 days', '180 days')
    await findMessage('status', 'It would end no sessions now.')
    await toggle()
    expect(nameOf(await find('the dialog', alertDialog))).toMatch(/^End inactive sessions from now on\?/)
    expect(kept.afterDays).toBeNull()
    await press('Turn on')
    await vi.waitFor(() => expect(kept.afterDays).toBe(180))
    await findMessage('status', 'No session is due.')
    await toggle()
    await findMessage('status', 'It would end no sessions now.')
    await get('combobox', 'Not used for: 180 days')
  })

  it('changes its days only by a button, which asks if that ends sessions', async () => {
    const { kept } = await open({}, appState(), 365)
    await findMessage('status', 'No session is due.')
    await chooseDays('365 days', '180 days')
    await press('Change to 180 days')
    await vi.waitFor(() => expect(kept.afterDays).toBe(180))
    await findMessage('status', 'No session is due.')
    await chooseDays('180 days', '90 days')
    await findMessage('status', 'It would end 2 sessions now.')
    await press('Cancel')
    await get('combobox', 'Not used for: 180 days')
    await chooseDays('180 days', '90 days')
    await press('Change to 90 days and end 2…')
    expect(kept.afterDays).toBe(180)
    await press('End 2 sessions')
    await vi.waitFor(() => expect(kept.afterDays).toBe(90))
  })

  it('is previewed again when ends begin or are taken back', async () => {
    const { fake } = await open({}, appState(), 90)
    await findMessage('status', 'It ends 2 sessions at the next check.')
    const before = fake.callsOf('rule:get').length
    const batch = batchView(undoablePhase())
    const ends = (accountId: string, batches: BatchView[]) =>
      fake.emit('ends:changed', { accountId, batches, ends: [], isWhole: true })
    ends('a2', [batch])
    ends('a1', [batch])
    await vi.waitFor(() => expect(fake.callsOf('rule:get')).toHaveLength(before + 1))
    ends('a1', [batch])
    ends('a1', [])
    await vi.waitFor(() => expect(fake.callsOf('rule:get')).toHaveLength(before + 2))
  })

  it('exempts a session and includes it again, in the same row', async () => {
    const { fake, kept } = await open()
    await press('Keep Old phone', 'checkbox')
    await findMessage('status', 'It would end 1 session now.')
    expect([...kept.exempt]).toEqual([keyOf({ id: 2 })])
    expect(all('checkbox').map(nameOf)).toEqual(['Keep Old phone', 'Keep Old tablet'])
    expect(await isChecked('checkbox', 'Keep Old phone')).toBe('true')
    expect(document.activeElement).toBe(await get('checkbox', 'Keep Old phone'))
    await press('Keep Old phone', 'checkbox')
    await findMessage('status', 'It would end 2 sessions now.')
    expect([...kept.exempt]).toEqual([])
    expect(fake.callsOf('rule:set')).toEqual([])
  })

  it('shows the first sessions, and the others at a click', async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      key: at + 2,
      name: `Phone ${at}`,
      days: 400 - at,
    }))
    const { fake } = await open({ wouldRevoke: many })
    await findMessage('status', 'It would end 60 sessions now.')
    expect(all('checkbox').map(nameOf)).toEqual([0, 1, 2, 3, 4].map((at) => `Keep Phone ${at}`))
    const more = await get('button', '55 more')
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await press('55 more')
    await press('Keep Phone 6', 'checkbox')
    await vi.waitFor(() => expect(fake.callsOf('rule:exempt')).toHaveLength(1))
    expect(all('checkbox')).toHaveLength(60)
    expect(document.activeElement).toBe(await get('checkbox', 'Keep Phone 6'))
    await press('55 more')
    await vi.waitFor(() => expect(all('checkbox')).toHaveLength(5))
  })

  it('shows all where only one more is left', async () => {
    const six = Array.from({ length: 6 }, (_, at) => ({ key: at + 2, name: `Phone ${at}`, days: 100 }))
    await open({ wouldRevoke: six })
    await get('checkbox', 'Keep Phone 5')
    expect(query('button', '1 more')).toBeNull()
  })

  it('does not say "now" while it waits', async () => {
    await open({ wouldRevoke: OLD, blockedBy: 'busy' })
    await findMessage('status', 'It would end 2 sessions then.')
    await press('Turn on and end 2…')
    await find('the dialog', alertDialog)
    expect(text()).toContain('once the list is up to date and nothing else is being ended.')
  })

  it.each<RuleBlocker>(['notFresh', 'deviceUnclear', 'agesUnclear'])(
    'can be turned off, but not on, while nobody can tell what it would end: %s',
    async (blockedBy) => {
      const { fake, kept } = await open({ wouldRevoke: OLD, blockedBy })
      await shows('Checking…')
      expect((await field(SWITCH)).hasAttribute('disabled')).toBe(true)
      expect(query('button', 'Turn on and end 2…')).toBeNull()
      expect(fake.callsOf('rule:set')).toEqual([])
      kept.afterDays = 90
      fake.changeList({ sessions: [...(fake.list.sessions ?? [])] })
      await vi.waitFor(async () => expect(await isOn()).toBe(true))
      await toggle()
      await vi.waitFor(() => expect(kept.afterDays).toBeNull())
    },
  )

  it.each<[RuleBlocker, string]>([
    ['deviceUnclear', 'Checking… Nothing is ended until the service says which session is this device.'],
    [
      'agesUnclear',
      'Checking… Nothing is ended until the service says for certain when sessions were last used.',
    ],
    ['busy', 'Waiting while other sessions are being ended.'],
    ['notFresh', 'Checking… This needs an up-to-date list of your sessions.'],
  ])('says why it is blocked, and when it last ran: %s', async (blockedBy, message) => {
    await open({ afterDays: 30, wouldRevoke: [], blockedBy, lastEndedAt: AT })
    await findMessage('status', message)
    expect(text()).toContain(`It last ended sessions on ${WHEN}.`)
    expect(text().includes('No session is due.')).toBe(blockedBy === 'busy')
  })

  it.each<[string, Partial<Rule>, string]>([
    [
      'off, after a run',
      { wouldRevoke: OLD, blockedBy: 'ranToday' },
      `It would end 2 sessions, but not before ${WHEN}.`,
    ],
    [
      'on, after a run',
      { afterDays: 90, wouldRevoke: OLD, blockedBy: 'ranToday' },
      `It ends 2 sessions, but not before ${WHEN}.`,
    ],
    [
      'off, with none due',
      { wouldRevoke: [] },
      `It would end no sessions now. The first one is due on ${WHEN}, unless it's used before.`,
    ],
    [
      'on, with none due',
      { afterDays: 90, wouldRevoke: [] },
      `The next session is due on ${WHEN}, unless it's used before.`,
    ],
  ])('says when it ends something next: %s', async (_state, over, message) => {
    await open({ nextRunAt: AT, ...over })
    await findMessage('status', message)
  })

  it('says before it is turned on that it ends nothing for a day after a run', async () => {
    await open({ nextRunAt: AT, blockedBy: 'ranToday' })
    await toggle()
    await find('the dialog', alertDialog)
    expect(text()).toContain(`That happens on ${WHEN} at the earliest.`)
  })

  it('asks again with what it would end by now, if that changed since it asked', async () => {
    const { fake, kept } = await open()
    fake.handlers['rule:set'] = () => {
      kept.exempt.add(keyOf({ id: 2 }))
      return failed({ kind: 'conflict' })
    }
    await press('Turn on and end 2…')
    await press('End 2 sessions')
    await vi.waitFor(async () =>
      expect(nameOf(await find('the dialog', alertDialog))).toMatch(/^End 1 inactive session\?/),
    )
    expect(fake.callsOf('rule:set')).toMatchObject([{ keys: OLD.map(({ key }) => key) }])
    expect(all('alert').map(text)).toEqual([])
    expect(await isOn()).toBe(false)
    await press('End 1 session')
    expect(fake.callsOf('rule:set').at(-1)).toMatchObject({ keys: [keyOf({ id: 3 })] })
  })

  it('confirms exactly what the question shows, though the list has changed since', async () => {
    const { fake } = await open()
    await press('Turn on and end 2…')
    await find('the dialog', alertDialog)
    fake.changeList({ sessions: listed().slice(0, 2) })
    await press('End 2 sessions')
    expect(fake.callsOf('rule:set')).toMatchObject([{ keys: OLD.map(({ key }) => key) }])
  })

  it('takes its question back once nobody can tell what it would end, and asks nothing on another page', async () => {
    const { fake } = await open()
    const before = fake.handlers['rule:get']!
    const answerWith = (blockedBy: RuleBlocker | null): void => {
      fake.handlers['rule:get'] = async (asked) => {
        const answer = await before(asked)
        return answer.ok ? ok({ ...answer.value, blockedBy }) : answer
      }
      fake.changeList({ sessions: listed() })
    }
    await press('Turn on and end 2…')
    await find('the dialog', alertDialog)
    answerWith('deviceUnclear')
    await vi.waitFor(() => expect(alertDialog()).toBeNull())
    answerWith(null)
    let refuse = (): unknown => null
    fake.handlers['rule:set'] = () =>
      new Promise((resolve) => (refuse = () => resolve(failed({ kind: 'conflict' }))))
    await press('Turn on and end 2…')
    await press('End 2 sessions')
    await vi.waitFor(() => expect(alertDialog()).toBeNull())
    await press('Settings', 'link')
    await get('heading', 'Settings')
    const asked = fake.callsOf('rule:get').length
    refuse()
    await vi.waitFor(() => expect(fake.callsOf('rule:get').length).toBeGreaterThan(asked))
    await new Promise((resolve) => setTimeout(resolve))
    expect(alertDialog()).toBeNull()
  })

  it('says that a change was not saved', async () => {
    const { fake } = await open()
    fake.handlers['rule:set'] = () => failed({ kind: 'cancelled' })
    await press('Turn on and end 2…')
    await press('End 2 sessions')
    await findMessage('alert', 'This was stopped before it finished.')
    expect(await isOn()).toBe(false)
  })

  it('is not offered with an API token', async () => {
    const { fake } = await open({}, appState({ accounts: [account({ credential: API_TOKEN })] }))
    await shows('Not available with an API token')
    expect(all('switch')).toEqual([])
    expect(fake.callsOf('rule:set')).toEqual([])
  })
})
