import { describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../../../electron/shared/dates.ts'
import type { BatchView } from '../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { Rule, RuleBlocker } from '../../../../electron/shared/rules.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { keyOf } from '../../../support/builders.ts'
import { appState, batchView, list, session, undoablePhase, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  alertDialog,
  all,
  field,
  find,
  findMessage,
  get,
  isDisabled,
  nameOf,
  press,
  query,
  shows,
  text,
} from '../../screen.ts'

const SWITCH = 'End these automatically'
const [PHONE, TABLET] = [keyOf({ id: 2 }), keyOf({ id: 3 })]
const unused = (id: number, name: string, days: number, over: Partial<DeviceSession> = {}): DeviceSession =>
  session(id, name, {
    lastUsedAt: Date.now() - days * DAY_MS,
    createdAt: Date.now() - 500 * DAY_MS,
    ...over,
  })
/** This device, one that is kept, and two others, in the order of their last use. */
const listed = (): DeviceSession[] => [
  session(1, 'Session Desk on ana-laptop', { isCurrent: true }),
  unused(3, 'Old tablet', 95),
  unused(2, 'Old phone', 120),
  unused(4, 'Museum piece', 400, { isKept: true }),
]
/** A time of the service, and its date as the page says it. */
const AT = Date.UTC(2020, 2, 3, 14, 3)
const DATE = 'Mar 3, 2020'

/** Opens the chip of what is unused, of an account with a rule that main stores in `rule`. */
async function open(over: Partial<Rule> = {}): Promise<{ fake: FakeBridge; rule: Rule }> {
  const rule: Rule = { afterDays: null, lastEndedAt: null, nextRunAt: null, blockedBy: null, ...over }
  const fake = await mountApp(appState(), (made) => {
    made.list = list({ sessions: listed() })
    made.handlers['rule:get'] = () => ok({ ...rule })
    made.handlers['rule:set'] = ({ afterDays }) => ((rule.afterDays = afterDays), ok(null))
    made.handlers['rule:exempt'] = ({ key }) => {
      const sessions = made.list.sessions?.map((one) => (one.key === key ? { ...one, isKept: true } : one))
      made.changeList({ sessions: sessions ?? [] })
      return ok(null)
    }
  })
  await press('2 unused for 90 days')
  await get('switch', SWITCH)
  return { fake, rule }
}

const isOn = async (): Promise<boolean> => (await field(SWITCH)).getAttribute('aria-checked') === 'true'
const toggle = async (): Promise<void> => (await field(SWITCH)).click()
const dialog = (): Promise<HTMLElement> => find('the dialog', alertDialog)
const names = (): string[] => all('row').map((row) => text(row.querySelector('bdi') ?? row))

async function chooseDays(days: string): Promise<void> {
  const menu = await get('button', 'Days without use')
  menu.focus()
  menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await press(days, 'menuitemradio')
  await vi.waitFor(() => expect(all('menu')).toEqual([]))
}

describe('the rule on its chip', () => {
  it('is turned on after a question with the plan of the chip, and off at once', async () => {
    const { fake } = await open()
    await findMessage('status', 'Off')
    const chip = await get('button', '2 unused for 90 days')
    expect(chip.getAttribute('aria-description')).toBeNull()
    await toggle()
    expect(nameOf(await dialog())).toMatch(/^End 2 now, and unused ones from now on\?/)
    expect(text()).toContain('That begins at once. Sessions that reach 90 days without use end later')
    expect(
      all('listitem')
        .slice(-2)
        .map((item) => text(item)),
    ).toEqual(['Old phone, last used 120 days ago Keep', 'Old tablet, last used 95 days ago Keep'])
    expect(text()).toContain("Session Desk on ana-laptop stays signed in: it's this device.")
    expect(await isOn()).toBe(false)
    await press('End 2 sessions')
    await vi.waitFor(async () => expect(await isOn()).toBe(true))
    await findMessage('status', 'On, none is due')
    expect(chip.getAttribute('aria-description')).toBe('Unused sessions: ended after 90 days.')
    expect(chip.querySelectorAll('svg')).toHaveLength(1)
    await toggle()
    await findMessage('status', 'Off')
    expect(chip.querySelector('svg')).toBeNull()
    const [on, off] = [
      { accountId: 'a1', afterDays: 90, keys: [PHONE, TABLET] },
      { accountId: 'a1', afterDays: null, keys: [] },
    ]
    expect(fake.callsOf('rule:set')).toEqual([on, off])
  })

  it('ends nothing that its question keeps, and keeps nothing if it is cancelled', async () => {
    const { fake } = await open()
    await toggle()
    await press('Keep Old phone', 'checkbox')
    await get('button', 'End 1 session')
    await press('Cancel')
    expect(fake.callsOf('rule:exempt')).toEqual([])
    await toggle()
    await press('Keep Old phone', 'checkbox')
    await press('Keep Old tablet', 'checkbox')
    expect(nameOf(await dialog())).toMatch(/^End unused sessions from now on\?/)
    await press('Keep Old tablet', 'checkbox')
    await press('End 1 session')
    await vi.waitFor(() => expect(fake.callsOf('rule:set')).toMatchObject([{ keys: [TABLET] }]))
    expect(fake.callsOf('rule:exempt')).toEqual([{ accountId: 'a1', key: PHONE, isExempt: true }])
    await get('button', '1 unused for 90 days')
  })

  it('turns nothing on while what is kept could not be saved', async () => {
    const { fake } = await open()
    fake.handlers['rule:exempt'] = () => failed({ kind: 'cancelled' })
    await toggle()
    await press('Keep Old phone', 'checkbox')
    await press('End 1 session')
    await findMessage('alert', 'This was stopped before it finished.')
    expect(fake.callsOf('rule:set')).toEqual([])
    expect(await isOn()).toBe(false)
  })

  it('shows what is kept last, marked, and neither counts nor ends it', async () => {
    await open()
    await vi.waitFor(() => expect(names()).toEqual(['Old phone', 'Old tablet', 'Museum piece']))
    expect(text(all('row').at(-1))).toContain('Kept')
    await get('button', 'End these 2…')
  })

  it('changes to the days of the chip by a question, also if that ends nothing now', async () => {
    const { fake, rule } = await open({ afterDays: 90 })
    await get('switch', SWITCH)
    expect(query('button', 'Change to 90…')).toBeNull()
    await chooseDays('2 unused for 30 days')
    await press('Change to 30…')
    expect(nameOf(await dialog())).toMatch(/^End 2 now, and unused ones from now on\?/)
    await press('Cancel')
    await chooseDays('0 unused for 180 days')
    await press('Change to 180…')
    expect(nameOf(await dialog())).toMatch(/^End unused sessions from now on\?/)
    await press('Change')
    await vi.waitFor(() => expect(rule.afterDays).toBe(180))
    expect(fake.callsOf('rule:set')).toEqual([{ accountId: 'a1', afterDays: 180, keys: [] }])
    await findMessage('status', 'On, none is due')
    // Its chip stays, at none too, when another one is on.
    await press('0 unused for 180 days')
    await vi.waitFor(() => expect(query('switch', SWITCH)).toBeNull())
    await get('button', '0 unused for 180 days')
  })

  it.each<[Partial<Rule>, string, isOff?: boolean]>([
    [{}, 'Off'],
    [{ blockedBy: 'busy' }, 'Off'],
    [{ blockedBy: 'apiToken' }, 'Not with an API token', true],
    [{ blockedBy: 'notFresh' }, "Checking: the list isn't up to date", true],
    [{ blockedBy: 'deviceUnclear' }, "Checking: the service doesn't say which session is this device", true],
    [{ afterDays: 90, nextRunAt: AT }, `On, next: ${DATE}`],
    [{ afterDays: 90, nextRunAt: AT, blockedBy: 'ranToday' }, `On, next: ${DATE}`],
    [{ afterDays: 90 }, 'On, none is due'],
    [{ afterDays: 30, nextRunAt: AT }, 'On for 30 days.'],
    [{ afterDays: 30, blockedBy: 'busy' }, 'On for 30 days.'],
    [{ afterDays: 90, blockedBy: 'busy' }, 'On, waiting: other sessions are being ended'],
    [
      { afterDays: 30, blockedBy: 'agesUnclear' },
      "On for 30 days. Checking: it isn't certain yet when sessions were last used",
    ],
    [
      { afterDays: 90, blockedBy: 'agesUnclear' },
      "On, waiting: it isn't certain yet when sessions were last used",
    ],
  ])('says its state in words: %o', async (over, words, isOff = false) => {
    await open({ lastEndedAt: AT, ...over })
    await findMessage('status', words)
    await shows(`Last ended: ${DATE}`)
    expect(query('button', 'Change to 90…') !== null).toBe(words === 'On for 30 days.')
    expect((await field(SWITCH)).hasAttribute('disabled')).toBe(isOff)
  })

  it.each<[RuleBlocker, string]>([
    ['busy', 'That begins once no other session is being ended.'],
    ['ranToday', 'It runs once a day, so that begins within a day.'],
  ])('does not say that it begins at once while it waits: %s', async (blockedBy, words) => {
    await open({ blockedBy })
    await toggle()
    await dialog()
    expect(text()).toContain(words)
  })

  it('is asked for again when ends begin or are taken back', async () => {
    const { fake } = await open({ afterDays: 90 })
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

  it('confirms exactly what the question shows, and asks again if it would end others by now', async () => {
    const { fake } = await open()
    await toggle()
    await dialog()
    fake.changeList({ sessions: listed().slice(0, 2) })
    fake.handlers['rule:set'] = () => failed({ kind: 'conflict' })
    await press('End 2 sessions')
    await vi.waitFor(async () =>
      expect(nameOf(await dialog())).toMatch(/^End 1 now, and unused ones from now on\?/),
    )
    expect(fake.callsOf('rule:set')).toMatchObject([{ keys: [PHONE, TABLET] }])
    expect(all('alert').map(text)).toEqual([])
    await press('End 1 session')
    expect(fake.callsOf('rule:set').at(-1)).toMatchObject({ keys: [TABLET] })
  })

  it('asks nothing once nobody can tell what it would end, nor on another page', async () => {
    const { fake, rule } = await open()
    let refuse = (): unknown => null
    fake.handlers['rule:set'] = () =>
      new Promise((resolve) => (refuse = () => resolve(failed({ kind: 'conflict' }))))
    for (const isLeft of [false, true]) {
      await toggle()
      await press('End 2 sessions')
      await vi.waitFor(() => expect(alertDialog()).toBeNull())
      rule.blockedBy = isLeft ? null : 'deviceUnclear'
      if (isLeft) {
        await press('Settings', 'link')
        await get('heading', 'Settings')
      }
      const asked = fake.callsOf('rule:get').length
      refuse()
      await vi.waitFor(() => expect(fake.callsOf('rule:get').length).toBeGreaterThan(asked))
      await new Promise((resolve) => setTimeout(resolve))
      expect(alertDialog()).toBeNull()
      rule.blockedBy = null
      fake.changeList({ sessions: listed() })
      if (!isLeft) await vi.waitFor(async () => expect(isDisabled(await field(SWITCH))).toBe(false))
    }
  })

  it('says that a change was not saved', async () => {
    const { fake } = await open()
    fake.handlers['rule:set'] = () => failed({ kind: 'cancelled' })
    await toggle()
    await press('End 2 sessions')
    await findMessage('alert', 'This was stopped before it finished.')
    expect(await isOn()).toBe(false)
  })

  it.each<[Rule['afterDays'], string, chip: string]>([
    [null, 'Unused sessions: not ended.', '2 unused for 90 days'],
    [180, 'Unused sessions: ended after 180 days.', '0 unused for 180 days'],
  ])('is a line of the profile, which leads here: %s', async (afterDays, words, chip) => {
    await open({ afterDays })
    await press('2 unused for 90 days')
    await press('Profile', 'link')
    await shows(words)
    await press('Change')
    await vi.waitFor(async () => expect(document.activeElement).toBe(await get('button', chip)))
    await get('switch', SWITCH)
  })
})
