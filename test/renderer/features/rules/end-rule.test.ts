import { describe, expect, it, vi } from 'vitest'
import type { Rule, RuleCandidate, RuleBlocker } from '../../../../electron/shared/rules.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, API_TOKEN, appState, type FakeBridge } from '../../fake-bridge.ts'
import { mountPage } from '../../mount-app.ts'
import { alertDialog, all, find, findMessage, get, nameOf, press, query, shows, text } from '../../screen.ts'

const OLD: RuleCandidate[] = [
  { sessionId: 2, name: 'Old phone', days: 120 },
  { sessionId: 3, name: 'Old tablet', days: 95 },
]

/** Opens the settings of an account whose rule main stores in `kept`, and answers with its preview. */
async function open(over: Partial<Rule> = {}, state = appState()) {
  const kept = { afterDays: null as Rule['afterDays'], exempt: [] as number[] }
  const isExempt = ({ sessionId }: RuleCandidate): boolean => kept.exempt.includes(sessionId)
  const prepare = ({ handlers }: FakeBridge): void => {
    handlers['rule:get'] = ({ previewDays }) => {
      const days = previewDays ?? kept.afterDays
      const wouldRevoke = OLD.filter((each) => !isExempt(each) && days !== null && (each.days ?? 0) >= days)
      const rule = {
        ...kept,
        lastRunAt: null,
        wouldRevoke,
        nextRunAt: null,
        exemptListed: OLD.filter(isExempt),
      }
      return ok({ ...rule, blockedBy: days === null ? 'off' : null, ...over })
    }
    handlers['rule:set'] = ({ settings }) => (Object.assign(kept, settings), ok(null))
  }
  const fake = await mountPage('Settings', prepare, state)
  await get('heading', 'Inactive sessions')
  return { fake, kept }
}

const isChecked = async (role: string, name: string): Promise<string | null> =>
  (await get(role, name)).getAttribute('aria-checked')

describe('the rule for inactive sessions', () => {
  it('is off, names the account, and previews its effect before it is turned on', async () => {
    const { fake, kept } = await open()
    await vi.waitFor(async () => expect(await isChecked('radio', 'Off')).toBe('true'))
    expect(text()).toContain('Ends sessions of Ana Souza')
    const periods = ['30 days', '60 days', '90 days', '180 days', '365 days']
    expect(all('radio').map(nameOf).slice(-6)).toEqual(['Off', ...periods])
    await press('90 days', 'radio')
    await findMessage('status', 'It would end 2 sessions now')
    expect(kept.afterDays).toBeNull()
    expect(fake.callsOf('rule:set')).toEqual([])
    await press('Cancel')
    await vi.waitFor(async () => expect(await isChecked('radio', 'Off')).toBe('true'))
    await vi.waitFor(() => expect(query('button', 'Turn on: 90 days')).toBeNull())
  })

  it('is turned on after a confirmation that names the number, and off at once', async () => {
    const { fake } = await open()
    await press('90 days', 'radio')
    await findMessage('status', 'It would end 2 sessions now')
    await press('Turn on: 90 days')
    expect(nameOf(await find('the dialog', alertDialog))).toMatch(/^End 2 sessions/)
    await press('End 2 sessions')
    await shows('On: sessions not used for 90 days')
    const on = { accountId: 'a1', settings: { afterDays: 90, exempt: [] } }
    expect(fake.callsOf('rule:set')).toEqual([on])
    await press('Off', 'radio')
    const off = { accountId: 'a1', settings: { afterDays: null, exempt: [] } }
    await vi.waitFor(() => expect(fake.callsOf('rule:set')).toEqual([on, off]))
  })

  it('needs no confirmation when no session would end', async () => {
    const { kept } = await open()
    await press('180 days', 'radio')
    await findMessage('status', 'It would end no sessions now')
    await press('Turn on: 180 days')
    await vi.waitFor(() => expect(kept.afterDays).toBe(180))
    expect(all('alertdialog')).toEqual([])
  })

  it('exempts a session and includes it again, in the same row', async () => {
    const { kept } = await open()
    await press('90 days', 'radio')
    await press('Keep Old phone', 'checkbox')
    await findMessage('status', 'It would end 1 session now')
    expect(kept).toEqual({ afterDays: null, exempt: [2] })
    expect(all('checkbox').map(nameOf)).toEqual(['Keep Old phone', 'Keep Old tablet'])
    expect(await isChecked('checkbox', 'Keep Old phone')).toBe('true')
    expect(document.activeElement).toBe(await get('checkbox', 'Keep Old phone'))
    await press('Keep Old phone', 'checkbox')
    await findMessage('status', 'It would end 2 sessions now')
    expect(kept.exempt).toEqual([])
  })

  it.each<[RuleBlocker, string]>([
    ['deviceUnclear', "Nothing is ended: the service doesn't say which session is this device."],
    ['agesUnclear', "Nothing is ended: the service doesn't say for certain when sessions were last used."],
    ['ranToday', 'It ran in the last 24 hours and checks again after that.'],
    ['busy', 'Waiting while other sessions are being ended.'],
    ['notFresh', 'Waiting for an up-to-date list of your sessions.'],
  ])('says why it is blocked, and when it last ran: %s', async (blockedBy, message) => {
    const at = Date.UTC(2026, 2, 3, 14, 3)
    await open({ afterDays: 30, wouldRevoke: [], blockedBy, lastRunAt: at })
    await findMessage('status', message)
    expect(text()).toContain('It last ended sessions on March 3, 2026 at 2:03 PM UTC.')
    expect(text().includes('It would end')).toBe(!blockedBy.endsWith('Unclear'))
  })

  it('says that a change was not saved', async () => {
    const { fake } = await open()
    fake.handlers['rule:set'] = () => failed({ kind: 'cancelled' })
    await press('180 days', 'radio')
    await findMessage('status', 'It would end no sessions now')
    await press('Turn on: 180 days')
    await findMessage('alert', 'This was stopped before it finished.')
    expect(text()).not.toContain('On: sessions')
  })

  it('is not offered with an API token', async () => {
    const { fake } = await open({}, appState({ accounts: [account({ credential: API_TOKEN })] }))
    await shows('Not available with an API token')
    expect(query('radio', '90 days')).toBeNull()
    expect(fake.callsOf('rule:set')).toEqual([])
  })
})
